import { atTheServer, record } from '../audit/record.ts'
import { write } from '../db/write.ts'
import { type Replayed, type ReplayedItem, type Replayer, replayEvents } from './ingest/replay.ts'

export const eventsUsage = `  parley events replay                   try what was refused of WhatsApp's webhooks again
  parley events replay FROM TO           the same of all that was refused or noted in that span of time (ISO 8601)`

/** What `parley events replay` was asked to try again; null: it was not typed, or not so. */
export function readEventsCommand(args: readonly string[]): Replayed | null {
  const [noun, verb, ...span] = args
  if (noun !== 'events' || verb !== 'replay') return null
  if (span.length === 0) return 'refused'
  const [from, to] = span.map(timeOf)
  return span.length === 2 && from && to && from < to ? { from, to } : null
}

/** A day means its first moment in UTC. */
function timeOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Tries again, says what became of each item, and puts on record how many there were. */
export async function replayAndSay(
  replayer: Replayer,
  which: Replayed,
  say: (line: string) => void,
): Promise<void> {
  const counts: Record<string, number> = {}
  let tried = 0
  try {
    for await (const item of replayEvents(replayer, which)) {
      tried += 1
      counts[item.after] = (counts[item.after] ?? 0) + 1
      say(lineOf(item))
    }
  } finally {
    const { writer } = replayer
    const replayed = { action: 'events.replayed', noun: 'channel', objectId: null } as const
    const span = which === 'refused' ? {} : { from: which.from.toISOString(), to: which.to.toISOString() }
    const after = { ...span, tried, ...counts }
    await write(writer, tx => record(tx, atTheServer, { ...replayed, after }, writer.now()))
  }
  const sums = Object.entries(counts).map(([end, count]) => `${count} ${end}`)
  say(tried === 0 ? 'There is nothing to try again' : `${tried} tried: ${sums.join(', ')}`)
}

const words: Readonly<Record<ReplayedItem['after'], string>> = {
  shown: 'is shown now',
  folded: 'is folded into its message now',
  noted: 'is noted',
  refused: 'is refused',
  erased: 'speaks of a customer who was erased, and is left alone',
  gone: 'is read otherwise by this version, and is left alone',
}

function lineOf({ eventId, itemNo, before, after, reason }: ReplayedItem): string {
  const still = before === after ? ' still' : ''
  const why = reason === null || reason === '' ? '' : `: ${reason}`
  return `Webhook ${eventId}, item ${itemNo}${still} ${words[after]}${why}`
}
