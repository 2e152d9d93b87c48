import type { Template, TemplateList } from '@parley/core/templates/api'
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

/** The business account whose templates go in a conversation; null: nobody said which. */
const accountOf = async (reader: Reader, conversationId: number): Promise<string | null> =>
  (
    await reader
      .selectFrom('conversations')
      .innerJoin('business_numbers', 'business_numbers.phone_number_id', 'conversations.phone_number_id')
      .select('account_id')
      .where('conversations.id', '=', conversationId)
      .executeTakeFirst()
  )?.account_id ?? null

/** One template in one language; null where there is none for this conversation, as far as is known. */
export async function templateNamed(
  reader: Reader,
  conversationId: number,
  { name, language }: { readonly name: string; readonly language: string },
): Promise<Template | null> {
  const accountId = await accountOf(reader, conversationId)
  if (accountId === null) return null
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
 * All templates that may go in a conversation, by name and language, with what its customer wants of them.
 */
export async function templatesFor(reader: Reader, conversationId: number): Promise<TemplateList> {
  const accountId = await accountOf(reader, conversationId)
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
