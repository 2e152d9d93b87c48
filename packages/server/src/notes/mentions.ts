import { customerName, detailsOf, nameWith } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import { wordsOfMention } from '@parley/core/notes/rules'
import { mentionNotice } from '@parley/core/notifications/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx, TxContext } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { dismissDone } from '../notifications/notify.ts'
import { notify } from '../notifications/notice.ts'
import { agentsWhoSee, type AllowedViewer } from '../visibility/queries.ts'

/** A note and its mentions. The conversation must be locked. */
interface Mentioning {
  readonly noteId: number
  readonly conversationId: number
  readonly authorId: number
  readonly text: string
  /** Ids as the client sent them. */
  readonly mentions: readonly string[]
}

/**
 * Replaces the mentions of a note. Notifies newly mentioned agents, except the author, and dismisses the notifications of
 * agents whose mention is gone.
 * @throws ApiError note.not-mentionable, agent.not-found
 */
export async function setMentions(context: TxContext, note: Mentioning): Promise<void> {
  const { tx, publish, now } = context
  const { noteId, conversationId, authorId } = note
  const before = await tx
    .selectFrom('note_mentions')
    .select(['agent_id', 'written'])
    .where('note_id', '=', noteId)
    .execute()
  const known = new Map(before.map(row => [row.agent_id, row.written]))
  const wanted = await mentionedAgents(tx, note, known)
  const gone = [...known.keys()].filter(id => !wanted.has(id))
  const fresh = [...wanted.keys()].filter(id => !known.has(id))
  if (gone.length > 0) {
    await tx.deleteFrom('note_mentions').where('note_id', '=', noteId).where('agent_id', 'in', gone).execute()
    for (const agentId of gone) await dismissDone(context, { cause: 'mention', noteId, agentId })
  }
  if (gone.length + fresh.length > 0) publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  if (wanted.size === 0) return
  await tx
    .insertInto('note_mentions')
    .values(
      [...wanted].map(([agentId, written]) => ({
        note_id: noteId,
        agent_id: agentId,
        written,
        at: now,
        seen_at: agentId === authorId ? now : null,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['note_id', 'agent_id'])
        .doUpdateSet(row => ({ written: row.ref('excluded.written') })),
    )
    .execute()
  if (fresh.length === 0) return
  const notice = {
    cause: 'mention',
    type: 'mention',
    ...(await noticeTextOf(tx, note)),
    conversationId,
    noteId,
  } as const
  for (const agentId of fresh.filter(id => id !== authorId)) await notify(context, { ...notice, agentId })
}

/**
 * By id, the words of each mention in the text, or its usual words. An agent who was mentioned before stays so, even if
 * they may no longer see the conversation.
 */
async function mentionedAgents(
  tx: Tx,
  { conversationId, text, mentions }: Mentioning,
  known: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  if (mentions.length === 0) return new Map()
  const allowedViewers = new Map((await agentsWhoSee(tx, conversationId)).map(viewer => [viewer.id, viewer]))
  const agents = new Map<number, string>()
  for (const mention of mentions) {
    const id = idOf(mention)
    const words = id === null ? [] : wordsFor(allowedViewers.get(id), known.get(id))
    const [usual] = words
    if (id === null || usual === undefined) await refuse(tx, id, mention)
    else agents.set(id, wordsOfMention(text, words) ?? usual)
  }
  return new Map([...agents].toSorted(([a], [b]) => a - b))
}

/** The words by which a text may mention an agent. */
const wordsFor = (viewer: AllowedViewer | undefined, before: string | undefined): readonly string[] => [
  ...(viewer === undefined
    ? []
    : [
        viewer.name,
        ...detailsOf({ ...viewer, id: String(viewer.id) }).map(detail => nameWith(viewer.name, detail)),
      ]),
  ...(before === undefined ? [] : [before]),
]

async function refuse(tx: Tx, id: number | null, text: string): Promise<never> {
  const agent =
    id === null
      ? undefined
      : await tx.selectFrom('agents').select('name').where('id', '=', id).executeTakeFirst()
  if (agent === undefined) throw new ApiError('agent.not-found', { id: text })
  const { name } = agent
  throw new ApiError('note.not-mentionable', { name }, { mentions: `${name} may not see this conversation` })
}

async function noticeTextOf(tx: Tx, { conversationId, authorId }: Mentioning) {
  const { by, name, phone } = await tx
    .selectFrom('conversations as c')
    .innerJoin('customers as cu', 'cu.id', 'c.customer_id')
    .innerJoin('agents as a', join => join.on('a.id', '=', authorId))
    .select(['a.name as by', 'cu.name', 'cu.phone'])
    .where('c.id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return mentionNotice(by, customerName(name, phone))
}

/** An agent in a locked conversation. */
interface Answered {
  readonly conversationId: number
  readonly agentId: number
}

/** Ends the mentions of an agent who answers, and dismisses their notifications. */
export async function endMentions(context: TxContext, answered: Answered): Promise<void> {
  const { conversationId, agentId } = answered
  const { rows } = await sql<{ note_id: number }>`
    select note_id from notifications where conversation_id = ${conversationId} and agent_id = ${agentId}
      and cause = 'mention' and dismissed_at is null order by note_id`.execute(context.tx)
  for (const { note_id: noteId } of rows) await dismissDone(context, { cause: 'mention', noteId, agentId })
  await seeMentions(context, answered)
}

/** Marks an agent's mentions in a conversation as seen. */
export const seeMentions = (context: TxContext, { conversationId, agentId }: Answered): Promise<void> =>
  settle(context, sql`m.agent_id = ${agentId} and n.conversation_id = ${conversationId}`)

/** Marks all mentions of deleted notes as seen. */
export const settleMentions = (context: TxContext, noteIds: readonly number[]): Promise<void> =>
  settle(context, sql`n.id = any(${[...noteIds]}::bigint[])`)

async function settle({ tx, publish, now }: TxContext, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    update note_mentions m set seen_at = ${now} from conversation_notes n
    where n.id = m.note_id and m.seen_at is null and ${where} returning n.conversation_id`.execute(tx)
  for (const id of new Set(rows.map(row => row.conversation_id)))
    publish({ noun: 'conversation', id, kind: 'changed' })
}
