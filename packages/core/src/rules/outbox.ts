import type { SendPart } from './message.ts'

/**
 * Where a message of this device stands. sending: its call is under way or about to be. held: the part before it failed.
 * refused: the server said no. unanswered: nobody knows whether the server has it. unconfirmed: the page was loaded
 * again before the answer came.
 */
export type OutboxState = 'sending' | 'held' | 'refused' | 'unanswered' | 'unconfirmed'

export interface OutboxFile {
  readonly document_id: string
  readonly name: string
  readonly mime_type: string
  /** Bytes. */
  readonly size: number | null
}

/** A message that the agent sent and the server has not confirmed yet. */
export interface OutboxEntry {
  /** The client_message_id: the same for every try, so that the server makes one message of them. */
  readonly clientId: string
  /** Parts of one press of Send share it. */
  readonly group: string
  readonly content: string
  readonly file: OutboxFile | null
  /** The issue that was selected when it was sent; every try links to it. */
  readonly issueId: string | null
  /** ISO 8601. */
  readonly at: string
  readonly state: OutboxState
  /** Why it is not sent, for a person. */
  readonly reason: string | null
}

/** What one press of Send puts into the outbox. `newId` is asked once for the group and once for each part. */
export function entriesOf(
  parts: readonly SendPart[],
  files: readonly OutboxFile[],
  issueId: string | null,
  at: Date,
  newId: () => string,
): readonly OutboxEntry[] {
  const group = newId()
  return parts.map(part => ({
    clientId: newId(),
    group,
    content: part.content,
    file: files.find(file => file.document_id === part.document_id) ?? null,
    issueId,
    at: at.toISOString(),
    state: 'sending',
    reason: null,
  }))
}

/** The next to be sent: one at a time, in the order in which they were written. */
export const nextToSend = (entries: readonly OutboxEntry[]): OutboxEntry | null =>
  entries.find(entry => entry.state === 'sending') ?? null

/** After a send failed: it stays with its reason, and the parts behind it wait for it. */
export function afterFailure(
  entries: readonly OutboxEntry[],
  clientId: string,
  state: 'refused' | 'unanswered',
  reason: string,
): readonly OutboxEntry[] {
  const at = entries.findIndex(entry => entry.clientId === clientId)
  const failed = entries[at]
  if (failed === undefined) return entries
  return entries.map((entry, index) => {
    if (index === at) return { ...entry, state, reason }
    const isBehind = index > at && entry.group === failed.group && entry.state === 'sending'
    return isBehind ? { ...entry, state: 'held', reason: 'The part before it was not sent' } : entry
  })
}

/** The agent asked for another try: of this one, and of the parts that waited for it. Never done by itself. */
export function afterRetry(entries: readonly OutboxEntry[], clientId: string): readonly OutboxEntry[] {
  const at = entries.findIndex(entry => entry.clientId === clientId)
  const retried = entries[at]
  if (retried === undefined) return entries
  return entries.map((entry, index) => {
    const waited = index > at && entry.group === retried.group && entry.state === 'held'
    return index === at || waited ? { ...entry, state: 'sending', reason: null } : entry
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

/** What a loaded page finds: whatever was under way has an unknown fate and is not sent again by itself. */
export const afterReload = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries
    .map(entry =>
      entry.state === 'sending' || entry.state === 'held'
        ? {
            ...entry,
            state: 'unconfirmed' as const,
            reason: 'The page was loaded again before the server confirmed it',
          }
        : entry,
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

/** Whether it could have reached the customer: then the history is looked at before anything else is done with it. */
export const mayHaveArrived = (entry: OutboxEntry): boolean =>
  entry.state === 'unanswered' || entry.state === 'unconfirmed'
