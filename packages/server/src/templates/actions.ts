import type { Template } from '@parley/core/templates/api'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'

/**
 * Replaces an account's templates by WhatsApp's list, and deletes the others. Consoles are told only of a change.
 */
export const keepTemplates = (
  writer: Writer,
  accountId: string,
  templates: readonly Template[],
): Promise<void> =>
  write(writer, async ({ tx, publish, now }) => {
    const before = await tx
      .selectFrom('template_readings')
      .select('problem')
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const rows = JSON.stringify(
      templates.map(({ name, language, category, status, quality, ...content }) => ({
        name,
        language,
        category,
        status,
        quality,
        content,
      })),
    )
    const { rows: changed } = await sql`
      with told as (select * from json_to_recordset(${rows}::json)
          as t(name text, language text, category text, status text, quality text, content json)),
        gone as (delete from message_templates m where account_id = ${accountId}
          and not exists (select 1 from told t where t.name = m.name and t.language = m.language) returning 1),
        kept as (insert into message_templates as m (account_id, name, language, category, status, quality, content)
          select ${accountId}, * from told
          on conflict (account_id, name, language) do update set category = excluded.category,
            status = excluded.status, quality = excluded.quality, content = excluded.content
          where (m.category, m.status, m.quality, m.content::text) is distinct from
            (excluded.category, excluded.status, excluded.quality, excluded.content::text) returning 1)
      select 1 from gone union all select 1 from kept`.execute(tx)
    await tx
      .insertInto('template_readings')
      .values({ account_id: accountId, read_at: now, problem: null })
      .onConflict(conflict => conflict.column('account_id').doUpdateSet({ read_at: now, problem: null }))
      .execute()
    if (changed.length > 0 || before?.problem !== null) publish({ noun: 'templates', id: 0, kind: 'changed' })
  })

/** Stores why WhatsApp sent no list. The known templates stay. */
export const keepTrouble = (writer: Writer, accountId: string, problem: string): Promise<void> =>
  write(writer, async ({ tx, publish }) => {
    const changed = await tx
      .insertInto('template_readings')
      .values({ account_id: accountId, read_at: null, problem })
      .onConflict(conflict =>
        conflict
          .column('account_id')
          .doUpdateSet({ problem })
          .where('template_readings.problem', 'is distinct from', problem),
      )
      .returning('account_id')
      .execute()
    if (changed.length > 0) publish({ noun: 'templates', id: 0, kind: 'changed' })
  })
