import { t } from '@parley/core/text/translate'
import { type Language, languageNames } from '@parley/core/text/languages'
import { ApiFailure, isUnanswered } from '../../client/api-failure.ts'
import {
  draftAnswer,
  summarise,
  type Summary,
  translateWords,
  type AssistMark,
} from '../../data/assist/assist.ts'
import { createStore, type Readable, type Store } from '../../store.ts'

/** What an agent reads where assist gave nothing: the thing, the reason, and what to do. */
export function whyNot(what: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : t('unknown reason')
  // The server's own sentence says what to do.
  const isSaid = cause instanceof ApiFailure && cause.code === 'assist.failed'
  return `${what}: ${reason}.${!isSaid && isUnanswered(cause) ? t(' Try again.') : ''}`
}

/** The box that an agent writes in. */
export interface AssistedBox {
  readonly draft: Readable<{ readonly draft: { readonly text: string } }>
  readonly written: () => string
  readonly setText: (text: string) => void
  readonly focus: () => void
}

/** What assist made for the box. */
export type Made = Pick<AssistMark, 'kind' | 'text' | 'titles'>

/** What assist does in one conversation. */
export interface AssistWork {
  /** What it is at; null: nothing. */
  readonly doing: string | null
  readonly failure: string | null
  /** What was made while something else came to stand in the box: nothing is overwritten unasked. */
  readonly made: Made | null
  readonly summary:
    | { readonly is: 'asked' }
    | { readonly is: 'there'; readonly said: Summary }
    | { readonly is: 'failed'; readonly why: string }
    | null
}

const idle: AssistWork = { doing: null, failure: null, made: null, summary: null }

const byConversation = new Map<string, Store<AssistWork>>()

/** Of one conversation, for as long as the page lives: what comes after the agent went elsewhere is there when they are back. */
export function assistWorkOf(conversationId: string): Store<AssistWork> {
  const held = byConversation.get(conversationId) ?? createStore(idle)
  byConversation.set(conversationId, held)
  return held
}

const change = (work: Store<AssistWork>, more: Partial<AssistWork>) => work.set({ ...work.get(), ...more })

/** Puts what was made into the box, and the mark beside it. */
export type Put = (made: Made, before: string) => void

async function make(
  work: Store<AssistWork>,
  doing: string,
  what: string,
  making: () => Promise<Made>,
  isAsIt: () => boolean,
  put: (made: Made) => void,
): Promise<void> {
  if (work.get().doing !== null) return
  change(work, { doing, failure: null, made: null })
  try {
    const made = await making()
    change(work, { doing: null })
    if (isAsIt()) put(made)
    else change(work, { made })
  } catch (cause) {
    change(work, { doing: null, failure: whyNot(what, cause) })
  }
}

/** An answer, put into the box where that is empty. */
export const draftInto = (conversationId: string, box: AssistedBox, put: Put): Promise<void> =>
  make(
    assistWorkOf(conversationId),
    t('Assist writes a draft…'),
    t('No reply was drafted'),
    async () => {
      const { text, entries } = await draftAnswer(conversationId)
      return { kind: 'draft', text, titles: entries.map(({ title }) => title) }
    },
    () => box.written().trim() === '',
    made => put(made, box.written()),
  )

/** What stands in the box in another language, in its place where it is the same still. */
export const translateIn = (
  conversationId: string,
  box: AssistedBox,
  to: Language,
  put: Put,
): Promise<void> => {
  const before = box.written()
  return make(
    assistWorkOf(conversationId),
    t('Assist translates to {language}…', { language: languageNames[to] }),
    t('Your draft was not translated'),
    async () => ({ kind: 'translation', text: await translateWords(before, to), titles: [] }),
    () => box.written() === before,
    made => put(made, before),
  )
}

/** What the conversation is about, in a window. */
export async function askSummary(conversationId: string): Promise<void> {
  const work = assistWorkOf(conversationId)
  change(work, { summary: { is: 'asked' } })
  const settle = (summary: AssistWork['summary']) => {
    // The window may be closed by now.
    if (work.get().summary?.is === 'asked') change(work, { summary })
  }
  try {
    settle({ is: 'there', said: await summarise(conversationId) })
  } catch (cause) {
    settle({ is: 'failed', why: whyNot(t('Not summarised'), cause) })
  }
}

export const closeSummary = (conversationId: string): void =>
  change(assistWorkOf(conversationId), { summary: null })

export const dismissFailure = (conversationId: string): void =>
  change(assistWorkOf(conversationId), { failure: null })

export const dropMade = (conversationId: string): void => change(assistWorkOf(conversationId), { made: null })
