import { type ComponentType, Suspense } from 'react'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'

/** A part whose code comes later; until then nothing stands in its place. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { Part } = lazyWithRetry(load)
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

/** Beside a message: has assist translate it. */
export const Translate = later(async () => (await import('./MessageAssist.tsx')).TranslateButton)

/** Below a message: what assist made of it. */
export const Translation = later(async () => (await import('./MessageAssist.tsx')).MessageTranslation)

/** The button with the menu of assist for the reply. */
export const AssistMenu = later(async () => (await import('./ComposerAssist.tsx')).ComposerMenu)

/** What there is to say of it, above the box. */
export const AssistNotes = later(async () => (await import('./ComposerAssist.tsx')).ComposerNotes)
