import type { NoteEntity } from '@parley/core/notes/api'
import type { MessageEntity } from '@parley/core/messages/api'
import type { Calendar } from '@parley/core/text/format'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import { continuesGroup, type Grouped, isSystem } from '@parley/core/conversations/thread'
import { compareIds } from '@parley/core/conversations/rules'

/** One row of the thread: a message of the server, one that is only on this device yet, or a note for colleagues. */
export type ThreadRow = ThreadRowFrame &
  (
    | { readonly kind: 'message' | 'system'; readonly message: MessageEntity }
    | { readonly kind: 'outbox'; readonly entry: OutboxEntry }
    | { readonly kind: 'note'; readonly note: NoteEntity }
  )

interface ThreadRowFrame {
  /** The same before and after the server confirmed a message, so that its bubble stays where it is. */
  readonly key: string
  /** The date pill above it, on the first message of a day. */
  readonly day: string | null
  /** The "New messages" marker stands above it. */
  readonly isFirstUnread: boolean
  /** Drawn as one group with the row above: no name, tight gap. */
  readonly continues: boolean
}

/** The id of what a row shows, of messages and notes alike; null for what is only on this device. */
export function rowIdOf(row: ThreadRow): string | null {
  if (row.kind === 'outbox') return null
  return row.kind === 'note' ? row.note.id : row.message.id
}

/** When what a row shows was written. */
export function rowTimeOf(row: ThreadRow): string {
  if (row.kind === 'outbox') return row.entry.at
  return row.kind === 'note' ? row.note.created_at : row.message.created_at
}

/** The notes among a thread's messages. */
export interface ThreadNotes {
  readonly items: readonly NoteEntity[]
  /** They are on their way: what is looked for may be one of them. */
  readonly isLoading: boolean
  /** The id of the viewer's newest; empty: there is none. */
  readonly newestOwn: string
}

/** For a thread without notes. */
export const noNotes: ThreadNotes = { items: [], isLoading: false, newestOwn: '' }

/** For a thread whose notes are being loaded. */
export const notesToCome: ThreadNotes = { ...noNotes, isLoading: true }

interface Sources {
  readonly messages: readonly MessageEntity[]
  readonly entries: readonly OutboxEntry[]
  readonly firstUnreadId: string | null
  /** Whose what is only on this device will be. */
  readonly viewerId: string
  readonly calendar: Calendar
}

const keyOf = (message: MessageEntity): string =>
  message.client_message_id === null ? message.id : `client:${message.client_message_id}`

/** No zone's days begin elsewhere than at a quarter of an hour of UTC. */
const quarterMs = 15 * 60_000

/** The date pill that stands above something of this time, below something of that time; null for none. */
function dayAbove(iso: string, below: string | undefined, calendar: Calendar): string | null {
  const at = new Date(iso)
  if (below === undefined) return calendar.dayPill(at)
  const before = new Date(below)
  // To write a date takes far longer than to compare two numbers.
  const isSameQuarter = Math.floor(at.getTime() / quarterMs) === Math.floor(before.getTime() / quarterMs)
  return isSameQuarter || calendar.day(at) === calendar.day(before) ? null : calendar.dayPill(at)
}

/** A row depends on its message, on the one before it and on the marker, and on nothing else. */
function messageRow(
  message: MessageEntity,
  before: MessageEntity | undefined,
  isFirstUnread: boolean,
  calendar: Calendar,
): ThreadRow {
  const day = dayAbove(message.created_at, before?.created_at, calendar)
  return {
    key: keyOf(message),
    kind: isSystem(message) ? 'system' : 'message',
    message,
    day,
    isFirstUnread,
    continues: day === null && !isFirstUnread && continuesGroup(before, message),
  }
}

/** What the rows were made of last time: by it, what did not change is not made again. */
export interface MadeRows {
  readonly sources: Sources
  readonly rows: readonly ThreadRow[]
}

/**
 * The rows of a thread: messages in their order, then what this device has not got confirmed. The rows of messages that stand
 * as they stood in `made` are the very same objects: with 50,000 messages a change costs its own rows and copies of arrays.
 */
export function threadRows(sources: Sources, made: MadeRows | null = null): readonly ThreadRow[] {
  const { messages, entries, firstUnreadId, viewerId, calendar } = sources
  const held = made?.sources.calendar === calendar ? made : null
  const old = held?.sources.messages ?? []
  const [same, sameAtEnd] = sameEnds(old, messages)
  const shift = old.length - messages.length
  const rowAt = (index: number): ThreadRow | null => {
    const message = messages[index]
    if (message === undefined) return null
    const isFirstUnread = message.id === firstUnreadId
    // The first of what is the same at the end stands below another one now.
    const place = index < same ? index : index > messages.length - sameAtEnd ? index + shift : -1
    const row = held?.rows[place]
    if (row?.isFirstUnread === isFirstUnread) return row
    return messageRow(message, messages[index - 1], isFirstUnread, calendar)
  }
  // The marker stands where it stood: then what is the same at the beginning is copied as a whole.
  const isMarkerSame = held?.sources.firstUnreadId === firstUnreadId
  const rows: ThreadRow[] = isMarkerSame ? (held?.rows.slice(0, same) ?? []) : []
  for (let index = rows.length; index < messages.length; index += 1) {
    const row = rowAt(index)
    if (row !== null) rows.push(row)
  }
  let above: Grouped | undefined = messages.at(-1)
  for (const entry of entries) {
    const own = asSent(entry, viewerId)
    const day = dayAbove(entry.at, above?.created_at, calendar)
    rows.push({
      key: `client:${entry.clientId}`,
      kind: 'outbox',
      entry,
      day,
      isFirstUnread: false,
      continues: day === null && continuesGroup(above, own),
    })
    above = own
  }
  return rows
}

/** In the group that it is in once the server has it: confirmed, it stays where it is. */
const asSent = ({ at }: OutboxEntry, viewerId: string): Grouped => ({
  direction: 'OUTBOUND',
  source: 'AGENT',
  sender_id: viewerId,
  created_at: at,
  response_time_seconds: null,
})

/**
 * How a row says its direction, its time and where it is: in the line of its group, below the last of it; above that to a
 * screen reader and on hover, but for its tick where the row below stands elsewhere.
 */
export type RowFoot = 'line' | 'tick' | 'none'

export function footOf(rows: readonly ThreadRow[], index: number): RowFoot {
  const [row, below] = [rows[index], rows[index + 1]]
  if (row === undefined || below === undefined || !below.continues) return 'line'
  return stateOf(row) === stateOf(below) && row.kind !== 'outbox' ? 'none' : 'tick'
}

const stateOf = (row: ThreadRow): string | null =>
  row.kind === 'outbox' ? row.entry.state : row.kind === 'note' ? null : row.message.status

/** How many messages are the very same at the beginning, and at the end of what is left. */
function sameEnds(
  old: readonly MessageEntity[],
  messages: readonly MessageEntity[],
): readonly [start: number, end: number] {
  const most = Math.min(old.length, messages.length)
  let start = 0
  while (start < most && old[start] === messages[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === messages.at(-1 - end)) end += 1
  return [start, end]
}

/** How far what is held of a thread reaches: whether messages stand before its first, and behind its last. */
interface Reach {
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Whether a note stands before a row: by time, then by id, as messages stand among each other. */
function isBefore(note: NoteEntity, row: ThreadRow): boolean {
  const at = rowTimeOf(row)
  if (note.created_at !== at) return note.created_at < at
  const id = rowIdOf(row)
  return id === null || compareIds(note.id, id) < 0
}

/**
 * A thread's rows with the notes among them, by time. A note from before what is held, or behind the end of a stretch, is
 * left out until the messages around it are there. Without notes they are the very same rows.
 */
export function withNotes(
  rows: readonly ThreadRow[],
  notes: readonly NoteEntity[],
  { hasOlder, hasNewer }: Reach,
  calendar: Calendar,
): readonly ThreadRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  const shown = notes.filter(
    note =>
      !(hasOlder && first !== undefined && isBefore(note, first)) &&
      !(hasNewer && last !== undefined && !isBefore(note, last)),
  )
  return mixed(
    rows,
    shown.map(note => ({ ...plain, key: note.id, kind: 'note', note })),
    (one, row) => isBefore(one.note, row),
    calendar,
  )
}

/** The same with what this device holds and what does not go by itself: each stands where it was written. */
export const withStopped = (
  rows: readonly ThreadRow[],
  entries: readonly OutboxEntry[],
  calendar: Calendar,
): readonly ThreadRow[] =>
  mixed(
    rows,
    entries.map(entry => ({ ...plain, key: `client:${entry.clientId}`, kind: 'outbox', entry })),
    (one, row) => rowTimeOf(one) < rowTimeOf(row),
    calendar,
  )

const plain = { day: null, isFirstUnread: false, continues: false } as const

function mixed<Row extends ThreadRow>(
  rows: readonly ThreadRow[],
  others: readonly Row[],
  isBefore: (other: Row, row: ThreadRow) => boolean,
  calendar: Calendar,
): readonly ThreadRow[] {
  if (others.length === 0) return rows
  const all: ThreadRow[] = []
  let next = 0
  let isBelowOther = false
  const put = (other: Row) => {
    const above = all.at(-1)
    all.push({ ...other, day: dayAbove(rowTimeOf(other), above && rowTimeOf(above), calendar) })
    next += 1
    isBelowOther = true
  }
  for (const row of rows) {
    for (let one = others[next]; one !== undefined && isBefore(one, row); one = others[next]) put(one)
    const above = all.at(-1)
    // What stands below one begins a group, and no day that it has begun.
    all.push(
      isBelowOther && above !== undefined
        ? { ...row, continues: false, day: dayAbove(rowTimeOf(row), rowTimeOf(above), calendar) }
        : row,
    )
    isBelowOther = false
  }
  for (const other of others.slice(next)) put(other)
  return all
}
