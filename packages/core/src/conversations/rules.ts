import { t } from '../text/translate.ts'
import { phoneLabel } from '../customers/rules.ts'
import type { NoReplyEntity, SnoozeEntity } from '../messages/details.ts'
import { matchesName, matchesPhone, readSearch } from '../search/rules.ts'
import { eachOnce, fold, isSameText, visibleName } from '../text/fold.ts'
import type { Calendar } from '../text/format.ts'
import { lengthOf } from '../text/length.ts'
import { inWords } from '../text/words.ts'
import type { ConversationEntity, ConversationStatus } from './api.ts'
import { conversationStatuses, maxTagLength, maxTags, type Queue, type TimeOrder } from './constants.ts'
import {
  compareMentions,
  compareSnoozes,
  compareWaits,
  compareWindows,
  isInQueue,
  mentionedAt,
} from './queue.ts'

/** The statuses that a person may set, in the order of the menu. */
export const settableStatuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED'] as const
export type SettableStatus = (typeof settableStatuses)[number]

/** The label for an unknown number. */
export const unknownPhone = t('Unknown')

interface WithUser {
  readonly user: Pick<ConversationEntity['user'], 'name' | 'phone_number'>
}

export const phoneOf = ({ user }: WithUser): string => user.phone_number ?? unknownPhone

/** The customer's number in readable form; null if it is unknown and the channel does not use numbers. */
export const numberLabel = (conversation: WithUser & Pick<ConversationEntity, 'channel'>): string | null => {
  const phone = phoneOf(conversation)
  return conversation.channel !== 'whatsapp' && phone === unknownPhone ? null : phoneLabel(phone)
}

/** The customer's name, else the phone number in words (DATA-03). */
export const customerName = (name: string | null, phone: string | null): string =>
  name ?? t('Customer ({phone})', { phone: phone ?? unknownPhone })

export const customerNameOf = ({ user }: WithUser): string => customerName(user.name, user.phone_number)

/** Whether a customer has no known name. */
export const isNameless = (conversation: WithUser): boolean =>
  customerNameOf(conversation) === customerName(null, conversation.user.phone_number)

/** The number to show beside the name; null if the name already contains it. */
export const numberBeside = (conversation: WithUser & Pick<ConversationEntity, 'channel'>): string | null =>
  isNameless(conversation) ? null : numberLabel(conversation)

/** The prefix of the ids of built-in samples; real ids are numerals. */
export const samplePrefix = 'sample-'

/** Whether the conversation is built-in sample data, never a real customer. */
export const isSample = ({ id }: Pick<ConversationEntity, 'id'>): boolean => id.startsWith(samplePrefix)

/** Tags as they are stored: without duplicates by their fold, in the first spelling; invisible ones are left out. */
export const tidyTags = (tags: readonly string[]): string[] =>
  eachOnce(tags.flatMap(tag => visibleName(tag) ?? []))

/** A tag in the spelling that other conversations use; else as typed. */
export const knownSpelling = (typed: string, known: readonly string[]): string =>
  known.find(tag => isSameText(tag, typed)) ?? typed

/** A person's change of the tags: add one, or remove one. */
export interface TagEdit {
  readonly kind: 'add' | 'remove'
  readonly tag: string
}

/** The tags after an edit. Adding a present tag or removing an absent one changes nothing. */
export const withTagEdit = (tags: readonly string[], { kind, tag }: TagEdit): readonly string[] =>
  kind === 'remove' ? tags.filter(other => !isSameText(other, tag)) : tidyTags([...tags, tag])

/** Why the typed text cannot become a tag: one sentence, or null. */
export function tagProblem(tags: readonly string[], typed: string): string | null {
  if (typed.trim() === '') return null
  const tag = visibleName(typed)
  if (tag === null) return t('This tag has no visible text. Type a word')
  const length = lengthOf(tag)
  if (length > maxTagLength) {
    return t('A tag has at most {most} characters; this has {length}. Shorten it', {
      most: maxTagLength,
      length,
    })
  }
  const same = tags.find(other => isSameText(other, tag))
  if (same !== undefined) return t('"{same}" is on this conversation already', { same })
  if (tags.length >= maxTags) {
    return t('A conversation has at most {maxTags} tags. Remove one, then add this', { maxTags })
  }
  return null
}

/** The status after a customer writes: RESOLVED and DORMANT become ACTIVE, the rest stays. */
export const statusAfterInbound = (status: ConversationStatus): ConversationStatus =>
  status === 'RESOLVED' || status === 'DORMANT' ? 'ACTIVE' : status

export type Tone = 'ok' | 'info' | 'grey' | 'pale' | 'warn'

/** The badge's colour: green, blue, grey, lighter grey, yellow. */
export const statusTone: Readonly<Record<ConversationStatus, Tone>> = {
  ACTIVE: 'ok',
  RESOLVED: 'info',
  DORMANT: 'grey',
  ARCHIVED: 'pale',
  TRANSFERRED: 'warn',
}

/** "Active" for ACTIVE. */
export const statusLabel = (status: ConversationStatus): string => inWords(status)

/** The list's Ticket No. cell: the number, else "T-{id}", else "None". */
export const ticketLabel = (ticket: { id: string; ticket_number: string | null } | null): string =>
  ticket === null ? t('None') : (ticket.ticket_number ?? `T-${ticket.id}`)

/** The owner of the conversation, for its viewer: null for nobody, "you", "the bot", or the colleague's name. */
export const assigneeLabel = (
  { agent, with_bot: withBot }: Pick<ConversationEntity, 'agent' | 'with_bot'>,
  viewerId: string,
): string | null => {
  if (agent === null) return withBot ? t('the bot') : null
  return agent.id === viewerId ? 'you' : (agent.name ?? t('Agent {id}', { id: agent.id }))
}

/** Whether a conversation has an open offer to this agent. */
export const isOfferedTo = (row: Pick<ConversationEntity, 'offer'>, agentId: string): boolean =>
  row.offer?.agent_id === agentId

/** The time in the list's Time column: last activity, else the last message, else the last change. */
export const activityTime = (
  row: Pick<ConversationEntity, 'last_activity' | 'last_message' | 'updated_at'>,
): string | null => row.last_activity ?? row.last_message?.created_at ?? row.updated_at

/** The filter of the list; `assigneeId` is an agent's id or "none". */
export interface ConversationFilter {
  readonly status?: ConversationStatus | undefined
  readonly search?: string | undefined
  readonly assigneeId?: string | undefined
  /** True: with an unresolved issue; false: without one. */
  readonly hasOpenIssues?: boolean | undefined
  /** The queue, in its own order. */
  readonly queue?: Queue | undefined
  /** The id of an agent whom notes mention and who has not seen the mention. Without a queue, the newest mention comes first. */
  readonly mentionedId?: string | undefined
  /** By activity, where neither a queue nor mentions order the list; absent: the newest first. */
  readonly order?: TimeOrder | undefined
}

/**
 * Searches the words of the customer's name, the last message's text and the tags, all folded; the phone number in every
 * spelling; a ticket's or an application's number. A blank search matches all.
 */
export function matchesSearch(row: ConversationEntity, typed: string): boolean {
  const search = readSearch(typed)
  if (search === null) return true
  const folded = fold(search.text)
  return (
    matchesName(search, customerNameOf(row)) ||
    (row.last_message !== null && fold(row.last_message.content).includes(folded)) ||
    row.tags.some(tag => fold(tag).includes(folded)) ||
    matchesPhone(search, phoneOf(row)) ||
    (search.reference !== null && row.references.includes(search.reference))
  )
}

/** Whether a row belongs in a list with this filter. */
export function matchesFilter(row: ConversationEntity, filter: ConversationFilter): boolean {
  if (filter.status !== undefined && row.status !== filter.status) return false
  if (filter.assigneeId === 'none' && row.agent !== null) return false
  if (
    filter.assigneeId !== undefined &&
    filter.assigneeId !== 'none' &&
    row.agent?.id !== filter.assigneeId
  ) {
    return false
  }
  if (filter.queue !== undefined && !isInQueue(row, filter.queue)) return false
  if (filter.mentionedId !== undefined && mentionedAt(row, filter.mentionedId) === null) return false
  if (filter.hasOpenIssues !== undefined && filter.hasOpenIssues !== row.open_issues > 0) return false
  return matchesSearch(row, filter.search ?? '')
}

/** Ids are decimal numerals without leading zeros; they compare as numbers. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

type Timed<Field extends string> = { readonly id: string } & Readonly<Record<Field, string | null>>

/**
 * The oldest first, then the smaller id; or the newest first, then the greater id. A row without a time counts as older than all
 * others.
 */
export const byTime =
  <Field extends string>(field: Field, first: TimeOrder) =>
  (a: Timed<Field>, b: Timed<Field>): number => {
    const [one, other] = first === 'oldest' ? [a, b] : [b, a]
    const [left, right] = [one[field] ?? '', other[field] ?? '']
    return left === right ? compareIds(one.id, other.id) : left < right ? -1 : 1
  }

/** The list's order: newest activity first, then the greater id. */
export const compareConversations = byTime('last_activity', 'newest')

const oldestFirst = byTime('last_activity', 'oldest')

/** The fields that decide a row's place in a list. */
export type Placed = Pick<
  ConversationEntity,
  | 'id'
  | 'last_activity'
  | 'waiting_since'
  | 'ticket_priority'
  | 'closes_within_hour'
  | 'acknowledgement'
  | 'last_reply'
  | 'reach'
  | 'snoozed'
  | 'mentioned'
>

type Order = (a: Placed, b: Placed) => number

const byWait: Order = (a, b) =>
  compareWaits(a, b) || (a.waiting_since === null ? compareConversations(a, b) : compareIds(a.id, b.id))

const queueOrders: Readonly<Record<Queue, Order>> = {
  open: byWait,
  waiting: byWait,
  closing: (a, b) => compareWindows(a, b) || compareIds(a.id, b.id),
  failed: compareConversations,
  snoozed: (a, b) => compareSnoozes(a, b) || compareIds(a.id, b.id),
  'no-reply': compareConversations,
}

/**
 * The order of a list with this filter. A queue puts waiting customers first: by class, then by the longest wait. `closing`: the
 * window that closes first. `snoozed`: the earliest return. Then the smaller id. `failed` and `no-reply`: the newest activity first. Mentions:
 * the newest first, then the greater id. `oldest`: the oldest activity first, then the smaller id.
 */
export const orderOf = ({
  queue,
  mentionedId,
  order,
}: Pick<ConversationFilter, 'queue' | 'mentionedId' | 'order'>): Order => {
  if (queue !== undefined) return queueOrders[queue]
  if (mentionedId === undefined) return order === 'oldest' ? oldestFirst : compareConversations
  return (a, b) => compareMentions(a, b, mentionedId) || compareIds(b.id, a.id)
}

/** All statuses in the order of the tabs and menus. */
export const statusOrder = conversationStatuses

const dayMs = 24 * 60 * 60_000

/** The end of a snooze, as the line written at `at` shows it: "15:00", "Tue 09:00", "Dec 3, 09:00". */
export function snoozeTime(calendar: Calendar, until: Date, at: Date): string {
  const [day, clock] = [calendar.day(until), calendar.clock(until)]
  const days = Math.abs(Date.parse(day) - Date.parse(calendar.day(at))) / dayMs
  if (days < 1) return clock
  return days < 7 ? `${calendar.weekday(until)} ${clock}` : `${calendar.monthDay(until)}, ${clock}`
}

/** The line in the thread of a conversation that returned from a snooze. */
export function snoozeSentence({ by, end, ended_by: endedBy }: SnoozeEntity, time: string): string {
  const before =
    by === null ? t('Snoozed until {time}', { time }) : t('Snoozed until {time} by {by}', { time, by })
  switch (end) {
    case 'time':
      return t('{before} · back at its time', { before })
    case 'customer':
      return t('{before} · came back because the customer wrote', { before })
    case 'press':
      return endedBy === null
        ? t('{before} · brought back', { before })
        : t('{before} · brought back by {endedBy}', { before, endedBy })
  }
}

/** The line in the thread about a customer's messages that need no reply. */
export const noReplySentence = ({ by, needed }: NoReplyEntity): string =>
  needed
    ? by === null
      ? t('Waits for a reply again')
      : t('Waits for a reply again · {by}', { by })
    : by === null
      ? t('No reply needed')
      : t('No reply needed · {by}', { by })

/** A person in a chooser. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly department: string | null
}

/** A name with the detail that distinguishes it from a namesake. */
export const nameWith = (name: string, detail: string): string => `${name} (${detail})`

/** Details that distinguish a person from a namesake, the better ones first. */
export const detailsOf = ({ id, department }: Omit<Person, 'name'>): readonly string[] => [
  ...(department === null ? [] : [department]),
  t('agent {id}', { id }),
]

/** The names in a chooser: a person whose name reads like another's gets the department, else the number. */
export function namesApart(people: readonly Person[]): (person: Person) => string {
  const byName = new Map<string, Person[]>()
  for (const person of people) {
    const name = fold(person.name)
    byName.set(name, [...(byName.get(name) ?? []), person])
  }
  return person => {
    const namesakes = (byName.get(fold(person.name)) ?? []).filter(({ id }) => id !== person.id)
    if (namesakes.length === 0) return person.name
    const taken = new Set(namesakes.flatMap(detailsOf).map(fold))
    const detail = detailsOf(person).find(one => !taken.has(fold(one)))
    return detail === undefined ? person.name : nameWith(person.name, detail)
  }
}
