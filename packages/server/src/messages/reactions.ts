import type { Failure, Message } from '@parley/core/messages/api'
import { sql } from 'kysely'
import type * as z from 'zod'

type Reaction = Message['reactions'][number]

/** What a row of a message has of the business's sign on it. */
export interface ReactionColumns {
  readonly wanted_emoji: string | null
  readonly wanted_at: Date | null
  readonly wanted_by: string | null
  readonly told_emoji: string | null
  readonly told_at: Date | null
  readonly told_by: string | null
  readonly reaction_due: boolean
  readonly reaction_failure: z.output<typeof Failure> | null
}

export const reactionColumns = sql`
  ar.emoji as wanted_emoji, ar.at as wanted_at, aw.name as wanted_by, ar.told as told_emoji, ar.told_at, at.name as told_by,
  coalesce(ar.next_try_at is not null, false) as reaction_due, ar.failure as reaction_failure`

export const reactionJoins = sql`
  left join agent_reactions ar on ar.message_id = m.id
  left join agents aw on aw.id = ar.agent_id
  left join agents at on at.id = ar.told_agent_id`

/**
 * The business's sign as the wire has it: what is there, and what is on its way or failed. A removal on its way, or one
 * that failed, stands at the sign that is there still.
 */
export function businessReactions(row: ReactionColumns): readonly Reaction[] {
  const { wanted_emoji: wanted, wanted_at: at, told_emoji: told } = row
  if (wanted === null || at === null) return []
  const sign = (emoji: string, name: string | null, when: Date, state: Reaction['state']): Reaction => ({
    emoji,
    by: 'AGENT',
    agent_name: name,
    at: when.toISOString(),
    state,
    failure: state === 'failed' ? row.reaction_failure : null,
  })
  const there = told === null || told === '' ? null : told
  const toldAt = row.told_at ?? at
  if (row.reaction_due) {
    return wanted === ''
      ? there === null
        ? []
        : [sign(there, row.told_by, toldAt, 'waiting')]
      : [sign(wanted, row.wanted_by, at, 'waiting')]
  }
  if (row.reaction_failure === null) return there === null ? [] : [sign(there, row.told_by, toldAt, 'there')]
  if (wanted === '') return there === null ? [] : [sign(there, row.told_by, toldAt, 'failed')]
  return [
    ...(there === null ? [] : [sign(there, row.told_by, toldAt, 'there')]),
    sign(wanted, row.wanted_by, at, 'failed'),
  ]
}
