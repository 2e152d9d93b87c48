import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import { type Candidate, chooseAgent } from '@parley/core/routing/rules'
import { isOnline, lockAgent, passedAt, pauseOf, type PauseRow, workload } from '../agents/queries.ts'
import { makeOffer, openOffer } from '../assignments/offer.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Change, type TxContext, write, type Writer } from '../db/write.ts'
import { startClaimLoop, type ClaimLoop } from '../timers/claim-loop.ts'
import { routingOf } from './settings.ts'
import { type InQueue, isPassedOver, lookAtQueue, presentAgents, queueOf } from './waiting.ts'

/** After so many concurrent changes in sequence it pauses for a second, so that it never keeps a processor busy. */
const mostChanges = 5

/**
 * Offers waiting conversations one by one while an agent has free capacity. Events of this process wake it; it checks for
 * other processes' changes every second.
 */
export function startRouting(
  writer: Writer,
  deadlineMs: number,
  onTrouble: (error: unknown) => void,
): ClaimLoop {
  let changes = 0
  return startClaimLoop({
    claim: async () => {
      const routed = await offerNext(writer, deadlineMs)
      changes = routed === 'changed' ? changes + 1 : 0
      if (routed !== 'settled' && changes < mostChanges) return [routed]
      changes = 0
      return []
    },
    work: async () => undefined,
    atOnce: 1,
    lookEveryMs: 1_000,
    timer: writer.timer,
    onTrouble,
  })
}

/** Whether these changes may have added a waiting conversation or free capacity, or changed the settings. */
export const isRoutingNews = (changes: readonly Change[]): boolean =>
  changes.some(
    ({ noun, kind }) => noun === 'agent' || noun === 'bot' || (noun === 'conversation' && kind === 'handed'),
  )

/**
 * offered: one offer was made. changed: the conversation or the agent changed concurrently. settled: no conversation waits
 * for an agent with free capacity.
 */
type Routed = 'offered' | 'changed' | 'settled'

/**
 * Offers the longest waiting conversation that an agent can take, to the best agent. The choice is made without locks, and
 * checked again under the locks of agent and conversation. So concurrent processes never exceed an agent's capacity.
 */
export async function offerNext(writer: Writer, deadlineMs: number): Promise<Routed> {
  const { db } = writer
  const now = writer.now()
  const [look] = await lookAtQueue(db, [])
  if (look === undefined || !look.waits) return 'settled'
  const { offers, rules } = routingOf(look.routing)
  if (offers === 'none') return 'settled'
  const present = await presentAgents(db, now)
  if (!present.some(hasRoom)) return 'settled'
  for await (const waiting of queueOf(db, offers, now)) {
    const agent = chooseAgent(waiting, present, rules)
    if (agent !== null) return offerTo(writer, waiting, agent, deadlineMs)
  }
  return 'settled'
}

const hasRoom = (agent: Candidate): boolean => agent.workload < agent.capacity

async function offerTo(
  writer: Writer,
  { id: conversationId }: InQueue,
  { id: agentId }: Candidate,
  deadlineMs: number,
): Promise<Routed> {
  try {
    return await write(writer, async context => {
      const { tx, now } = context
      await lockAgent(tx, agentId)
      const conversation = await lockConversation(tx, conversationId)
      const isWaiting =
        conversation.assignee_id === null &&
        !conversation.with_bot &&
        conversation.status === 'ACTIVE' &&
        conversation.human_wait_started_at !== null
      if (!isWaiting || (await openOffer(tx, conversationId)) !== undefined) return 'changed'
      if (!(await canTake(context, agentId))) return 'changed'
      if (await isPassedOver(tx, { conversationId, agentId }, now)) return 'changed'
      const deadline = new Date(now.getTime() + deadlineMs)
      await makeOffer(context, conversation, { agentId, byId: null, deadline, wasOnline: true })
      return 'offered'
    })
  } catch (error) {
    // The agent was disabled, or the customer erased, before the lock.
    if (error instanceof ApiError) return 'changed'
    throw error
  }
}

/** Whether a locked agent is online, takes conversations, has free capacity and no pause of offers. */
async function canTake({ tx, now }: TxContext, agentId: number): Promise<boolean> {
  const { rows } = await sql<PauseRow & { can: boolean }>`
    select ${isOnline(now)} and a.takes_conversations and ${workload} < a.max_capacity as can,
      a.status_since, ${passedAt(now)} as passed_at
    from agents a where a.id = ${agentId}`.execute(tx)
  const [row] = rows
  return row !== undefined && row.can && pauseOf(row, now) === null
}
