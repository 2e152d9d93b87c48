import { snoozeSentence } from '@parley/core/conversations/rules'
import type { SnoozeEnd } from '@parley/core/conversations/constants'
import type { Emit, Tx } from '../db/write.ts'
import { insertThreadLine } from './thread-line.ts'

/** A conversation that was put off and is back. */
export interface SnoozeEnded {
  readonly conversationId: number
  readonly until: Date
  /** Who put it off. */
  readonly byId: number | null
  readonly end: SnoozeEnd
  /** Who brought it back. */
  readonly endedById?: number
}

/** "2026-03-03 06:00 UTC", for who reads the line without its parts. */
const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Says in the thread that a conversation is back, until when it was put off and by whom; never why. It is nobody's last
 * word: the list goes on to show what was said. The conversation must be locked.
 */
export async function addSnoozeLine(tx: Tx, emit: Emit, ended: SnoozeEnded, now: Date): Promise<void> {
  const { conversationId, until, byId, end, endedById = null } = ended
  const ids = [byId, endedById].filter(id => id !== null)
  const agents =
    ids.length === 0
      ? []
      : await tx.selectFrom('agents').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = (id: number | null) => agents.find(agent => agent.id === id)?.name ?? null
  const snooze = { until: until.toISOString(), by: nameOf(byId), end, ended_by: nameOf(endedById) }
  const text = snoozeSentence(snooze, inUtc(until))
  const id = await insertThreadLine(tx, { conversationId, text, details: { snooze }, at: now }, now)
  emit({ noun: 'message', id, kind: 'created' })
}
