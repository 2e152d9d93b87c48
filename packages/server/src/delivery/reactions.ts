import { callTimeoutMs, leaseMs, nextTry } from '@parley/core/rules/delivery'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { sql } from 'kysely'
import { type CarrierOf, type FailureFacts, failureOf, type Unsendable } from '../channels/adapter.ts'
import { lockConversation } from '../conversations/lock.ts'
import type { ReachColumns } from '../conversations/reach.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { wamidOf } from '../messages/quotes.ts'
import { startTakeLoop, type TakeLoop } from '../take-loop.ts'
import { reachFailure } from './unsent.ts'

/*
 * Signs that agents put on messages. To put the same one twice does no harm, so nothing here is undecided: what is wanted
 * is told until WhatsApp takes it, says no, or two minutes are over. One try of a message at a time, so that the last
 * one wanted is the last one told.
 */

export interface ReactionDeps {
  readonly writer: Writer
  readonly carrierOf: CarrierOf
  /** Milliseconds one call to WhatsApp may take; 10 s where nothing else is said. */
  readonly callTimeoutMs?: number
  readonly onTrouble: (error: unknown) => void
}

interface Due {
  readonly message_id: number
  readonly version: number
  readonly emoji: string
  readonly agent_id: number
  readonly tries: number
  readonly deadline: Date
}

/** Tells WhatsApp of the signs that agents put on messages, several at once. */
export const startReactions = (deps: ReactionDeps): TakeLoop =>
  startTakeLoop({
    take: room => takeDue(deps.writer, room),
    work: due => tell(deps, due),
    atOnce: 4,
    lookEveryMs: 2_000,
    timer: deps.writer.timer,
    onTrouble: deps.onTrouble,
  })

async function takeDue({ db, now }: Writer, most: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    update agent_reactions set busy_until = ${new Date(now().getTime() + leaseMs)}, tries = tries + 1
    where message_id = any(array(
      select message_id from agent_reactions
      where next_try_at <= ${now()} and (busy_until is null or busy_until <= ${now()})
      order by next_try_at, message_id limit ${most} for update skip locked))
    returning message_id, version, emoji, agent_id, tries, deadline`.execute(db)
  return rows
}

interface Facts extends ReachColumns {
  readonly conversation_id: number
  readonly phone_number_id: string
  readonly wa_id: string | null
  readonly wa_user_id: string | null
  readonly wamid: string | null
  readonly erased_at: Date | null
}

async function tell(deps: ReactionDeps, due: Due): Promise<void> {
  const { writer } = deps
  const { rows } = await sql<Facts>`
    select m.conversation_id, c.phone_number_id, cu.wa_id, cu.wa_user_id, cu.erased_at, ${sql.raw(wamidOf('m.id'))} as wamid,
      c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer
    from messages m join conversations c on c.id = m.conversation_id join customers cu on cu.id = c.customer_id
    where m.id = ${due.message_id}`.execute(writer.db)
  const [facts] = rows
  // The row goes with an erasure; what was taken before it leads nowhere.
  if (facts === undefined || facts.erased_at !== null) return
  const told = await handOver(deps, due, facts)
  await write(writer, async (tx, emit) => {
    await lockConversation(tx, facts.conversation_id)
    await settle(tx, emit, due, told, writer.now())
  })
}

type Told = SendOutcome | Unsendable

async function handOver(deps: ReactionDeps, due: Due, facts: Facts): Promise<Told> {
  const now = deps.writer.now()
  const problem = due.deadline <= now ? late : reachFailure(facts, now)
  if (problem !== null) return { outcome: 'unsendable', failure: problem }
  const { wamid, wa_id: phone, wa_user_id: userId } = facts
  const carrier = deps.carrierOf(facts.phone_number_id)
  if (carrier?.react == null || wamid === null || (phone === null && userId === null))
    return { outcome: 'unsendable', failure: nowhere }
  const reaction = {
    to: phone === null ? { userId: userId ?? '' } : { phone },
    opaque: `${prefix}${due.message_id}:${due.version}`,
    target: wamid,
    emoji: due.emoji,
  }
  return carrier.react(reaction, { timeoutMs: deps.callTimeoutMs ?? callTimeoutMs })
}

async function settle(tx: Tx, emit: Emit, due: Due, told: Told, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('agent_reactions')
    .select(['version', 'told', 'failure'])
    .where('message_id', '=', due.message_id)
    .executeTakeFirst()
  if (row === undefined) return
  const isWanted = row.version === due.version
  const done = { busy_until: null, ...(isWanted && { next_try_at: null }) }
  const failure = failureAfter(told)
  const again = failure === null || !failure.passes ? null : nextTry(now, due.tries, due.deadline)
  // WhatsApp may say that it failed before we know that it took it.
  const hasFailed = isWanted && row.failure !== null
  await tx
    .updateTable('agent_reactions')
    .set(
      failure === null
        ? hasFailed
          ? done
          : { ...done, told: due.emoji, told_agent_id: due.agent_id, told_at: now }
        : again === null
          ? { ...done, ...(isWanted && { failure: JSON.stringify(failure.facts) }) }
          : { busy_until: null, ...(isWanted && { next_try_at: again }) },
    )
    .where('message_id', '=', due.message_id)
    .execute()
  if (again === null) emit({ noun: 'message', id: due.message_id, kind: 'changed' })
}

/** What went wrong, and whether it may pass; null: WhatsApp took it. */
function failureAfter(told: Told): { readonly facts: FailureFacts; readonly passes: boolean } | null {
  switch (told.outcome) {
    case 'accepted':
      return null
    case 'unknown':
    case 'unreached':
      return { facts: unreached, passes: true }
    case 'refused':
      return {
        facts: failureOf(told.code, told.details),
        passes: told.retry === 'transient' || told.retry === 'rate',
      }
    case 'unsendable':
      return { facts: told.failure, passes: false }
  }
}

const prefix = 'reaction:'

/** Which sign a status speaks of; null: of none, but of a message. */
export function reactionOf(
  opaque: string | null,
): { readonly messageId: number; readonly version: number } | null {
  const [, message, version] = /^reaction:(\d{1,15}):(\d{1,9})$/.exec(opaque ?? '') ?? []
  return message === undefined ? null : { messageId: Number(message), version: Number(version) }
}

/**
 * WhatsApp took a sign and says later what became of it: one that failed is not there. Answers the message that it was put
 * on; null where that is not here any more.
 */
export async function receiveReactionStatus(
  tx: Tx,
  emit: Emit,
  { messageId, version }: { readonly messageId: number; readonly version: number },
  status: DeliveryStatus,
): Promise<number | null> {
  const row = await tx
    .selectFrom('agent_reactions')
    .innerJoin('messages', 'messages.id', 'agent_reactions.message_id')
    .select(['conversation_id', 'version'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (row === undefined) return null
  if (status.status !== 'failed' || row.version !== version) return messageId
  await lockConversation(tx, row.conversation_id)
  const failure = failureOf(status.error?.code ?? 0, status.error?.details ?? '')
  await tx
    .updateTable('agent_reactions')
    // What stood there before it was told is not known any more.
    .set({ told: '', next_try_at: null, failure: JSON.stringify(failure) })
    .where('message_id', '=', messageId)
    .where('version', '=', version)
    .execute()
  emit({ noun: 'message', id: messageId, kind: 'changed' })
  return messageId
}

const unreached: FailureFacts = {
  code: 'unreached',
  sentence: 'WhatsApp could not be reached in time.',
  remedy: 'Choose it again.',
}
const late: FailureFacts = {
  code: 'late',
  sentence: 'Parley could not send this within two minutes.',
  remedy: 'Choose it again.',
}
const nowhere: FailureFacts = {
  code: 'address',
  sentence: 'The number of this customer belongs to another customer now.',
  remedy: 'See whether both are one person.',
}
