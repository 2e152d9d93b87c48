import { plural, t } from '../text/translate.ts'
import type { BulkUndo } from './api.ts'
import type { ConversationStatus } from '../conversations/api.ts'

/** The fields of a conversation that a bulk edit changes. */
interface Editable {
  readonly status: ConversationStatus
  readonly tags: readonly string[]
  readonly snoozed: { readonly until: string; readonly reason: string | null } | null
}

/**
 * Whether a conversation is already as it was before a change: then a repeated undo, after a lost response, has nothing to do. An
 * assignment is checked by its own row.
 */
export function isAsBefore(now: Editable, undo: BulkUndo): boolean {
  switch (undo.kind) {
    case 'status':
      return now.status === undo.before
    case 'tags':
      return now.tags.length === undo.before.length && now.tags.every((tag, at) => tag === undo.before[at])
    case 'snooze':
      return (now.snoozed?.until ?? null) === undo.before
    case 'assignment':
      return false
  }
}

/** An action with the text for its sentences: the agent's name or the end of the snooze, as the reader sees them. */
export type BulkWords =
  | { readonly kind: 'status'; readonly status: ConversationStatus }
  | { readonly kind: 'add-tag' | 'remove-tag'; readonly tag: string }
  | { readonly kind: 'snooze'; readonly until: string | null }
  | { readonly kind: 'assign'; readonly agent: string; readonly isViewer: boolean }

const statusVerbs: Readonly<Record<ConversationStatus, string>> = {
  ACTIVE: t('set to Active'),
  RESOLVED: t('resolved'),
  DORMANT: t('set to Dormant'),
  ARCHIVED: t('archived'),
  TRANSFERRED: t('set to Transferred'),
}

function verbOf(words: BulkWords): string {
  switch (words.kind) {
    case 'status':
      return statusVerbs[words.status]
    case 'add-tag':
      return t('tagged "{tag}"', { tag: words.tag })
    case 'remove-tag':
      return t('without the tag "{tag}"', { tag: words.tag })
    case 'snooze':
      return words.until === null ? t('unsnoozed') : t('snoozed until {until}', { until: words.until })
    case 'assign':
      return words.isViewer ? t('assigned to you') : t('offered to {agent}', { agent: words.agent })
  }
}

/** "1 conversation", "3 conversations". */
export const conversationsLabel = (count: number): string =>
  plural(count, { one: '{count} conversation', other: '{count} conversations' })

const wereSo = (count: number): string =>
  plural(count, { one: '{count} was unchanged', other: '{count} were unchanged' })

/** "3 conversations resolved", with the number that already were; null if there is nothing to report. */
export function doneSentence(words: BulkWords, done: number, unchanged: number): string | null {
  if (done === 0)
    return unchanged === 0 ? null : t('Nothing to change: {unchanged}', { unchanged: wereSo(unchanged) })
  const sentence = `${conversationsLabel(done)} ${verbOf(words)}`
  return unchanged === 0 ? sentence : `${sentence}, ${wereSo(unchanged)}`
}

export function undoneSentence(undone: number, changed: number): string {
  const stay = plural(changed, {
    one: '{count} was changed meanwhile and stays as it is',
    other: '{count} were changed meanwhile and stay as they are',
  })
  if (undone === 0) return t('Nothing undone: {stay}', { stay })
  const sentence = t('Undone for {undone}', { undone: conversationsLabel(undone) })
  return changed === 0 ? sentence : `${sentence}, ${stay}`
}
