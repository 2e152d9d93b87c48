import type { Ask, SentCard } from './asks.ts'
import type { MessageEntity, QuotedEntity, SendBody } from './api.ts'
import { compareIds } from '../conversations/rules.ts'
import type { SendPart } from './rules.ts'
import type { DraftStep } from './drafts.ts'

/**
 * Where a message of this device stands. Three go by themselves, in order. sending: its call is under way or about to be.
 * waiting: nothing gets through, and it was not tried. unanswered: nobody knows whether the server has it; it goes again
 * under its id. The others go only if the agent says so. held: the part before it failed. refused: it was said no to.
 * answered: another has answered since. unconfirmed: nobody knows, and too much has changed to try again unasked.
 */
export type OutboxState =
  | 'sending'
  | 'waiting'
  | 'unanswered'
  | 'held'
  | 'refused'
  | 'answered'
  | 'unconfirmed'

export interface OutboxFile {
  readonly document_id: string
  readonly name: string
  readonly mime_type: string
  /** Bytes. */
  readonly size: number | null
  /** Recorded here, to be played as a voice note. */
  readonly voice?: true
}

/** What was known when a message was written; every try carries it. */
export interface Written {
  /** The greatest id of the messages that were shown, "0" for none; null: nobody noted it, so nothing is guarded. */
  readonly seenMessageId: string | null
  /** The issue that was selected when it was sent; every try links to it. */
  readonly issueId: string | null
  /** What the agent agreed that the text means; null for a regular message. */
  readonly metadata: NonNullable<SendBody['metadata']> | null
  /** The message that it answers. */
  readonly quoted: QuotedEntity | null
  /** The canned reply that its words were made of, and what the customer wanted then; null: none. */
  readonly canned: CannedOrigin | null
  /** The draft that it was in the box, which ends with it; null: none that the server has. */
  readonly draft: DraftStep | null
}

/** Where words came from, as the server counts it. */
export interface CannedOrigin {
  readonly id: string
  readonly intent: string | null
}

/** What held when Send, or Retry, was pressed last: where it is another by now, what waited does not go by itself. */
export interface Pressed {
  /** The agent's session; null: it cannot be told from another. */
  readonly sessionId: string | null
  /** Who had the conversation; null: nobody. Absent: it was not known. */
  readonly ownerId?: string | null
  /** ISO 8601. */
  readonly at: string
  /** The place among what went with the same press. */
  readonly place: number
}

/** A template with what the agent filled in; `file` of the entry is its header's. */
export type OutboxTemplate = Readonly<Pick<NonNullable<SendBody['template']>, 'name' | 'language'>> & {
  readonly values: Readonly<Record<string, string>>
}

/** A message that the agent sent and the server has not confirmed yet. */
export interface OutboxEntry extends Written {
  /** The client_message_id: the same for every try, so that the server makes one message of them. */
  readonly clientId: string
  /** Parts of one press of Send share it. */
  readonly group: string
  readonly content: string
  readonly file: OutboxFile | null
  /** It goes in place of the content, which is what it says. */
  readonly template: OutboxTemplate | null
  /** What the customer may press below the content. */
  readonly ask: Ask | null
  /** A card, which the content names; it goes alone. */
  readonly card: SentCard | null
  /** The agent wants it sent although another has answered since. */
  readonly force: boolean
  /** Null: an older page did not note it. */
  readonly pressed: Pressed | null
  /** ISO 8601. */
  readonly at: string
  readonly state: OutboxState
  /** Why it is not sent, for a person; of one that is sending, why it waits. */
  readonly reason: string | null
}

/** What entries lack that an older page left on the device. */
export const unwritten = {
  seenMessageId: null,
  issueId: null,
  metadata: null,
  quoted: null,
  canned: null,
  draft: null,
  template: null,
  ask: null,
  card: null,
  force: false,
  pressed: null,
} as const

const serverId = /^\d{1,15}$/

/** What a sender has seen: the greatest id of the messages that are shown, "0" for none. */
export const seenMessageId = (shown: readonly Pick<MessageEntity, 'id'>[]): string =>
  shown.reduce((greatest, { id }) => (serverId.test(id) && compareIds(id, greatest) > 0 ? id : greatest), '0')

/**
 * What one press of Send puts into the outbox: what the text means and what it was made of go with the part that has it, what is quoted, and the draft that
 * it was, with the first. `newId` is asked once
 * for the group and once for each part.
 */
export function entriesOf(
  parts: readonly SendPart[],
  files: readonly OutboxFile[],
  { metadata, quoted, canned, draft, ...written }: Written,
  at: Date,
  newId: () => string,
): readonly OutboxEntry[] {
  const group = newId()
  return parts.map((part, index) => ({
    clientId: newId(),
    group,
    ...written,
    metadata: part.content === '' ? null : metadata,
    quoted: index === 0 ? quoted : null,
    canned: part.content === '' ? null : canned,
    draft: index === 0 ? draft : null,
    content: part.content,
    template: null,
    ask: null,
    card: null,
    file: files.find(file => file.document_id === part.document_id) ?? null,
    force: false,
    pressed: null,
    at: at.toISOString(),
    state: 'sending',
    reason: null,
  }))
}

/** A template as it goes into the outbox, alone. `words`: what it says. `newId` as above. */
export function templateEntry(
  { template, words, file }: { template: OutboxTemplate; words: string; file: OutboxFile | null },
  written: Pick<Written, 'seenMessageId' | 'issueId'>,
  at: Date,
  newId: () => string,
): OutboxEntry {
  return {
    clientId: newId(),
    group: newId(),
    ...written,
    metadata: null,
    quoted: null,
    canned: null,
    draft: null,
    content: words,
    file,
    template,
    ask: null,
    card: null,
    force: false,
    pressed: null,
    at: at.toISOString(),
    state: 'sending',
    reason: null,
  }
}

/** A question or a card as it goes into the outbox. `words`: the question, or the line that names the card. `newId` as above. */
export function askEntry(
  { ask, card, words }: Pick<OutboxEntry, 'ask' | 'card'> & { readonly words: string },
  written: Omit<Written, 'metadata' | 'canned' | 'draft'>,
  at: Date,
  newId: () => string,
): OutboxEntry {
  return {
    clientId: newId(),
    group: newId(),
    ...written,
    metadata: null,
    canned: null,
    draft: null,
    content: words,
    file: null,
    template: null,
    ask,
    card,
    force: false,
    pressed: null,
    at: at.toISOString(),
    state: 'sending',
    reason: null,
  }
}

/** Whether nobody need do anything for it to go. */
export const goesByItself = ({ state }: OutboxEntry): boolean =>
  state === 'sending' || state === 'waiting' || state === 'unanswered'

/** The next to be sent: one at a time, in the order in which they were written. */
export const nextToSend = (entries: readonly OutboxEntry[]): OutboxEntry | null =>
  entries.find(goesByItself) ?? null

/** While nothing gets through: what was about to go waits. `calling`: the one whose call is under way; null: none is. */
export function whileCut(entries: readonly OutboxEntry[], calling: string | null): readonly OutboxEntry[] {
  const isAboutTo = ({ state, clientId }: OutboxEntry) => state === 'sending' && clientId !== calling
  if (!entries.some(isAboutTo)) return entries
  return entries.map(entry => (isAboutTo(entry) ? { ...entry, state: 'waiting', reason: null } : entry))
}

/** Its call begins. */
export const whenCalled = (entries: readonly OutboxEntry[], clientId: string): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, state: 'sending', reason: null } : entry))

/** How long a message waits and still goes by itself, in milliseconds: the talk has gone on by then. */
const longestWaitMs = 60 * 60_000

/** How things stand when what waited could go. */
interface Now {
  readonly agentId: string
  readonly sessionId: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  readonly now: Date
}

/**
 * Whether a conversation is somebody's by now who was not thought of when Send was pressed: what waited does not go there by
 * itself. The browser asks before it calls, and the server as it takes the message.
 * @param believedId who had it then; null: nobody, or it was not known
 */
export const isTakenOver = (ownerId: string | null, agentId: string, believedId: string | null): boolean =>
  ownerId !== null && ownerId !== agentId && ownerId !== believedId

/** Who had the conversation when Send, or Retry, was pressed last, as far as is known. */
export const believedOwner = ({ pressed }: Pick<OutboxEntry, 'pressed'>): string | null =>
  pressed?.ownerId ?? null

/**
 * Why what waited does not go by itself any more, for a person; null: it goes. The server is asked all the same: it knows
 * whether another has answered and whether the customer can be written to.
 */
export function whyNotUnasked(
  { pressed }: Pick<OutboxEntry, 'pressed'>,
  { agentId, sessionId, ownerId, ownerName, now }: Now,
): string | null {
  if (pressed === null || !isOfSession(pressed, sessionId)) return signedInAgain
  if (now.getTime() - Date.parse(pressed.at) > longestWaitMs) return 'It has waited for more than an hour'
  return isTakenOver(ownerId, agentId, believedOwner({ pressed }))
    ? `${ownerName ?? 'A colleague'} has this conversation now`
    : null
}

const isOfSession = (pressed: Pressed | null, sessionId: string | null): boolean =>
  sessionId !== null && pressed?.sessionId === sessionId

const signedInAgain = 'You signed in again since it was written'

/** After a send failed: it stays with its reason, and the parts behind it wait for it. */
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
    return isBehind ? { ...entry, state: 'held', reason: 'The part before it was not sent' } : entry
  })
}

/** No answer came: it goes again, before what was written after it. */
export const unansweredNow = (
  entries: readonly OutboxEntry[],
  clientId: string,
  reason: string,
): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, state: 'unanswered', reason } : entry))

/** The server does not take it yet: it stays on its way, and says why it waits. */
export const whileWaiting = (
  entries: readonly OutboxEntry[],
  clientId: string,
  reason: string,
): readonly OutboxEntry[] =>
  entries.map(entry => (entry.clientId === clientId ? { ...entry, reason } : entry))

/**
 * The agent asked for another try: of this one, and of the parts that waited for it. Where another had answered, it is
 * asked for in spite of that.
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

/** Without those that the server is known to have. The same list when there are none. */
export function withoutConfirmed(
  entries: readonly OutboxEntry[],
  confirmed: ReadonlySet<string>,
): readonly OutboxEntry[] {
  const left = entries.filter(entry => !confirmed.has(entry.clientId))
  return left.length === entries.length ? entries : left
}

/**
 * What a loaded page finds, in the order in which it was written. What was under way may have arrived. In the session in
 * which it was written all goes on as it stood; in another one nothing goes by itself.
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

/** In the order in which they were written. */
export const inOrder = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : placeOf(a) - placeOf(b)))

const placeOf = ({ pressed }: OutboxEntry): number => pressed?.place ?? 0

/** Whether it could have reached the customer: then the history is looked at before anything else is done with it. */
export const mayHaveArrived = (entry: OutboxEntry): boolean =>
  entry.state === 'unanswered' || entry.state === 'unconfirmed'
