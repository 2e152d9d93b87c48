import { finishing, finishingLastsMs, type OwnStatus } from '@parley/core/agents/constants'
import { isAvailable, tidyStatusReason } from '@parley/core/agents/rules'
import { offerEnd } from '@parley/core/assignments/rules'
import { runJobAt, type TxContext, write, type Writer } from '../db/write.ts'
import type { Departure } from './leave.ts'
import { isPaused, lockAgent } from './queries.ts'

/**
 * Sets an agent's status, in capitals. Every status but AVAILABLE ends the agent's offers. The reason and the end
 * of the old status are cleared.
 * @throws ApiError agent.not-found
 */
export const setAgentStatus = (
  writer: Writer,
  agentId: number,
  status: string,
  departure: Pick<Departure, 'endOffersOf'>,
): Promise<void> =>
  write(writer, async context => {
    const agent = await lockAgent(context.tx, agentId)
    const wanted = status.toUpperCase()
    if (agent.status === wanted) return
    const said = { status: wanted, reason: null, until: null, endsOffersFor: offerEnd.gone }
    await change(context, agentId, said, departure)
  })

/** An agent's own status. Reason and minutes have no effect with AVAILABLE. */
export interface Saying {
  readonly status: OwnStatus
  readonly reason?: string | null | undefined
  /** From now on. Null: until changed. */
  readonly minutes?: number | null | undefined
}

/**
 * Sets the caller's status with reason and end. Setting the same status again restarts its time; Available set again ends a
 * pause of offers.
 * @throws ApiError agent.not-found
 */
export const setOwnStatus = (
  writer: Writer,
  agentId: number,
  { status, reason, minutes }: Saying,
  departure: Pick<Departure, 'endOffersOf'>,
): Promise<void> =>
  write(writer, async context => {
    const { tx, now } = context
    const agent = await lockAgent(tx, agentId)
    if (isAvailable(status) && agent.status === status && !(await isPaused(tx, agentId, now))) return
    const isAway = !isAvailable(status)
    const until = isAway && typeof minutes === 'number' ? new Date(now.getTime() + minutes * 60_000) : null
    const said = {
      status,
      reason: isAway ? tidyStatusReason(reason) : null,
      until,
      endsOffersFor: status === 'BUSY' ? offerEnd.busy : offerEnd.onBreak,
    }
    await change(context, agentId, said, departure)
  })

/**
 * The page End of shift of an agent is open, or was left. While it is open they get no offers. Its status ends by itself, unless
 * it is renewed. A break and OFFLINE stay as they are.
 * @throws ApiError agent.not-found
 */
export const setFinishing = (
  writer: Writer,
  agentId: number,
  isOpen: boolean,
  departure: Pick<Departure, 'endOffersOf'>,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const { status } = await lockAgent(tx, agentId)
    const isEnding = status === finishing
    const until = isOpen ? new Date(now.getTime() + finishingLastsMs) : null
    if (until !== null && isEnding) {
      await tx.updateTable('agents').set({ status_until: until }).where('id', '=', agentId).execute()
      await runJobAt(tx, 'end breaks', agentId, until)
      publish({ noun: 'agent', id: agentId, kind: 'changed' })
    } else if (until === null ? isEnding : isAvailable(status)) {
      const said = { status: isOpen ? finishing : 'AVAILABLE', reason: null, until }
      await change(context, agentId, { ...said, endsOffersFor: offerEnd.shift }, departure)
    }
  })

interface Change {
  readonly status: string
  readonly reason: string | null
  readonly until: Date | null
  /** The reason of the ended offers, for colleagues. */
  readonly endsOffersFor: string
}

/** Changes the status of a locked agent. */
async function change(
  context: TxContext,
  agentId: number,
  { status, reason, until, endsOffersFor }: Change,
  { endOffersOf }: Pick<Departure, 'endOffersOf'>,
): Promise<void> {
  const { tx, publish, now } = context
  await tx
    .updateTable('agents')
    .set({
      status,
      status_reason: reason,
      status_since: now,
      status_until: until,
      last_activity_at: now,
    })
    .where('id', '=', agentId)
    .execute()
  if (until !== null) await runJobAt(tx, 'end breaks', agentId, until)
  publish({ noun: 'agent', id: agentId, kind: 'changed' })
  if (!isAvailable(status)) await endOffersOf(context, agentId, endsOffersFor)
}

/** The most agents that one run makes available. */
const most = 100

/**
 * Makes agents available once their own end time has come. It is no activity of the agents, so their idle time does not change.
 * Returns their number.
 */
export async function endStatuses(writer: Writer): Promise<number> {
  const due = await writer.db
    .selectFrom('agents')
    .select('id')
    .where('status_until', '<=', writer.now())
    .orderBy('status_until')
    .limit(most)
    .execute()
  let ended = 0
  for (const { id } of due) {
    const isDone = await write(writer, async ({ tx, publish, now }) => {
      // The agent may have changed the status since the query.
      const changed = await tx
        .updateTable('agents')
        .set({ status: 'AVAILABLE', status_reason: null, status_since: now, status_until: null })
        .where('id', '=', id)
        .where('status_until', '<=', now)
        .returning('id')
        .executeTakeFirst()
      if (changed === undefined) return false
      publish({ noun: 'agent', id, kind: 'changed' })
      return true
    })
    if (isDone) ended += 1
  }
  return ended
}
