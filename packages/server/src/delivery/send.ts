import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { callTimeoutMs, leaseMs } from '@parley/core/rules/delivery'
import { sendableAs } from '@parley/core/rules/sendable-file'
import { freeAt, numberPace, owedAfter, roomAt } from '@parley/core/rules/sending-pace'
import { showsChangedTemplate } from '@parley/whatsapp/error-codes'
import type { Recipient } from '@parley/whatsapp/send'
import type { FileStore } from '../attachments/store.ts'
import type { Carrier, FailureFacts, Unsendable } from '../channels/adapter.ts'
import type { UploadedFile } from '../channels/whatsapp.ts'
import { takenOver } from '../conversations/with-bot.ts'
import { batcher } from '../db/batcher.ts'
import { isLate } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Writer } from '../db/write.ts'
import { startTakeLoop, type TakeLoop } from '../take-loop.ts'
import { isTemplate, takeDue, type Taken } from './claim.ts'
import { type Result, settle, type Tried } from './result.ts'
import { reachFailure } from './unsent.ts'

export interface DeliverDeps {
  readonly writer: Writer
  readonly carrier: Carrier
  readonly store: FileStore
  readonly phoneNumberId: string
  /** Milliseconds one call to WhatsApp may take; 10 s where nothing else is said. */
  readonly callTimeoutMs?: number
  /** Told when WhatsApp refused what it would refuse of any message: something is wrong with the account. */
  readonly onRefused?: () => void
  /** Told when WhatsApp refused a template that is not as Parley knows it. */
  readonly onTemplateRefused?: () => void
  readonly onTrouble: (error: unknown) => void
}

const atOnce = 8
const lookEveryMs = 1_000
/** Taken together where WhatsApp's pace has them wait: half of what it takes at once. */
const fewAtOnce = 4
/** A large file needs longer than the call itself. */
const uploadTimeoutMs = 60_000

/** Milliseconds before each repetition of a result that the database did not take; later ones are left to the lease. */
const settleAgainMs = [100, 500, 2_000, 5_000, 10_000, 30_000, 60_000] as const

/** Hands what is queued at one of our numbers or bridges over, several conversations at once, one message of a conversation at a time. */
export function startDeliverer(deps: DeliverDeps): TakeLoop {
  const closing = new AbortController()
  const pace = startPace()
  const line = openLine(deps)
  const loop = startTakeLoop({
    take: async room => {
      const free = await pace.free()
      const taken = await takeDue(deps.writer, deps.phoneNumberId, Math.min(room, free))
      if (taken !== 'held') pace.went(taken.length)
      return taken
    },
    work: taken => deliverOne(line, taken, closing.signal),
    atOnce,
    lookEveryMs,
    timer: deps.writer.timer,
    onTrouble: deps.onTrouble,
  })
  return {
    wake: loop.wake,
    close: async () => {
      closing.abort()
      await loop.close()
    },
  }
}

/** What WhatsApp takes from one number in a second, and so does every bridge, kept by the process that sends, which is one as a rule. */
function startPace() {
  let owedUntil: Date | null = null
  // No matter what the database's clock does.
  const now = () => new Date(performance.now())
  return {
    /** Waits until some may go, where the last one had to wait: a few at once cost little more than one. Answers how many may. */
    free: async (): Promise<number> => {
      const at = freeAt(numberPace, owedUntil, now())
      if (at !== null) await sleep(at.getTime() - performance.now() + (fewAtOnce - 1) * numberPace.everyMs)
      return Math.max(1, roomAt(numberPace, owedUntil, now()))
    },
    went: (times: number) => {
      for (let time = 0; time < times; time += 1) owedUntil = owedAfter(numberPace, owedUntil, now())
    },
  }
}

/** What those that are under way at the same time share. */
export interface DeliveryLine extends DeliverDeps {
  /** Stores the result of a try. Those that wait at the same time are stored together, and none fails its neighbours. */
  readonly keep: (result: Result) => Promise<void>
}

/** Opens a line. */
export function openLine(deps: DeliverDeps): DeliveryLine {
  const { writer, phoneNumberId, carrier, onTrouble } = deps
  const place = { phoneNumberId, channel: carrier.name }
  const keep = batcher<Result>({
    together: group => settle(writer, group, place),
    alone: result => settle(writer, [result], place),
    keyOf: ({ taken }) => String(taken.conversationId),
    sizeOf: () => 1,
    onSplit: onTrouble,
    isHopeless: isLate,
  })
  return { ...deps, keep }
}

/**
 * Hands over what was taken and stores what came of it. A result that was lost would leave the message undecided for good, so it
 * is stored again until the database takes it. Of the bot nothing goes that a person took over since it was taken.
 */
export async function deliverOne(line: DeliveryLine, taken: Taken, closing: AbortSignal): Promise<void> {
  const tried = await tryOnce(line, taken)
  if (tried.outcome === 'refused' && tried.retry === 'channel') line.onRefused?.()
  if (tried.outcome === 'refused' && showsChangedTemplate(tried.code)) line.onTemplateRefused?.()
  for (let time = 0; ; time += 1) {
    try {
      return await line.keep({ taken, tried })
    } catch (error) {
      const pauseMs = settleAgainMs[time]
      if (pauseMs === undefined || closing.aborted) throw error
      line.onTrouble(error)
      // Closing cuts the pause short, for one last time.
      await sleep(pauseMs, undefined, { signal: closing }).catch(() => undefined)
    }
  }
}

const noFile = (sentence: string): Unsendable => ({
  outcome: 'unsendable',
  failure: { code: 'file', sentence, remedy: 'Attach the file again and send it as a new message.' },
})

const fileIsGone = noFile('The file is not there any more.')

const nowhere: Tried = {
  outcome: 'unsendable',
  failure: {
    code: 'address',
    sentence: 'The number of this customer belongs to another customer now.',
    remedy: 'See whether both are one person, and write in the other conversation.',
  },
}

/** The client never throws, so what does comes before the message can have left. */
async function tryOnce(line: DeliveryLine, taken: Taken): Promise<Tried> {
  try {
    return await handOver(line, taken)
  } catch (error) {
    line.onTrouble(error)
    return { outcome: 'unprepared' }
  }
}

/** The call to the channel, outside any transaction. Our attempt's id goes along and comes back with every status. */
async function handOver(line: DeliveryLine, taken: Taken): Promise<Tried> {
  const { writer, carrier } = line
  const to = recipientOf(taken)
  if (to === null) return nowhere
  const send = (uploaded: UploadedFile | null) =>
    carrier.send(
      { ...taken, to, file: uploaded },
      {
        timeoutMs: line.callTimeoutMs ?? callTimeoutMs,
      },
    )
  const [standing] = await beforeCall(writer.db, [taken.attemptId])
  // Its lease lapsed: it is undecided by now, and may be on its way again by a person's hand.
  if (standing === undefined || standing.state !== 'sending') return { outcome: 'unprepared' }
  // A person may have taken the conversation since the take.
  const isSilenced = taken.saidUnder !== null && taken.saidUnder !== standing.owner_generation
  if (isSilenced) return { outcome: 'unsendable', failure: takenOver }
  const { file } = standing
  if (file === null) return send(null)

  const kind = sendableAs(file.mime_type, file.size ?? 0)
  if ('problem' in kind) return noFile(kind.problem)
  if (file.storage_key === null) return fileIsGone
  const stream = await readIfThere(line, file.storage_key)
  // Its disk may be away for the moment.
  if (stream === null) return { outcome: 'unprepared', failure: fileIsGone.failure }
  const uploaded = await upload(line, taken.attemptId, { stream, ...file })
  if (uploaded.outcome !== 'uploaded') return uploaded
  // An upload takes its time.
  const closed = await closedMeanwhile(writer, taken)
  if (closed !== null) return { outcome: 'unsendable', failure: closed }
  const { name, mime_type: mimeType } = file
  return send({ kind: kind.kind, mediaId: uploaded.mediaId, name, mimeType })
}

interface Standing {
  readonly state: string
  readonly owner_generation: number
  readonly file: (Omit<Uploadable, 'stream'> & { readonly storage_key: string | null }) | null
}

/** What has to hold when the call begins, and the file that goes along, in one look. */
const beforeCall = statement<Standing>(
  'before_call',
  `select a.state, c.owner_generation, (
     select json_build_object('name', f.name, 'mime_type', f.mime_type, 'size', f.size, 'storage_key', f.storage_key)
     from message_attachments m join attachments f on f.id = m.attachment_id
     where m.message_id = a.message_id order by m.position limit 1) as file
   from attempts a join conversations c on c.id = a.conversation_id where a.id = $1::bigint`,
)

/** Null: nothing that they were known by is theirs any more. */
function recipientOf({ waId, waUserId, peer }: Taken): Recipient | null {
  if (peer !== null) return { userId: peer }
  if (waId !== null) return { phone: waId }
  return waUserId === null ? null : { userId: waUserId }
}

async function closedMeanwhile(
  writer: Writer,
  { conversationId, details }: Taken,
): Promise<FailureFacts | null> {
  const conversation = await writer.db
    .selectFrom('conversations')
    .select([
      'customer_wrote_at',
      'window_refused_at',
      'unreachable',
      'unreachable_at',
      'number_gone',
      'peer',
    ])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return reachFailure(conversation, writer.now(), isTemplate(details))
}

interface Uploadable {
  readonly stream: Readable
  readonly name: string
  readonly mime_type: string
  readonly size: number | null
}

/** Lets go of the file in any case: where WhatsApp cannot be reached nobody else reads it, and so nobody closes it. */
async function upload({ writer, carrier }: DeliverDeps, attemptId: number, file: Uploadable) {
  const { stream, name: filename, mime_type: mimeType, size } = file
  try {
    await extendLease(writer, attemptId)
    const bytes = { stream, size: size ?? 0 }
    return await carrier.upload({ bytes, filename, mimeType }, { timeoutMs: uploadTimeoutMs })
  } finally {
    stream.destroy()
  }
}

/** Null when the store has no such file, which is told. */
async function readIfThere({ store, onTrouble }: DeliverDeps, key: string): Promise<Readable | null> {
  try {
    return await store.read(key)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    onTrouble(error)
    return null
  }
}

/** A lease covers the call; an upload before it takes its own time. */
const extendLease = (writer: Writer, attemptId: number) =>
  writer.db
    .updateTable('attempts')
    .set({ lease_until: new Date(writer.now().getTime() + uploadTimeoutMs + leaseMs) })
    .where('id', '=', attemptId)
    .execute()
