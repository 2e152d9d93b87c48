import type { ConversationState } from '@parley/core/conversations/api'
import type { AgentId, AssignmentId, TicketId } from '@parley/core/ids'
import { statement } from '../db/statement.ts'
import type { Reader } from '../db/write.ts'

/** What other nouns say in a conversation's row. */
export type Around = Pick<ConversationState, 'ticket' | 'offer' | 'open_issues' | 'references' | 'mentioned'>

type Of<Row> = Row & { readonly conversation_id: number }

const tickets = statement<Of<{ id: number; ticket_number: string; stands: boolean }>>(
  'tickets_around',
  `select conversation_id, id, ticket_number,
     row_number() over (partition by conversation_id
       order by status in ('RESOLVED', 'CLOSED'), created_at desc, id desc) = 1 as stands
   from tickets where conversation_id = any($1::bigint[]) order by id`,
)

const applications = statement<Of<{ reference: string }>>(
  'applications_around',
  `select conversation_id, upper(kind) || '-' || id as reference
   from applications where conversation_id = any($1::bigint[]) order by id`,
)

const issues = statement<Of<{ open: number }>>(
  'issues_around',
  `select conversation_id, count(*)::int as open
   from issues where conversation_id = any($1::bigint[]) and status <> 'RESOLVED' group by 1`,
)

const mentions = statement<Of<{ agent_id: number; at: Date }>>(
  'mentions_around',
  `select n.conversation_id, m.agent_id, max(m.at) as at
   from note_mentions m join conversation_notes n on n.id = m.note_id
   where m.seen_at is null and n.conversation_id = any($1::bigint[]) group by 1, 2 order by 1, 2`,
)

interface OpenOffer {
  readonly id: number
  readonly agent_id: number
  readonly agent_name: string
  readonly by_id: number | null
  readonly by_name: string | null
  readonly offered_at: Date
  readonly deadline: Date
}

const offers = statement<Of<OpenOffer>>(
  'offers_around',
  `select o.conversation_id, o.id, o.agent_id, a.name as agent_name, o.by_id, b.name as by_name, o.offered_at, o.deadline
   from assignments o join agents a on a.id = o.agent_id left join agents b on b.id = o.by_id
   where o.conversation_id = any($1::bigint[]) and o.state = 'offered'`,
)

const offerOf = (offer: OpenOffer): ConversationState['offer'] => ({
  id: String(offer.id) as AssignmentId,
  agent_id: String(offer.agent_id) as AgentId,
  agent_name: offer.agent_name,
  by: offer.by_id === null ? null : { id: String(offer.by_id) as AgentId, name: offer.by_name ?? '' },
  offered_at: offer.offered_at.toISOString(),
  deadline: offer.deadline.toISOString(),
})

const nothing: Around = { ticket: null, offer: null, open_issues: 0, references: [], mentioned: [] }

/**
 * What stands around these conversations. Most have little or nothing, so each noun is asked once for all of them: to look
 * it up for every row of a page took longer than all the rest of the page. The newest open ticket stands for the
 * conversation, else the newest.
 */
export async function aroundOf(
  reader: Reader,
  conversationIds: readonly number[],
): Promise<(id: number) => Around> {
  if (conversationIds.length === 0) return () => nothing
  const ids = [conversationIds]
  const ofTickets = await tickets(reader, ids)
  const ofApplications = await applications(reader, ids)
  const ofIssues = await issues(reader, ids)
  const ofOffers = await offers(reader, ids)
  const ofMentions = await mentions(reader, ids)
  const found = new Map<number, Around>()
  const add = (id: number, change: (around: Around) => Partial<Around>) => {
    const around = found.get(id) ?? nothing
    found.set(id, { ...around, ...change(around) })
  }
  for (const { conversation_id, id, ticket_number, stands } of ofTickets) {
    const ticket = { id: String(id) as TicketId, ticket_number }
    add(conversation_id, ({ references }) => ({
      references: [...references, ticket_number],
      ...(stands && { ticket }),
    }))
  }
  for (const { conversation_id, reference } of ofApplications)
    add(conversation_id, ({ references }) => ({ references: [...references, reference] }))
  for (const { conversation_id, open } of ofIssues) add(conversation_id, () => ({ open_issues: open }))
  for (const { conversation_id, ...offer } of ofOffers)
    add(conversation_id, () => ({ offer: offerOf(offer) }))
  for (const { conversation_id, agent_id, at } of ofMentions) {
    const mention = { agent_id: String(agent_id) as AgentId, at: at.toISOString() }
    add(conversation_id, ({ mentioned }) => ({ mentioned: [...mentioned, mention] }))
  }
  return id => found.get(id) ?? nothing
}
