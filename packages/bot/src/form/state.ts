import { ApplicationKind } from '@parley/core/applications/application'
import { DocumentType } from '@parley/core/attachments/api'
import { dayOf } from '@parley/core/text/days'
import * as z from 'zod'
import type { Language } from '../language.ts'
import { personName } from './parse/name.ts'
import { phone } from './parse/phone.ts'
import type { Facts } from './value.ts'

/** Who gave a value, how and when. `message_id`: the message that said it or brought it; null for an agent's own. */
export const Source = z.object({
  how: z.enum(['said', 'flow', 'agent', 'document']),
  message_id: z.string().nullable(),
  at: z.iso.datetime(),
  /** Set for what an agent filled in. */
  agent_id: z.string().nullable(),
})
export type Source = z.output<typeof Source>

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])
export const Kept = z.object({ value: Value, source: Source })
export type Kept = z.output<typeof Kept>

export const consentNames = ['data_protection_consent', 'information_is_true'] as const
export type ConsentName = (typeof consentNames)[number]
export const Consent = z.object({ message_id: z.string(), at: z.iso.datetime() })

/** The question that stands open. */
export const At = z.discriminatedUnion('step', [
  z.object({ step: z.literal('field'), path: z.string() }),
  /** Shares do not add up to 100 yet. */
  z.object({ step: z.literal('more') }),
  z.object({ step: z.literal('document'), type: DocumentType }),
  z.object({ step: z.literal('summary') }),
  z.object({ step: z.literal('consent'), name: z.enum(consentNames) }),
  /** What to change: a section, one of its fields, one of the beneficiaries. */
  z.object({ step: z.literal('sections') }),
  z.object({ step: z.literal('section'), section: z.string() }),
  z.object({ step: z.literal('beneficiary'), index: z.int().min(0) }),
])
export type At = z.output<typeof At>

const SentFile = z.object({ attachment_id: z.string(), message_id: z.string(), at: z.iso.datetime() })
export const SentDocument = SentFile.extend({ type: DocumentType })
export type SentDocument = z.output<typeof SentDocument>

/** A form on its way, as it is stored. */
export const FormState = z.object({
  /** The version of this shape; `migrateForm` reads older ones. */
  flow: z.literal(1),
  kind: ApplicationKind,
  status: z.enum(['asking', 'paused', 'cancelled', 'submitted']),
  values: z.record(z.string(), Kept),
  /** What we know already, by path: offered for a yes. */
  known: z.record(z.string(), z.string()),
  /** Paths that the customer skipped. */
  skipped: z.array(z.string()).readonly(),
  at: At,
  /** Asked before the open question goes on: whether to cancel, or which document a file is. */
  aside: z.enum(['cancel', 'file']).nullable(),
  /** Files whose type the customer has yet to name. */
  files: z.array(SentFile).readonly(),
  documents: z.array(SentDocument).readonly(),
  /** Types that were asked and are done, with files or without. */
  settled: z.array(DocumentType).readonly(),
  consents: z.partialRecord(z.enum(consentNames), Consent),
  /** Answers in a row to the open question that were none. */
  misses: z.int().min(0),
  /** The newest message that was taken in: once more changes nothing. */
  last_message_id: z.string().nullable(),
  started_at: z.iso.datetime(),
  /** When it was last answered, changed or resumed. */
  changed_at: z.iso.datetime(),
  /** Set once the customer sent it in. */
  submitted_at: z.iso.datetime().nullable(),
})
export type FormState = z.output<typeof FormState>

/** What is known of a customer before a form. */
export interface Known {
  readonly fullName?: string | null
  readonly phoneNumber?: string | null
}

/** A form that nothing was asked of yet. What is known and could be an answer is offered for a yes. */
export function startForm(kind: ApplicationKind, known: Known, now: Date): FormState {
  const name = personName(known.fullName ?? '').value
  const number = phone(known.phoneNumber ?? '', now).value
  const at = now.toISOString()
  return {
    flow: 1,
    kind,
    status: 'asking',
    values: {},
    known: {
      ...(name === undefined ? {} : { 'personal_details.full_name': name }),
      ...(number === undefined ? {} : { 'contact_details.phone_number': number }),
    },
    skipped: [],
    at: { step: 'field', path: 'personal_details.full_name' },
    aside: null,
    files: [],
    documents: [],
    settled: [],
    consents: {},
    misses: 0,
    last_message_id: null,
    started_at: at,
    changed_at: at,
    submitted_at: null,
  }
}

/** Where the office is. */
const timeZone = 'Africa/Kampala'

/** What answers are read against. */
export const factsOf = (state: FormState, now: Date, language: Language): Facts => ({
  now,
  today: dayOf(now, timeZone),
  language,
  answer: path => state.values[path]?.value,
})

/** A value in its place: it answers, is known and skipped no more, and a declaration before it holds no longer. */
export function put(state: FormState, path: string, value: Kept['value'], source: Source): FormState {
  const { [path]: _, ...known } = state.known
  const { information_is_true: __, ...consents } = state.consents
  return {
    ...state,
    values: { ...state.values, [path]: { value, source } },
    known,
    consents,
    skipped: state.skipped.filter(one => one !== path),
  }
}
