import { t } from '../text/translate.ts'
import type { Ask, SentCard } from './asks.ts'
import type { MessageEntity, QuotedEntity, SendBody } from './api.ts'
import { compareIds } from '../conversations/rules.ts'
import type { SendPart } from './rules.ts'
import type { DraftStep } from './drafts.ts'

/**
 * The state of an unsent message on this device. Three are sent automatically, in order. sending: its call is running or about
 * to. waiting: there is no connection, and it was not attempted. unanswered: the server may or may not have it; it is sent again
 * under its id. The others are sent only if the agent says so. held: the part before it failed. refused: the server rejected it.
 * answered: another agent has answered since. unconfirmed: the server may or may not have it, and too much has changed for an
 * automatic retry.
 */
type OutboxState = 'sending' | 'waiting' | 'unanswered' | 'held' | 'refused' | 'answered' | 'unconfirmed'

export interface OutboxFile {
  readonly document_id: string
  readonly name: string
  readonly mime_type: string
  /** Bytes. */
  readonly size: number | null
  /** Recorded here as a voice note. */
  readonly voice?: true
}

/** The context in which a message was written; every attempt carries it. */
export interface Written {
  /** The greatest id of the messages on the screen, "0" for none; null: not recorded, so there is no check. */
  readonly seenMessageId: string | null
  /** The issue selected at Send; every attempt links to it. */
  readonly issueId: string | null
  /** The meaning of the text that the agent confirmed; null for a regular message. */
  readonly metadata: NonNullable<SendBody['metadata']> | null
  /** The message that it answers. */
  readonly quoted: QuotedEntity | null
  /** The canned reply that its text was made from, and the customer's intent at that time; null: none. */
  readonly canned: CannedOrigin | null
  /** Its draft, which ends with it; null: the server has none. */
  readonly draft: DraftStep | null
  /** It resolves the conversation. */
  readonly resolves: boolean
}

/** The canned reply of a text, as the server counts its use. */
export interface CannedOrigin {
  readonly id: string
  readonly intent: string | null
}

/** The situation at the last press of Send or Retry. If it has changed, a waiting message is not sent automatically. */
export interface Pressed {
  /** The agent's session; null: unknown. */
  readonly sessionId: string | null
  /** The owner of the conversation; null: none. Absent: unknown. */
  readonly ownerId?: string | null
  /** ISO 8601. */
  readonly at: string
  /** The place among the parts of the same press. */
  readonly place: number
}

/** A template with the agent's values; the entry's `file` is its header's file. */
type OutboxTemplate = Readonly<Pick<NonNullable<SendBody['template']>, 'name' | 'language'>> & {
  readonly values: Readonly<Record<string, string>>
}

/** A message that the agent sent and the server has not confirmed. */
export interface OutboxEntry extends Written {
  /** The client_message_id: the same for every attempt, so that the server stores one message. */
  readonly clientId: string
  /** The parts of one press of Send share it. */
  readonly group: string
  readonly content: string
  readonly file: OutboxFile | null
  /** It is sent in place of the content; the content is its text. */
  readonly template: OutboxTemplate | null
  /** The choices that the customer can press below the content. */
  readonly ask: Ask | null
  /** A card, sent alone; the content names it. */
  readonly card: SentCard | null
  /** The agent wants it sent although another agent has answered since. */
  readonly force: boolean
  /** Null: an older page did not record it. */
  readonly pressed: Pressed | null
  /** ISO 8601. */
  readonly at: string
  readonly state: OutboxState
  /** Why it is not sent, for a person; for one being sent, why it waits. */
  readonly reason: string | null
}

/** Defaults for fields that an older page's entries lack. */
export const unwritten = {
  seenMessageId: null,
  issueId: null,
  metadata: null,
  quoted: null,
  canned: null,
  draft: null,
  resolves: false,
  template: null,
  ask: null,
  card: null,
  force: false,
  pressed: null,
} as const

/** A message that was just written. */
const fresh = { ...unwritten, file: null, state: 'sending', reason: null } as const

const serverId = /^\d{1,15}$/

/** The newest message that a sender has seen: the greatest id on the screen, "0" for none. */
export const seenMessageId = (shown: readonly Pick<MessageEntity, 'id'>[]): string =>
  shown.reduce((greatest, { id }) => (serverId.test(id) && compareIds(id, greatest) > 0 ? id : greatest), '0')

/**
 * The outbox entries of one press of Send. The meaning and the canned reply go with the part that has the text; the quote and the
 * draft go with the first part; the last part resolves the conversation. `newId` is called once for the group and once for each part.
 */
export function entriesOf(
  parts: readonly SendPart[],
  files: readonly OutboxFile[],
  { metadata, quoted, canned, draft, resolves, ...written }: Written,
  at: Date,
  newId: () => string,
): readonly OutboxEntry[] {
  const group = newId()
  return parts.map((part, index) => ({
    ...fresh,
    ...written,
    clientId: newId(),
    group,
    metadata: part.content === '' ? null : metadata,
    quoted: index === 0 ? quoted : null,
    canned: part.content === '' ? null : canned,
    draft: index === 0 ? draft : null,
    resolves: resolves && index === parts.length - 1,
    content: part.content,
    file: files.find(file => file.document_id === part.document_id) ?? null,
    at: at.toISOString(),
  }))
}

/** What an entry has that is a group of its own. */
const alone = (
  { seenMessageId, issueId }: Pick<Written, 'seenMessageId' | 'issueId'>,
  at: Date,
  newId: () => string,
) => ({ ...fresh, clientId: newId(), group: newId(), seenMessageId, issueId, at: at.toISOString() })

/** A template as an outbox entry, alone. `words`: its text. `newId` as above. */
export const templateEntry = (
  { template, words, file }: { template: OutboxTemplate; words: string; file: OutboxFile | null },
  written: Pick<Written, 'seenMessageId' | 'issueId'>,
  at: Date,
  newId: () => string,
): OutboxEntry => ({ ...alone(written, at, newId), content: words, file, template })

/** A question or a card as an outbox entry. `words`: the question, or the line that names the card. `newId` as above. */
export const askEntry = (
  { ask, card, words }: Pick<OutboxEntry, 'ask' | 'card'> & { readonly words: string },
  written: Pick<Written, 'seenMessageId' | 'issueId' | 'quoted'>,
  at: Date,
  newId: () => string,
): OutboxEntry => ({ ...alone(written, at, newId), quoted: written.quoted, content: words, ask, card })

/** Whether it is sent without an action of the agent. */
export const goesByItself = ({ state }: OutboxEntry): boolean =>
  state === 'sending' || state === 'waiting' || state === 'unanswered'

/** The next entry to send: one at a time, in the order of writing. */
export const nextToSend = (entries: readonly OutboxEntry[]): OutboxEntry | null =>
  entries.find(goesByItself) ?? null

/** The entries while offline: those about to be sent wait. `calling`: the entry whose call is running; null: none. */
export function whileCut(entries: readonly OutboxEntry[], calling: string | null): readonly OutboxEntry[] {
  const isAboutTo = ({ state, clientId }: OutboxEntry) => state === 'sending' && clientId !== calling
  if (!entries.some(isAboutTo)) return entries
  return entries.map(entry => (isAboutTo(entry) ? { ...entry, state: 'waiting', reason: null } : entry))
}

export const whenCalled = (entries: readonly OutboxEntry[], clientId: string): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, state: 'sending', reason: null } : entry))

/** A message that has waited longer, in milliseconds, is not sent automatically: the conversation has moved on. */
const longestWaitMs = 60 * 60_000

/** The situation when a waiting message could be sent. */
interface Now {
  readonly agentId: string
  readonly sessionId: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  readonly now: Date
}

/**
 * Whether another agent, unexpected at Send, now owns the conversation: then a waiting message is not sent automatically. The
 * browser checks before its call, and the server when it accepts the message.
 * @param believedId the owner at that time; null: none, or unknown
 */
export const isTakenOver = (ownerId: string | null, agentId: string, believedId: string | null): boolean =>
  ownerId !== null && ownerId !== agentId && ownerId !== believedId

/** The owner of the conversation at the last press of Send or Retry, if known. */
export const believedOwner = ({ pressed }: Pick<OutboxEntry, 'pressed'>): string | null =>
  pressed?.ownerId ?? null

/**
 * Why a waiting message is no longer sent automatically, for a person; null: it is sent. The server still checks whether another
 * agent has answered and whether the customer can be written to.
 */
export function whyNotUnasked(
  { pressed }: Pick<OutboxEntry, 'pressed'>,
  { agentId, sessionId, ownerId, ownerName, now }: Now,
): string | null {
  if (pressed === null || !isOfSession(pressed, sessionId)) return signedInAgain
  if (now.getTime() - Date.parse(pressed.at) > longestWaitMs) return t('It has waited for more than an hour')
  return isTakenOver(ownerId, agentId, believedOwner({ pressed }))
    ? t('{ownerName} has this conversation now', { ownerName: ownerName ?? t('A colleague') })
    : null
}

const isOfSession = (pressed: Pressed | null, sessionId: string | null): boolean =>
  sessionId !== null && pressed?.sessionId === sessionId

const signedInAgain = t('You signed in again since it was written')

/** The entries after a send failed: it stays with its reason, and the parts after it wait. */
export function afterFailure(
  entries: readonly OutboxEntry[],
  clientId: string,
  state: 'refused' | 'answered' | 'unconfirmed',
  reason: string,
): readonly OutboxEntry[] {
  const at = entries.findIndex(entry => entry.clientId === clientId)
  const failed = entries[at]
  if (failed === undefined) return entries
  return entries.map((entry, index) => {
    if (index === at) return { ...entry, state, reason }
    const isBehind = index > at && entry.group === failed.group && goesByItself(entry)
    return isBehind ? { ...entry, state: 'held', reason: t('The part before it was not sent') } : entry
  })
}

/** No response came: the entry is sent again, before the ones written after it. */
export const unansweredNow = (
  entries: readonly OutboxEntry[],
  clientId: string,
  reason: string,
): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, state: 'unanswered', reason } : entry))

/** The server does not accept it yet: it keeps sending, with the reason for the wait. */
export const whileWaiting = (
  entries: readonly OutboxEntry[],
  clientId: string,
  reason: string,
): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, reason } : entry))

/**
 * The agent pressed Retry: the entry is sent again, with the parts that waited for it. If another agent had answered, this
 * confirms the send.
 */
export function afterRetry(
  entries: readonly OutboxEntry[],
  clientId: string,
  pressed: Omit<Pressed, 'place'> | null = null,
): readonly OutboxEntry[] {
  const at = entries.findIndex(entry => entry.clientId === clientId)
  const retried = entries[at]
  if (retried === undefined) return entries
  return entries.map((entry, index) => {
    const waited = index > at && entry.group === retried.group && entry.state === 'held'
    if (index !== at && !waited) return entry
    const force = entry.force || retried.state === 'answered'
    const again = pressed === null ? entry.pressed : { ...pressed, place: placeOf(entry) }
    return { ...entry, state: 'sending', reason: null, force, pressed: again }
  })
}

/** Removes entries that the server has. Returns the same array if there are none. */
export function withoutConfirmed(
  entries: readonly OutboxEntry[],
  confirmed: ReadonlySet<string>,
): readonly OutboxEntry[] {
  const left = entries.filter(entry => !confirmed.has(entry.clientId))
  return left.length === entries.length ? entries : left
}

/**
 * The entries after a reload, in the order of writing. An entry being sent may have arrived. In the session that wrote them, they
 * continue unchanged; in another session none is sent automatically.
 */
export const afterReload = (
  entries: readonly OutboxEntry[],
  sessionId: string | null,
): readonly OutboxEntry[] =>
  inOrder(
    entries.map(entry => {
      if (!goesByItself(entry)) return entry
      const isUntried = entry.state === 'waiting'
      return isOfSession(entry.pressed, sessionId)
        ? { ...entry, state: isUntried ? 'waiting' : 'unanswered', reason: null }
        : { ...entry, state: isUntried ? 'refused' : 'unconfirmed', reason: signedInAgain }
    }),
  )

/** Sorted in the order of writing. */
export const inOrder = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : placeOf(a) - placeOf(b)))

const placeOf = ({ pressed }: OutboxEntry): number => pressed?.place ?? 0

/** Whether it may have reached the customer: then the history is checked before any other action. */
export const mayHaveArrived = (entry: OutboxEntry): boolean =>
  entry.state === 'unanswered' || entry.state === 'unconfirmed'
