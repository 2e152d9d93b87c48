import { plural, t } from '../text/translate.ts'
import type { Viewer, ViewingEvent } from '../sockets/api.ts'
import { compareAgents } from '../agents/rules.ts'

/** The interval, in milliseconds, at which a page reports its conversation, and the age at which its last report expires. */
export const viewingEveryMs = 5_000
export const viewingLapsesMs = 10_000
/** Milliseconds for which a change of the composer's text counts as typing. */
export const typingForMs = 5_000

/** The state of one page. */
export interface Showing {
  /** The conversation on the screen; null: none. */
  readonly conversationId: string | null
  /** The page is in the foreground. */
  readonly inFront: boolean
  /** When its composer's text last changed, in milliseconds; null if it is empty. */
  readonly typedAt: number | null
}

/** The presence report of a page. */
export function viewingOf({ conversationId, inFront, typedAt }: Showing, now: number): ViewingWord {
  if (conversationId === null || !inFront) return { conversation_id: null, typing: false }
  return { conversation_id: conversationId, typing: typedAt !== null && now - typedAt < typingForMs }
}

export type ViewingWord = Omit<ViewingEvent, 'event'>

/** The last report of one page. */
export interface Look {
  readonly agentId: string
  readonly agentName: string
  readonly conversationId: string
  readonly typing: boolean
  /** When it was received, in milliseconds, by the receiver's clock. */
  readonly at: number
}

/** Whether a report is too old to count. */
export const hasLapsed = (look: Pick<Look, 'at'>, now: number): boolean => now - look.at >= viewingLapsesMs

/**
 * The other agents who have a conversation open, by name. An agent with several pages is one viewer, who types if any of the
 * pages does.
 */
export function viewersOf(
  looks: readonly Look[],
  conversationId: string,
  exceptAgentId: string,
  now: number,
): readonly Viewer[] {
  const viewers = new Map<string, { id: string; name: string; typing: boolean }>()
  for (const look of looks) {
    const { agentId: id, agentName: name } = look
    if (look.conversationId !== conversationId || id === exceptAgentId || hasLapsed(look, now)) continue
    viewers.set(id, { id, name, typing: look.typing || (viewers.get(id)?.typing ?? false) })
  }
  return [...viewers.values()]
    .toSorted(compareAgents)
    .map(({ id, name, typing }) => ({ agent_id: id as Viewer['agent_id'], agent_name: name, typing }))
}

/** "Ann", "Ann and Brian", "Ann, Brian and Carol", "Ann, Brian and 2 others". */
function namesOf(names: readonly string[]): string {
  const [first = '', second = '', third = ''] = names
  if (names.length <= 2) return second === '' ? first : t('{first} and {second}', { first, second })
  return t('{first}, {second} and {third}', {
    first,
    second,
    third: names.length === 3 ? third : t('{count} others', { count: names.length - 2 }),
  })
}

/** "Brian is viewing", "Brian is typing", "Ann and Brian are viewing"; typing agents come first. Null for nobody. */
export function viewersLabel(viewers: readonly Pick<Viewer, 'agent_name' | 'typing'>[]): string | null {
  const said = ([true, false] as const).flatMap(typing => {
    const names = viewers.filter(viewer => viewer.typing === typing).map(viewer => viewer.agent_name)
    if (names.length === 0) return []
    const values = { names: namesOf(names) }
    return [
      typing
        ? plural(names.length, { one: '{names} is typing', other: '{names} are typing' }, values)
        : plural(names.length, { one: '{names} is viewing', other: '{names} are viewing' }, values),
    ]
  })
  return said.length === 0 ? null : said.join(', ')
}
