import * as z from 'zod'
import { declare } from '../call.ts'
import { PathId, Time } from '../ids.ts'

const text = z.string().nullable()
const examples = z.record(z.string(), z.string())

/** The header of a template: a text, or a file that is given with each message. */
const TemplateHeader = z.object({
  kind: z.enum(['text', 'image', 'video', 'document']),
  /** Null for a file. */
  text,
})

/**
 * `reply`: the customer's press is the answer; `value`: the URL or number of the button; `example`: an example of its variable.
 */
const TemplateButton = z.object({
  kind: z.enum(['reply', 'url', 'phone', 'code']),
  text: z.string(),
  value: text,
  example: text,
})

/** A text in one language that WhatsApp has approved, or not yet. Its variables have the form {{1}} or {{first_name}}. */
export const Template = z.object({
  name: z.string(),
  /** WhatsApp's code, such as en or en_US. */
  language: z.string(),
  /** WhatsApp's category: UTILITY, MARKETING, AUTHENTICATION. */
  category: z.string(),
  /** WhatsApp's status: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, … */
  status: z.string(),
  /** WhatsApp's word for why it was rejected, such as INVALID_FORMAT; null or absent: it was not. */
  reason: text.optional(),
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.string(),
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: text,
  buttons: z.array(TemplateButton).readonly(),
  examples: z.object({ header: examples, body: examples }),
  /** The type of a part that Parley cannot fill in, as WhatsApp names it; null: none. */
  unfillable: text,
})
export type Template = z.output<typeof Template>
export type TemplateEntity = Readonly<Template>
export type TemplateButtonEntity = Readonly<z.output<typeof TemplateButton>>

/** A template and the values of its variables, by place: "body.1", "header.claim_number", "button.0". */
export const ChosenTemplate = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  values: z.record(z.string().max(200), z.string().max(2000)).default({}),
  /** The file of its header. */
  document_id: z.string().max(100).optional(),
})
export type ChosenTemplate = z.output<typeof ChosenTemplate>

export const TemplateList = z.object({
  /** False: the number's business account is not configured, so its templates are unknown. */
  configured: z.boolean(),
  /** The last successful request to WhatsApp; null: none yet. */
  read_at: Time.nullable(),
  /** Why the last request failed, for a person; null: it succeeded. */
  problem: text,
  /** Whether this customer wants marketing messages: false if they declined. */
  wants_marketing: z.boolean(),
  templates: z.array(Template),
})
export type TemplateList = z.output<typeof TemplateList>

/** The templates of one WhatsApp Business account. */
export const AccountTemplates = z.object({
  /** The names of its business numbers; a number without a name is left out. */
  numbers: z.array(z.string()),
  /** The last successful request to WhatsApp; null: none yet. */
  read_at: Time.nullable(),
  /** Why the last request failed, for a person; null: it succeeded. */
  problem: text,
  templates: z.array(Template),
})
export type AccountTemplates = z.output<typeof AccountTemplates>

export const templateCalls = declare({
  allTemplates: {
    method: 'GET',
    path: '/templates',
    summary: 'All templates of each WhatsApp Business account, with what WhatsApp says of them',
    policy: 'settings',
    reply: z.array(AccountTemplates),
  },
  refreshTemplates: {
    method: 'POST',
    path: '/templates/refresh',
    summary: 'Read all templates from WhatsApp anew, within a few seconds',
    policy: 'settings',
    reply: null,
  },
  templates: {
    method: 'GET',
    path: '/conversations/:id/templates',
    summary: 'All templates with what WhatsApp says of them, and what this customer wants of them',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: TemplateList,
    problems: ['conversation.not-found'],
  },
})
