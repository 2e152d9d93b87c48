import { callTimeoutMs, leaseMs, nextTry } from '@parley/core/messages/delivery'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/inbound/delivery-status'
import { sql } from 'kysely'
import { type AdapterOf, type FailureFacts, failureOf, type Unsendable } from '../channels/adapter.ts'
import { lockConversation } from '../conversations/lock.ts'
import type { ReachColumns } from '../conversations/reach.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { wamidOf } from '../messages/quotes.ts'
import { startClaimLoop, type ClaimLoop } from '../timers/claim-loop.ts'
import { reachFailure } from './unsent.ts'

/*
 * Reactions of agents. Sending one twice does no harm, so no result is uncertain. A reaction is retried until WhatsApp accepts or
 * rejects it, or two minutes have passed. A message has one attempt at a time, so that the newest reaction is sent last.
 */

interface ReactionDeps {
  readonly writer: Writer
  readonly adapterOf: AdapterOf
  /** Milliseconds for one call to WhatsApp; 10 s by default. */
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

/** Sends the reactions of agents, several at once. */
export const startReactions = (deps: ReactionDeps): ClaimLoop =>
  startClaimLoop({
    claim: room => claimReactions(deps.writer, room),
    work: due => sendReaction(deps, due),
    atOnce: 4,
    lookEveryMs: 2_000,
    timer: deps.writer.timer,
    onTrouble: deps.onTrouble,
  })

async function claimReactions({ db, now }: Writer, most: number): Promise<readonly Due[]> {
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

async function sendReaction(deps: ReactionDeps, due: Due): Promise<void> {
  const { writer } = deps
  const { rows } = await sql<Facts>`
    select m.conversation_id, c.phone_number_id, cu.wa_id, cu.wa_user_id, cu.erased_at, ${sql.raw(wamidOf('m.id'))} as wamid,
      c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer
    from messages m join conversations c on c.id = m.conversation_id join customers cu on cu.id = c.customer_id
    where m.id = ${due.message_id}`.execute(writer.db)
  const [facts] = rows
  // An erasure deletes the row.
  if (facts === undefined || facts.erased_at !== null) return
  const outcome = await attempt(deps, due, facts)
  await write(writer, async context => {
    await lockConversation(context.tx, facts.conversation_id)
    await recordReaction(context, due, outcome)
  })
}

async function attempt(deps: ReactionDeps, due: Due, facts: Facts): Promise<SendOutcome | Unsendable> {
  const now = deps.writer.now()
  const problem = due.deadline <= now ? late : reachFailure(facts, now)
  if (problem !== null) return { outcome: 'unsendable', failure: problem }
  const { wamid: target, wa_id: phone, wa_user_id: userId } = facts
  const adapter = deps.adapterOf(facts.phone_number_id)
  const to = phone !== null ? { phone } : userId !== null ? { userId } : null
  if (adapter?.react == null || target === null || to === null)
    return { outcome: 'unsendable', failure: nowhere }
  const opaque = `reaction:${due.message_id}:${due.version}`
  const timeoutMs = deps.callTimeoutMs ?? callTimeoutMs
  return adapter.react({ to, opaque, target, emoji: due.emoji }, { timeoutMs })
}

async function recordReaction(
  { tx, publish, now }: TxContext,
  due: Due,
  outcome: SendOutcome | Unsendable,
): Promise<void> {
  const rows = () => tx.updateTable('agent_reactions').where('message_id', '=', due.message_id)
  const row = await rows().set({ busy_until: null }).returning(['version', 'failure']).executeTakeFirst()
  if (row === undefined) return
  const isWanted = row.version === due.version
  const failure = failureAfter(outcome)
  const next = failure?.passes === true ? nextTry(now, due.tries, due.deadline) : null
  if (isWanted) {
    const refused = failure !== null && next === null && { failure: JSON.stringify(failure.facts) }
    await rows()
      .set({ next_try_at: next, ...refused })
      .execute()
  }
  // A failed status may come before the accepted result.
  if (failure === null && !(isWanted && row.failure !== null))
    await rows().set({ told: due.emoji, told_agent_id: due.agent_id, told_at: now }).execute()
  if (next === null) publish({ noun: 'message', id: due.message_id, kind: 'changed' })
}

/** The failure, and whether it may pass; null: WhatsApp accepted it. */
function failureAfter(
  outcome: SendOutcome | Unsendable,
): { readonly facts: FailureFacts; readonly passes: boolean } | null {
  switch (outcome.outcome) {
    case 'accepted':
      return null
    case 'unknown':
    case 'unreached':
      return { facts: unreached, passes: true }
    case 'refused': {
      const { code, details, retry } = outcome
      return { facts: failureOf(code, details), passes: retry === 'transient' || retry === 'rate' }
    }
    case 'unsendable':
      return { facts: outcome.failure, passes: false }
  }
}

/** The reaction that a status is about. */
interface ReactionVersion {
  readonly messageId: number
  readonly version: number
}

/** Null: the status is about a message. */
export function reactionOf(opaque: string | null): ReactionVersion | null {
  const [, message, version] = /^reaction:(\d{1,15}):(\d{1,9})$/.exec(opaque ?? '') ?? []
  return message === undefined ? null : { messageId: Number(message), version: Number(version) }
}

/**
 * Removes a reaction that WhatsApp accepted and reports as failed later. @returns its message; null: it no longer exists
 */
export async function receiveReactionStatus(
  { tx, publish }: TxContext,
  { messageId, version }: ReactionVersion,
  { status, failure }: Pick<DeliveryStatus, 'status'> & { readonly failure: FailureFacts },
): Promise<number | null> {
  const row = await tx
    .selectFrom('agent_reactions')
    .innerJoin('messages', 'messages.id', 'agent_reactions.message_id')
    .select(['conversation_id', 'version'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (row === undefined) return null
  if (status !== 'failed' || row.version !== version) return messageId
  await lockConversation(tx, row.conversation_id)
  await tx
    .updateTable('agent_reactions')
    // The reaction before it is unknown.
    .set({ told: '', next_try_at: null, failure: JSON.stringify(failure) })
    .where('message_id', '=', messageId)
    .where('version', '=', version)
    .execute()
  publish({ noun: 'message', id: messageId, kind: 'changed' })
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
  sentence: "This customer's number now belongs to another customer.",
  remedy: 'Check whether both are the same person.',
}
