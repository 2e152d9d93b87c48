import { Refusal } from '@parley/core/errors'
import { customerName } from '@parley/core/rules/conversation'
import { mentionNotice } from '@parley/core/rules/notification'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { dismissDone } from '../notifications/dismiss.ts'
import { notify } from '../notifications/notice.ts'
import { agentsWhoSee } from '../sight/queries.ts'

/** A note, as its mentions need it. The conversation must be locked. */
export interface Mentioning {
  readonly noteId: number
  readonly conversationId: number
  readonly authorId: number
  /** Whom it mentions now: ids as they came. */
  readonly mentions: readonly string[]
}

/**
 * Writes down whom a note mentions. Who was not mentioned before is told, but for its author; who is mentioned no more is
 * told no more.
 * @throws Refusal note.not-mentionable, agent.not-found
 */
export async function setMentions(tx: Tx, emit: Emit, note: Mentioning, now: Date): Promise<void> {
  const { noteId, conversationId, authorId } = note
  const before = await tx
    .selectFrom('note_mentions')
    .select('agent_id')
    .where('note_id', '=', noteId)
    .execute()
  const known = new Set(before.map(row => row.agent_id))
  const wanted = await mentionedIds(tx, note, known)
  const gone = [...known].filter(id => !wanted.includes(id))
  const fresh = wanted.filter(id => !known.has(id))
  if (gone.length > 0) {
    await tx.deleteFrom('note_mentions').where('note_id', '=', noteId).where('agent_id', 'in', gone).execute()
    for (const agentId of gone) await dismissDone(tx, emit, { cause: 'mention', noteId, agentId }, now)
  }
  if (gone.length + fresh.length > 0) emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  if (fresh.length === 0) return
  await tx
    .insertInto('note_mentions')
    .values(
      fresh.map(agentId => ({
        note_id: noteId,
        agent_id: agentId,
        at: now,
        seen_at: agentId === authorId ? now : null,
      })),
    )
    .execute()
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

/** In the order of their ids. Who was mentioned before stays so, whatever they may see by now. */
async function mentionedIds(
  tx: Tx,
  { conversationId, mentions }: Mentioning,
  known: ReadonlySet<number>,
): Promise<readonly number[]> {
  if (mentions.length === 0) return []
  const seers = new Set((await agentsWhoSee(tx, conversationId)).map(({ id }) => id))
  const ids = new Set<number>()
  for (const text of mentions) {
    const id = idOf(text)
    if (id === null || !(seers.has(id) || known.has(id))) await refuse(tx, id, text)
    else ids.add(id)
  }
  return [...ids].toSorted((a, b) => a - b)
}

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
