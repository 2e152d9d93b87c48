import type { CannedReplyEntity } from '../api/canned-replies.ts'
import type { CannedScope } from '../words/canned-replies.ts'
import { fold, hasTypedWords } from './fold.ts'

type Found = Pick<
  CannedReplyEntity,
  'id' | 'shortcut' | 'title' | 'body' | 'scope' | 'uses' | 'uses_by_intent'
>

/** What is looked for. */
export interface CannedSearch {
  /** As typed behind the slash. */
  readonly typed: string
  /** Null: whoever's. */
  readonly scope: CannedScope | null
  /** What the customer wants now; null: not known. */
  readonly intent: string | null
}

const alphabet = new Intl.Collator('en', { numeric: true })

/**
 * The canned replies that are found, the likeliest first: a shortcut that begins as typed before words that stand
 * somewhere, then by uses for this intent, by uses in all, and by shortcut; an own one before a shared one.
 */
export function foundCanned<Reply extends Found>(
  replies: readonly Reply[],
  { typed, scope, intent }: CannedSearch,
): readonly Reply[] {
  const text = fold(typed)
  /** 0: the shortcut begins so; 1: all words stand in it; null: it is not found. */
  const rank = (reply: Reply): 0 | 1 | null => {
    if (scope !== null && reply.scope !== scope) return null
    if (fold(reply.shortcut).startsWith(text)) return 0
    return hasTypedWords(`${reply.shortcut} ${reply.title} ${reply.body}`, typed) ? 1 : null
  }
  const usedFor = ({ uses_by_intent }: Reply) => (intent === null ? 0 : (uses_by_intent[intent] ?? 0))
  return replies
    .flatMap(reply => {
      const place = rank(reply)
      return place === null ? [] : [{ reply, place }]
    })
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        usedFor(b.reply) - usedFor(a.reply) ||
        b.reply.uses - a.reply.uses ||
        alphabet.compare(a.reply.shortcut, b.reply.shortcut) ||
        a.reply.scope.localeCompare(b.reply.scope) ||
        Number(a.reply.id) - Number(b.reply.id),
    )
    .map(({ reply }) => reply)
}

/** What is typed behind a slash that begins the box; null: the box is not a search. A new line ends it. */
export const slashSearch = (text: string): string | null => /^\/([^\n/]{0,40})$/u.exec(text)?.[1] ?? null
