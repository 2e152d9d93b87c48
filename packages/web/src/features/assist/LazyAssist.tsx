import type { MessageEntity } from '@parley/core/messages/api'
import { type ComponentProps, Suspense } from 'react'
import type { ComposerMenu } from './ComposerAssist.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'

const translate = lazyWithRetry(async () => (await import('./MessageAssist.tsx')).TranslateButton)
const translation = lazyWithRetry(async () => (await import('./MessageAssist.tsx')).MessageTranslation)
const menu = lazyWithRetry(async () => (await import('./ComposerAssist.tsx')).ComposerMenu)
const notes = lazyWithRetry(async () => (await import('./ComposerAssist.tsx')).ComposerNotes)

interface OfMessage {
  readonly message: MessageEntity
}

/** Beside a message: has assist translate it. */
export const Translate = ({ message }: OfMessage) => (
  <Suspense fallback={null}>
    <translate.Part message={message} />
  </Suspense>
)

/** Below a message: what assist made of it. */
export const Translation = ({ message }: OfMessage) => (
  <Suspense fallback={null}>
    <translation.Part message={message} />
  </Suspense>
)

/** The button with the menu of assist for the reply. */
export const AssistMenu = (props: ComponentProps<typeof ComposerMenu>) => (
  <Suspense fallback={null}>
    <menu.Part {...props} />
  </Suspense>
)

/** What there is to say of it, above the box. */
export const AssistNotes = (props: ComponentProps<typeof ComposerMenu>) => (
  <Suspense fallback={null}>
    <notes.Part {...props} />
  </Suspense>
)
