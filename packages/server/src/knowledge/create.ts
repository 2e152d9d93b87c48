import type { KnowledgeContent } from '@parley/core/knowledge/api'
import { tidyKnowledge } from '@parley/core/knowledge/rules'
import { type Doer, record } from '../audit/record.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'

/** A new draft inside a transaction of its caller. Answers its id. */
export async function insertDraft(
  tx: Tx,
  emit: Emit,
  { content, clientId }: { readonly content: KnowledgeContent; readonly clientId: string | null },
  by: Doer,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('knowledge_answers')
    .values({
      client_id: clientId,
      draft: JSON.stringify(content),
      updated_at: now,
      updated_by: by.agentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  emit({ noun: 'bot', id: 0, kind: 'changed' })
  const after = { title: content.title, topic: content.topic }
  await record(tx, by, { action: 'knowledge.edited', noun: 'knowledge', objectId: id, after }, now)
  return id
}

/** A new answer as a draft, once for each id of the client: the same again answers the one that was made. */
export const createAnswer = (
  writer: Writer,
  clientId: string,
  content: KnowledgeContent,
  by: Doer,
): Promise<number> =>
  write(writer, async (tx, emit) => {
    // One at a time, so that the same click twice finds what the first one made.
    await tx.selectFrom('knowledge_edition').select('edition').forNoKeyUpdate().execute()
    const made = await tx
      .selectFrom('knowledge_answers')
      .select('id')
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (made !== undefined) return made.id
    return insertDraft(tx, emit, { content: tidyKnowledge(content), clientId }, by, writer.now())
  })
