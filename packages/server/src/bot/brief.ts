import { sql } from 'kysely'
import { openQuestion } from '@parley/bot/form/ask'
import { type BotState, readState } from '@parley/bot/state'
import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import type { Brief } from '@parley/core/bot/brief'
import { handoverReasons, slotLabels } from '@parley/core/bot/brief-constants'
import { slotText } from '@parley/core/bot/brief-rules'
import { ApiError } from '@parley/core/errors'
import { slotNames } from '@parley/core/intent/constants'
import { intentLabel } from '@parley/core/intent/rules'
import { cut } from '@parley/core/text/format'
import { closedStatuses } from '@parley/core/tickets/constants'
import { type Address, type ReachColumns, reachOf } from '../conversations/reach.ts'
import { isBotOn } from '../conversations/with-bot.ts'
import { holdingTransaction } from '../db/guard.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader, Writer } from '../db/write.ts'
import type { Account } from '../http/caller.ts'
import { isVisible, visibilityOf, type VisibilityScope } from '../visibility/queries.ts'
import { openDraftOf } from './draft.ts'

/** Characters of a message in a handoff summary. */
const longestLine = 500

/**
 * The handoff summary of a conversation, for its caller: only the agent of an open offer gets the offer's note.
 * @throws ApiError conversation.not-found
 */
export const briefOf = (
  { db, now }: Pick<Writer, 'db' | 'now'>,
  id: number,
  caller: Account,
): Promise<Brief> =>
  db.transaction().execute(tx =>
    holdingTransaction(async () => {
      const [row] = await briefStandingOf(tx, [id])
      if (row === undefined) throw new ApiError('conversation.not-found', { id })
      const [note] = await offerNoteOf(tx, [id, caller.agentId])
      const words = await wordsOf(tx, [id])
      const lines = await lastLinesOf(tx, [id])
      const tickets = await openTicketsOf(tx, id)
      const applications = await visibleApplications(tx, row.customer_id, visibilityOf(caller))
      const draft = await openDraftOf(tx, row.customer_id, now())
      const state = readState(row.state, now())
      const said = new Map(words.map(word => [String(word.id), cut(word.content, longestLine)]))
      const isSeen = applications.some(one => one.id === draft?.applicationId)
      const reason = handoverReasons.find(one => one === row.reason)
      return {
        offer_note: note ?? null,
        handed_over:
          reason === undefined || row.handed_over_at === null
            ? null
            : { at: row.handed_over_at.toISOString(), reason },
        wants: state.wish === null ? null : { ...state.wish, label: intentLabel(state.wish.intent) },
        slots: slotsOf(state, said),
        answered: state.answered.flatMap(({ message_id: message, answer }) => {
          const question = said.get(message)
          return question === undefined ? [] : [{ question, answer }]
        }),
        unclear: state.unclear.flatMap(message => said.get(message) ?? []),
        form:
          draft === null || !isSeen
            ? null
            : { kind: draft.state.kind, number: draft.number, asked: openQuestion(draft.state) },
        language: state.language,
        last_lines: lines
          .toReversed()
          .map(line => ({ ...line, text: cut(line.text, longestLine), at: line.at.toISOString() })),
        window: reachOf(row, row),
        open_tickets: [...tickets],
        applications: applications.map(({ kind, id: number, status }) => ({
          kind,
          number: applicationNumber({ kind, id: number }),
          status,
        })),
        previous_owner:
          row.previous_name === null || row.previous_at === null
            ? null
            : { name: row.previous_name, at: row.previous_at.toISOString() },
        bot_on: row.bot_on,
      }
    }),
  )

/** Values from messages that still have their text, and requested values that are missing. */
function slotsOf(
  { slots, named_in: places, asked }: BotState,
  said: ReadonlyMap<string, string>,
): Brief['slots'] {
  return slotNames.flatMap((name): Brief['slots'] => {
    const [value, place] = [slots[name], places[name]]
    const label = slotLabels[name]
    if (value !== undefined)
      return place !== undefined && said.has(place) ? [{ name, label, value: slotText(name, value) }] : []
    return asked.some(one => one === name) ? [{ name, label, value: null }] : []
  })
}

/*
 * The queries of a handoff summary. The bot's state is that of the last handover, or the current one while the bot has the
 * conversation. Texts are read from the messages alone, so that a deleted text is deleted here too.
 */

interface Standing extends ReachColumns, Address {
  readonly customer_id: number
  readonly bot_on: boolean
  readonly reason: string | null
  readonly handed_over_at: Date | null
  readonly state: unknown
  readonly previous_name: string | null
  readonly previous_at: Date | null
}

const known = `coalesce((
    select h.state from bot_handovers h join conversations o on o.id = h.conversation_id and not o.with_bot
    where h.conversation_id = $1::bigint order by h.at desc, h.id desc limit 1),
  (select state from bot_states where conversation_id = $1::bigint), '{}'::jsonb)`

/** The facts of a conversation; no row: it does not exist. */
export const briefStandingOf = statement<Standing>(
  'brief_standing',
  `select c.customer_id, c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer,
     cu.wa_id, cu.wa_user_id, h.reason, h.at as handed_over_at, ${known} as state,
     ${isBotOn('c.phone_number_id')} as bot_on,
     p.name as previous_name, p.at as previous_at
   from conversations c join customers cu on cu.id = c.customer_id
   left join lateral (
     select reason, at from bot_handovers where conversation_id = c.id order by at desc, id desc limit 1
   ) h on not c.with_bot
   left join lateral (
     select a.name, o.at from owner_changes o join agents a on a.id = o.from_id
     where o.conversation_id = c.id and o.from_id is distinct from c.assignee_id order by o.at desc, o.id desc limit 1
   ) p on true
   where c.id = $1::bigint`,
)

/** The note of the open offer to an agent. Both are written in one transaction, so they have one author and one time. */
const offerNoteOf = statement<NonNullable<Brief['offer_note']>>(
  'brief_offer_note',
  `select a.name, n.text
   from assignments o
   join conversation_notes n on n.conversation_id = o.conversation_id and n.agent_id = o.by_id and n.at = o.offered_at
   join agents a on a.id = n.agent_id
   where o.conversation_id = $1::bigint and o.agent_id = $2::bigint and o.state = 'offered' and n.deleted_at is null
   order by n.id desc limit 1`,
)

interface Word {
  readonly id: number
  readonly content: string
}

/** The customer's messages that the bot's state names, if they still have their text. */
export const wordsOf = statement<Word>(
  'brief_words',
  `with known as (select ${known} as state)
   select m.id, m.content from messages m
   where m.conversation_id = $1::bigint and m.source = 'CUSTOMER' and m.content <> '' and m.revoked_at is null
     and m.id in (
       select (one->>'message_id')::bigint from known, jsonb_array_elements(state->'answered') one
       union select one::bigint from known, jsonb_array_elements_text(state->'unclear') one
       union select value::bigint from known, jsonb_each_text(state->'named_in'))`,
)

interface Line {
  readonly from: Brief['last_lines'][number]['from']
  readonly text: string
  readonly message_type: string
  readonly at: Date
}

/** The last messages, newest first, without failed ones. */
export const lastLinesOf = statement<Line>(
  'brief_lines',
  `select case m.source when 'CUSTOMER' then 'customer' when 'BOT' then 'bot' else 'agent' end as "from",
     m.content as text, m.message_type, m.at
   from messages m
   where m.conversation_id = $1::bigint and m.source in ('CUSTOMER', 'BOT', 'AGENT') and m.revoked_at is null
     and not (m.direction = 'OUTBOUND' and m.status = 'failed')
     and (m.content <> '' or exists (select 1 from message_attachments f where f.message_id = m.id))
   order by m.at desc, m.id desc limit 3`,
)

interface OpenTicket {
  readonly number: string
  readonly title: string
}

const mostTickets = 10

const tickets = statement<OpenTicket>(
  'brief_tickets',
  `select ticket_number as number, title from tickets
   where conversation_id = $1::bigint and status <> all($2::text[]) order by id desc limit $3::int`,
)

/** The open tickets of a conversation, newest first. */
export const openTicketsOf = (reader: Reader, conversationId: number): Promise<readonly OpenTicket[]> =>
  tickets(reader, [conversationId, [...closedStatuses], mostTickets])

interface ApplicationRow {
  readonly kind: ApplicationKind
  readonly id: number
  readonly status: ApplicationStatus
}

const mostApplications = 10

/** The customer's applications that the agent may see, newest first. */
export async function visibleApplications(
  reader: Reader,
  customerId: number,
  visibility: VisibilityScope,
): Promise<readonly ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select x.kind, x.id, x.status from applications x join conversations c on c.id = x.conversation_id
    where x.customer_id = ${customerId} and ${isVisible(visibility)}
    order by x.id desc limit ${mostApplications}`.execute(reader)
  return rows
}
