import { lazyPart } from '../../ui/hooks/lazy-part.ts'

/** Beside a message: has assist translate it. */
export const Translate = lazyPart(async () => (await import('./MessageAssist.tsx')).TranslateButton)

/** Below a message: what assist made of it. */
export const Translation = lazyPart(async () => (await import('./MessageAssist.tsx')).MessageTranslation)

/** The button with the menu of assist for the reply. */
export const AssistMenu = lazyPart(async () => (await import('./ComposerAssist.tsx')).ComposerMenu)

/** What there is to say of it, above the box. */
export const AssistNotes = lazyPart(async () => (await import('./ComposerAssist.tsx')).ComposerNotes)
