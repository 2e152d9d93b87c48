import type { MessageDraft } from '@parley/core/messages/drafts-api'
import { type RawBuilder, sql } from 'kysely'
import { attachmentsOfMessages } from '../../attachments/queries.ts'
import type { Reader } from '../../db/write.ts'
import { isVisible, type VisibilityScope } from '../../visibility/queries.ts'
import { type QuotedColumns, quotedColumns, quotedJoins, quoteOf } from '../quotes.ts'

export interface DraftPlace {
  readonly agentId: number
  readonly conversationId: number
}

interface Row extends QuotedColumns {
  readonly agent_id: number
  readonly conversation_id: number
  readonly customer_name: string | null
  readonly text: string
  readonly version: number
  readonly page_id: string
  readonly updated_at: Date
}

async function draftsWhere(
  reader: Reader,
  where: RawBuilder<unknown>,
): Promise<readonly { readonly agentId: number; readonly draft: MessageDraft }[]> {
  const { rows } = await sql<Row>`
    select m.agent_id, m.conversation_id, m.text, m.version, m.page_id, m.updated_at, cu.name as customer_name,
      ${quotedColumns}
    from (select d.*, null::text as quoted_wamid from message_drafts d) m
    join conversations c on c.id = m.conversation_id
    join customers cu on cu.id = c.customer_id
    ${quotedJoins}
    where ${where} order by m.conversation_id`.execute(reader)
  const quoted = rows.flatMap(row => (row.quoted_id === null ? [] : [row.quoted_id]))
  const files = quoted.length === 0 ? new Map() : await attachmentsOfMessages(reader, quoted)
  return rows.map(row => ({
    agentId: row.agent_id,
    draft: {
      conversation_id: String(row.conversation_id) as MessageDraft['conversation_id'],
      version: row.version,
      text: row.text,
      quoted: quoteOf(row, files)?.message ?? null,
      page_id: row.page_id,
      updated_at: row.updated_at.toISOString(),
    },
  }))
}

const isOpen = sql`(m.text <> '' or m.quoted_id is not null)`

/** One agent's drafts in visible conversations, and the versions of ended drafts. */
export async function messageDrafts(
  reader: Reader,
  agentId: number,
  visibility: VisibilityScope,
): Promise<{ readonly drafts: MessageDraft[]; readonly ended: Record<string, number> }> {
  const own = sql`m.agent_id = ${agentId} and ${isVisible(visibility)}`
  const drafts = await draftsWhere(reader, sql`${own} and ${isOpen}`)
  const { rows: ended } = await sql<{ conversation_id: number; version: number }>`
    select m.conversation_id, m.version from message_drafts m join conversations c on c.id = m.conversation_id
    where ${own} and not ${isOpen}`.execute(reader)
  return {
    drafts: drafts.map(({ draft }) => draft),
    ended: Object.fromEntries(ended.map(row => [String(row.conversation_id), row.version])),
  }
}

/** Drafts by `draftKey`. */
export async function draftsAt(
  reader: Reader,
  places: readonly DraftPlace[],
): Promise<ReadonlyMap<string, MessageDraft>> {
  const agents = places.map(place => place.agentId)
  const conversations = places.map(place => place.conversationId)
  const found = await draftsWhere(
    reader,
    sql`(m.agent_id, m.conversation_id) in (
      select agent, conversation from unnest(${agents}::bigint[], ${conversations}::bigint[]) as at (agent, conversation))`,
  )
  return new Map(
    found.map(({ agentId, draft }) => [
      draftKey({ agentId, conversationId: Number(draft.conversation_id) }),
      draft,
    ]),
  )
}

export const draftKey = ({ agentId, conversationId }: DraftPlace): string => `${agentId} ${conversationId}`

/** One draft; an empty one with version 0 where none is stored. */
export async function draftAt(reader: Reader, place: DraftPlace): Promise<MessageDraft> {
  const found = await draftsAt(reader, [place])
  return (
    found.get(draftKey(place)) ?? {
      conversation_id: String(place.conversationId) as MessageDraft['conversation_id'],
      version: 0,
      text: '',
      quoted: null,
      page_id: '',
      updated_at: new Date(0).toISOString(),
    }
  )
}
