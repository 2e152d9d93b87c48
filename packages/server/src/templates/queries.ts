import type { Selectable } from 'kysely'
import { ApiError } from '@parley/core/errors'
import type { MessageDetails } from '@parley/core/messages/details'
import type { AccountTemplates, ChosenTemplate, Template, TemplateList } from '@parley/core/templates/api'
import {
  previewOf,
  templateProblem,
  templateVariables,
  valueProblems,
  wordsOf,
} from '@parley/core/templates/rules'
import type { MessageTemplatesTable } from '../db/database.ts'
import type { Reader } from '../db/write.ts'

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

/** All templates by account, of the accounts whose numbers are served. */
export async function allTemplates(reader: Reader): Promise<AccountTemplates[]> {
  const [numbers, readings, rows] = await Promise.all([
    reader
      .selectFrom('business_numbers')
      .select(['account_id', 'shown_as'])
      .where('account_id', 'is not', null)
      .where('is_served', '=', true)
      .orderBy('phone_number_id')
      .execute(),
    reader.selectFrom('template_readings').selectAll().execute(),
    reader.selectFrom('message_templates').selectAll().orderBy('name').orderBy('language').execute(),
  ])
  return [...new Set(numbers.map(one => one.account_id))].map(accountId => {
    const reading = readings.find(one => one.account_id === accountId)
    return {
      numbers: numbers.flatMap(one => (one.account_id === accountId ? (one.shown_as ?? []) : [])),
      read_at: reading?.read_at?.toISOString() ?? null,
      problem: reading?.problem ?? null,
      templates: rows.filter(row => row.account_id === accountId).map(templateOfRow),
    }
  })
}

/** The business account of a conversation's number; null: not known. */
const accountOf = async (reader: Reader, conversationId: number): Promise<string | null> =>
  (
    await reader
      .selectFrom('conversations')
      .innerJoin('business_numbers', 'business_numbers.phone_number_id', 'conversations.phone_number_id')
      .select('account_id')
      .where('conversations.id', '=', conversationId)
      .executeTakeFirst()
  )?.account_id ?? null

/** Null: this conversation has no such template. */
async function templateNamed(
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

/** All templates for a conversation, by name and language. */
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

/** False: the customer has opted out of marketing messages. */
const wantsMarketing = async (reader: Reader, conversationId: number): Promise<boolean> =>
  (
    await reader
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select('customers.marketing_opt_out_at')
      .where('conversations.id', '=', conversationId)
      .executeTakeFirst()
  )?.marketing_opt_out_at === null

/** A template with its values, and the kind of file that it needs. */
export interface FilledIn {
  readonly details: NonNullable<MessageDetails['template']>
  readonly file: 'image' | 'video' | 'document' | null
}

/**
 * Fills in a template for a conversation.
 * @throws ApiError template.not-found, template.not-sendable, input.invalid
 */
export async function fillIn(
  reader: Reader,
  conversationId: number,
  chosen: ChosenTemplate,
): Promise<FilledIn> {
  const template = await templateNamed(reader, conversationId, chosen)
  if (template === null) {
    throw new ApiError('template.not-found', { name: chosen.name, language: chosen.language })
  }
  const problem = templateProblem(template, {
    wantsMarketing: await wantsMarketing(reader, conversationId),
  })
  if (problem !== null) throw new ApiError('template.not-sendable', { problem })
  return { details: detailsOf(template, chosen.values), file: fileOf(template) }
}

function detailsOf(template: Template, given: ChosenTemplate['values']): FilledIn['details'] {
  const [wrong] = Object.entries(valueProblems(template, given))
  if (wrong !== undefined) throw ApiError.field(`template.values.${wrong[0]}`, wrong[1])
  const values = Object.fromEntries(templateVariables(template).map(({ key }) => [key, given[key] ?? '']))
  const { header, body, footer, buttons } = previewOf(template, values)
  return {
    name: template.name,
    language: template.language,
    category: template.category,
    values,
    header: header.length === 0 ? null : wordsOf(header),
    body: wordsOf(body),
    footer,
    buttons,
  }
}

const fileOf = ({ header }: Template): FilledIn['file'] =>
  header === null || header.kind === 'text' ? null : header.kind
