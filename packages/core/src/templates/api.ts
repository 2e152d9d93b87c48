import * as z from 'zod'
import { declare } from '../call.ts'
import { PathId, Time } from '../ids.ts'

const text = z.string().nullable()
const examples = z.record(z.string(), z.string())

/** What stands above a template's words: a text, or a file that is given with each message. */
export const TemplateHeader = z.object({
  kind: z.enum(['text', 'image', 'video', 'document']),
  /** Null for a file. */
  text,
})

/** `reply` is answered by pressing it; `value`: the address or number behind it; `example`: what its variable may be. */
export const TemplateButton = z.object({
  kind: z.enum(['reply', 'url', 'phone', 'code']),
  text: z.string(),
  value: text,
  example: text,
})

/** Words that WhatsApp approved, or not yet, in one language. Its variables stand as {{1}} or {{first_name}}. */
export const Template = z.object({
  name: z.string(),
  /** WhatsApp's code, such as en or en_US. */
  language: z.string(),
  /** WhatsApp's word: UTILITY, MARKETING, AUTHENTICATION. */
  category: z.string(),
  /** WhatsApp's word: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, … */
  status: z.string(),
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.string(),
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: text,
  buttons: z.array(TemplateButton).readonly(),
  examples: z.object({ header: examples, body: examples }),
  /** A part that Parley cannot fill in, in WhatsApp's word; null where there is none. */
  unfillable: text,
})
export type Template = z.output<typeof Template>
export type TemplateEntity = Readonly<Template>
export type TemplateButtonEntity = Readonly<z.output<typeof TemplateButton>>

/** A template and what stands in its variables, by their places: "body.1", "header.claim_number", "button.0". */
export const ChosenTemplate = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  values: z.record(z.string().max(200), z.string().max(2000)).default({}),
  /** The file of its header. */
  document_id: z.string().max(100).optional(),
})
export type ChosenTemplate = z.output<typeof ChosenTemplate>
export type ChosenTemplateEntity = Readonly<ChosenTemplate>

export const TemplateList = z.object({
  /** False: nobody said which business account the number belongs to, so nothing is known of templates. */
  configured: z.boolean(),
  /** When WhatsApp was last asked with success; null: never yet. */
  read_at: Time.nullable(),
  /** Why the last try to ask brought nothing, for a person; null where it did. */
  problem: text,
  /** Whether this customer wants marketing messages: false where they have said no. */
  wants_marketing: z.boolean(),
  templates: z.array(Template),
})
export type TemplateList = z.output<typeof TemplateList>
export type TemplateListEntity = Readonly<TemplateList>

export const templateCalls = declare({
  templates: {
    method: 'GET',
    path: '/conversations/:id/templates',
    summary: 'All templates with what WhatsApp says of them, and what this customer wants of them',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: TemplateList,
    problems: ['conversation.not-found'],
  },
})
