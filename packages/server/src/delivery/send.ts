import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendableAs } from '@parley/core/attachments/rules'
import { callTimeoutMs, freeAt, leaseMs, numberPace, owedAfter, roomAt } from '@parley/core/messages/delivery'
import { showsChangedTemplate } from '@parley/whatsapp/error-codes'
import type { Recipient } from '@parley/whatsapp/send'
import type { FileStore } from '../attachments/store.ts'
import type { ChannelAdapter, Unsendable } from '../channels/adapter.ts'
import type { ReachColumns } from '../conversations/reach.ts'
import { takenOver } from '../conversations/with-bot.ts'
import { batcher } from '../db/batcher.ts'
import { statement } from '../db/connection/statement.ts'
import type { Writer } from '../db/write.ts'
import { startClaimLoop, type ClaimLoop } from '../timers/claim-loop.ts'
import { type Claim, claimDue, isTemplate } from './claim.ts'
import { type AttemptOutcome, type AttemptResult, recordResults } from './result.ts'
import { reachFailure } from './unsent.ts'

export interface SenderDeps {
  readonly writer: Writer
  readonly adapter: ChannelAdapter
  readonly store: FileStore
  readonly phoneNumberId: string
  /** Milliseconds for one call to WhatsApp; 10 s by default. */
  readonly callTimeoutMs?: number
  /** Called when a rejection by WhatsApp is about the account. */
  readonly onRefused?: () => void
  /** Called when WhatsApp rejected a template that has changed since Parley read it. */
  readonly onTemplateRefused?: () => void
  readonly onTrouble: (error: unknown) => void
}

const atOnce = 8
const lookEveryMs = 1_000
/** The batch while WhatsApp's pace limits: half of `atOnce`. */
const fewAtOnce = 4
/** A large file needs longer than the call itself. */
const uploadTimeoutMs = 60_000

/** Milliseconds before each retry of a result that the database did not accept; after the last one the lease lapses. */
const recordAgainMs = [100, 500, 2_000, 5_000, 10_000, 30_000, 60_000] as const

/** Sends the queue of one number or bridge, several conversations at once, one message of a conversation at a time. */
export function startSender(deps: SenderDeps): ClaimLoop {
  const closing = new AbortController()
  const pace = startPace()
  const send = openSender(deps, closing.signal)
  const loop = startClaimLoop({
    claim: async room => {
      const free = await pace.free()
      const claims = await claimDue(deps.writer, deps.phoneNumberId, Math.min(room, free))
      if (claims !== 'held') pace.went(claims.length)
      return claims
    },
    work: send,
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

/** Limits the messages of a number or bridge per second. Usually one process sends, so memory suffices. */
function startPace() {
  let owedUntil: Date | null = null
  // Monotonic.
  const now = () => new Date(performance.now())
  return {
    /** Waits while the pace limits: a few messages together cost little more than one. @returns the number that may be sent */
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

/**
 * Sends claims and records their results. Waiting results share a transaction; a failing one does not fail the others. A lost
 * result would leave the message undecided for good, so recording is retried.
 */
export function openSender(deps: SenderDeps, closing: AbortSignal): (claim: Claim) => Promise<void> {
  const { writer, adapter, onTrouble } = deps
  const record = batcher<AttemptResult>({
    processBatch: results => recordResults(writer, adapter.name, results),
    processAlone: result => recordResults(writer, adapter.name, [result]),
    keyOf: ({ claim }) => String(claim.conversationId),
    sizeOf: () => 1,
    onSplit: onTrouble,
  })
  return async claim => {
    const attempted = await attempt(deps, claim).catch((error: unknown): AttemptOutcome => {
      // The adapter never throws, so the message was not sent.
      onTrouble(error)
      return { outcome: 'unprepared' }
    })
    if (attempted.outcome === 'refused' && attempted.retry === 'channel') deps.onRefused?.()
    if (attempted.outcome === 'refused' && showsChangedTemplate(attempted.code)) deps.onTemplateRefused?.()
    for (let time = 0; ; time += 1) {
      try {
        return await record({ claim, attempted })
      } catch (error) {
        const pauseMs = recordAgainMs[time]
        if (pauseMs === undefined || closing.aborted) throw error
        onTrouble(error)
        // Closing ends the pause, for one last attempt.
        await sleep(pauseMs, undefined, { signal: closing }).catch(() => undefined)
      }
    }
  }
}

const noFile = (sentence: string): Unsendable => ({
  outcome: 'unsendable',
  failure: { code: 'file', sentence, remedy: 'Attach the file again in a new message.' },
})

const fileIsGone = noFile('The file no longer exists.')

const nowhere: Unsendable = {
  outcome: 'unsendable',
  failure: {
    code: 'address',
    sentence: "This customer's number now belongs to another customer.",
    remedy: 'Check whether both are the same person, and write in the other conversation.',
  },
}

/**
 * Calls the channel, outside any transaction. The attempt's id comes back with each status. A message of the bot is not sent after
 * an agent took the conversation over.
 */
async function attempt(deps: SenderDeps, claim: Claim): Promise<AttemptOutcome> {
  const { writer, adapter } = deps
  const to = recipientOf(claim)
  if (to === null) return nowhere
  const timeoutMs = deps.callTimeoutMs ?? callTimeoutMs
  const [before] = await beforeCall(writer.db, [claim.attemptId])
  // Its lease lapsed: it is undecided, and an agent may have retried it.
  if (before === undefined || before.state !== 'sending') return { outcome: 'unprepared' }
  const isTakenOver = claim.saidUnder !== null && claim.saidUnder !== before.owner_generation
  if (isTakenOver) return { outcome: 'unsendable', failure: takenOver }
  const { file } = before
  if (file === null) return adapter.send({ ...claim, to, file }, { timeoutMs })

  const kind = sendableAs(file.mime_type, file.size ?? 0)
  if ('problem' in kind) return noFile(kind.problem)
  if (file.storage_key === null) return fileIsGone
  const stream = await readIfThere(deps, file.storage_key)
  // The disk may be unavailable for now.
  if (stream === null) return { outcome: 'unprepared', failure: fileIsGone.failure }
  const uploaded = await upload(deps, claim, file, stream)
  if (uploaded.outcome !== 'uploaded') return uploaded
  // The window may have closed during the upload.
  const [conversation] = await reaching(writer.db, [claim.conversationId])
  const closed = conversation && reachFailure(conversation, writer.now(), isTemplate(claim.details))
  if (closed) return { outcome: 'unsendable', failure: closed }
  const { name, mime_type: mimeType } = file
  const sent = { kind: kind.kind, mediaId: uploaded.mediaId, name, mimeType }
  return adapter.send({ ...claim, to, file: sent }, { timeoutMs })
}

interface OutboundFile {
  readonly name: string
  readonly mime_type: string
  readonly size: number | null
  readonly storage_key: string | null
}

/** The conditions of the call, and the message's file. */
const beforeCall = statement<{ state: string; owner_generation: number; file: OutboundFile | null }>(
  'before_call',
  `select a.state, c.owner_generation, (
     select json_build_object('name', f.name, 'mime_type', f.mime_type, 'size', f.size, 'storage_key', f.storage_key)
     from message_attachments m join attachments f on f.id = m.attachment_id
     where m.message_id = a.message_id order by m.position limit 1) as file
   from attempts a join conversations c on c.id = a.conversation_id where a.id = $1::bigint`,
)

const reaching = statement<ReachColumns>(
  'conversation_reach',
  `select customer_wrote_at, window_refused_at, unreachable, unreachable_at, number_gone, peer
   from conversations where id = $1::bigint`,
)

/** Null: the customer has no address any more. */
function recipientOf({ waId, waUserId, peer }: Claim): Recipient | null {
  if (peer !== null) return { userId: peer }
  if (waId !== null) return { phone: waId }
  return waUserId === null ? null : { userId: waUserId }
}

/** Closes the file in any case: if WhatsApp cannot be reached, the stream is never read. */
async function upload(
  { writer, adapter }: SenderDeps,
  { attemptId }: Claim,
  { name: filename, mime_type: mimeType, size }: OutboundFile,
  stream: Readable,
) {
  try {
    // The first lease covers only the call.
    await writer.db
      .updateTable('attempts')
      .set({ lease_until: new Date(writer.now().getTime() + uploadTimeoutMs + leaseMs) })
      .where('id', '=', attemptId)
      .execute()
    const bytes = { stream, size: size ?? 0 }
    return await adapter.upload({ bytes, filename, mimeType }, { timeoutMs: uploadTimeoutMs })
  } finally {
    stream.destroy()
  }
}

/** Null: the store has no such file. */
async function readIfThere({ store, onTrouble }: SenderDeps, key: string): Promise<Readable | null> {
  try {
    return await store.read(key)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    onTrouble(error)
    return null
  }
}
