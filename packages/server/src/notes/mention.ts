import { sql } from 'kysely'
import { customerName, detailsOf, nameWith } from '@parley/core/conversations/rules'
import { Refusal } from '@parley/core/errors'
import { wordsOfMention } from '@parley/core/notes/rules'
import { mentionNotice } from '@parley/core/notifications/rules'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { dismissDone } from '../notifications/notify.ts'
import { notify } from '../notifications/notice.ts'
import { agentsWhoSee, type Seer } from '../sight/queries.ts'

/** A note, as its mentions need it. The conversation must be locked. */
export interface Mentioning {
  readonly noteId: number
  readonly conversationId: number
  readonly authorId: number
  readonly text: string
  /** Whom it mentions now: ids as they came. */
  readonly mentions: readonly string[]
}

/**
 * Writes down whom a note mentions, and by which words. Who was not mentioned before is told, but for its author; who is
 * mentioned no more is told no more.
 * @throws Refusal note.not-mentionable, agent.not-found
 */
export async function setMentions(tx: Tx, emit: Emit, note: Mentioning, now: Date): Promise<void> {
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
    for (const agentId of gone) await dismissDone(tx, emit, { cause: 'mention', noteId, agentId }, now)
  }
  if (gone.length + fresh.length > 0) emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
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
  const { title, message } = await wordsOf(tx, note)
  for (const agentId of fresh.filter(id => id !== authorId)) {
    const notice = {
      agentId,
      cause: 'mention',
      type: 'mention',
      title,
      message,
      conversationId,
      noteId,
    } as const
    await notify(tx, emit, notice, now)
  }
}

/**
 * In the order of their ids, each with the words that mention them, or would. Who was mentioned before stays so, whatever
 * they may see by now.
 */
async function mentionedAgents(
  tx: Tx,
  { conversationId, text, mentions }: Mentioning,
  known: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  if (mentions.length === 0) return new Map()
  const seers = new Map((await agentsWhoSee(tx, conversationId)).map(seer => [seer.id, seer]))
  const agents = new Map<number, string>()
  for (const mention of mentions) {
    const id = idOf(mention)
    const words = id === null ? [] : wordsFor(seers.get(id), known.get(id))
    const [usual] = words
    if (id === null || usual === undefined) await refuse(tx, id, mention)
    else agents.set(id, wordsOfMention(text, words) ?? usual)
  }
  return new Map([...agents].toSorted(([a], [b]) => a - b))
}

/** The words by which a text may mention an agent. */
const wordsFor = (seer: Seer | undefined, before: string | undefined): readonly string[] => [
  ...(seer === undefined
    ? []
    : [seer.name, ...detailsOf({ ...seer, id: String(seer.id) }).map(detail => nameWith(seer.name, detail))]),
  ...(before === undefined ? [] : [before]),
]

async function refuse(tx: Tx, id: number | null, text: string): Promise<never> {
  const agent =
    id === null
      ? undefined
      : await tx.selectFrom('agents').select('name').where('id', '=', id).executeTakeFirst()
  if (agent === undefined) throw new Refusal('agent.not-found', { id: text })
  const { name } = agent
  throw new Refusal('note.not-mentionable', { name }, { mentions: `${name} may not see this conversation` })
}

async function wordsOf(tx: Tx, { conversationId, authorId }: Mentioning) {
  const { rows } = await sql<{ by: string; name: string | null; phone: string | null }>`
    select a.name as by, cu.name, cu.phone from conversations c join customers cu on cu.id = c.customer_id
    join agents a on a.id = ${authorId} where c.id = ${conversationId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A note has no conversation')
  return mentionNotice(row.by, customerName(row.name, row.phone))
}
