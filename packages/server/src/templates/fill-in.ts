import type { MessageDetails } from '@parley/core/messages/details'
import type { ChosenTemplate, Template } from '@parley/core/templates/api'
import { Refusal } from '@parley/core/errors'
import {
  previewOf,
  templateProblem,
  templateVariables,
  valueProblems,
  wordsOf,
} from '@parley/core/templates/rules'
import type { Reader } from '../db/write.ts'
import { templateNamed, wantsMarketing } from './queries.ts'

/** A template that can be sent: what is kept of it, and the kind of file that it needs. */
export interface FilledIn {
  readonly details: NonNullable<MessageDetails['template']>
  readonly file: 'image' | 'video' | 'document' | null
}

/**
 * Puts values into a template for the customer of a conversation.
 * @throws Refusal template.not-found, template.not-sendable, input.invalid
 */
export async function fillIn(
  reader: Reader,
  conversationId: number,
  chosen: ChosenTemplate,
): Promise<FilledIn> {
  const template = await templateNamed(reader, conversationId, chosen)
  if (template === null) {
    throw new Refusal('template.not-found', { name: chosen.name, language: chosen.language })
  }
  const problem = templateProblem(template, {
    wantsMarketing: await wantsMarketing(reader, conversationId),
  })
  if (problem !== null) throw new Refusal('template.not-sendable', { problem })
  return { details: detailsOf(template, chosen.values), file: fileOf(template) }
}

function detailsOf(template: Template, given: ChosenTemplate['values']): FilledIn['details'] {
  const [wrong] = Object.entries(valueProblems(template, given))
  if (wrong !== undefined) throw Refusal.field(`template.values.${wrong[0]}`, wrong[1])
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
