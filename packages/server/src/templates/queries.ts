import type { Template, TemplateList } from '@parley/core/api/templates'
import type { MessageTemplatesTable } from '../db/database.ts'
import type { Reader } from '../db/write.ts'
import type { Selectable } from 'kysely'

const templateOfRow = ({
  name,
  language,
  category,
  status,
  quality,
  content,
}: Omit<Selectable<MessageTemplatesTable>, 'account_id'>): Template => ({
  ...(content as Omit<Template, 'name' | 'language' | 'category' | 'status' | 'quality'>),
  name,
  language,
  category,
  status,
  quality,
})

/** One template in one language; null where the business account has none, as far as is known. */
export async function templateNamed(
  reader: Reader,
  accountId: string,
  { name, language }: { readonly name: string; readonly language: string },
): Promise<Template | null> {
  const row = await reader
    .selectFrom('message_templates')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst()
  return row === undefined ? null : templateOfRow(row)
}

/**
 * All templates by name and language, with what the customer of a conversation wants of them.
 * @param accountId null: nobody said which
 */
export async function templatesFor(
  reader: Reader,
  accountId: string | null,
  conversationId: number,
): Promise<TemplateList> {
  const wants_marketing = await wantsMarketing(reader, conversationId)
  if (accountId === null) {
    return { configured: false, read_at: null, problem: null, wants_marketing, templates: [] }
  }
  const [reading, rows] = await Promise.all([
    reader
      .selectFrom('template_readings')
      .select(['read_at', 'problem'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    reader
      .selectFrom('message_templates')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('name')
      .orderBy('language')
      .execute(),
  ])
  return {
    configured: true,
    read_at: reading?.read_at?.toISOString() ?? null,
    problem: reading?.problem ?? null,
    wants_marketing,
    templates: rows.map(templateOfRow),
  }
}

/** False: the customer of this conversation has said no to marketing messages. */
export const wantsMarketing = async (reader: Reader, conversationId: number): Promise<boolean> =>
  (
    await reader
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select('customers.marketing_opt_out_at')
      .where('conversations.id', '=', conversationId)
      .executeTakeFirst()
  )?.marketing_opt_out_at === null
