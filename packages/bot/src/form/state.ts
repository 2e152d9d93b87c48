import * as z from 'zod'
import { ApplicationKind } from '@parley/core/applications/application'
import { DocumentType } from '@parley/core/attachments/api'
import { dayOf } from '@parley/core/text/days'
import type { Language } from '../language.ts'
import { personName, phone } from './parse/words.ts'
import type { Facts } from './value.ts'

/** The source of a value. `message_id` is null for a value from an agent. */
export const Source = z.object({
  how: z.enum(['said', 'flow', 'agent', 'document']),
  message_id: z.string().nullable(),
  at: z.iso.datetime(),
  /** Set for an agent's value. */
  agent_id: z.string().nullable(),
})
export type Source = z.output<typeof Source>

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])
export const Kept = z.object({ value: Value, source: Source })
export type Kept = z.output<typeof Kept>

export const consentNames = ['data_protection_consent', 'information_is_true'] as const
const Consent = z.object({ message_id: z.string(), at: z.iso.datetime() })

/** The open question. */
export const At = z.discriminatedUnion('step', [
  z.object({ step: z.literal('field'), path: z.string() }),
  /** The shares are below 100 percent. */
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
const SentDocument = SentFile.extend({ type: DocumentType })
type SentDocument = z.output<typeof SentDocument>

/** The stored state of a form. */
export const FormState = z.object({
  /** The version of this shape; `migrateForm` reads older ones. */
  flow: z.literal(1),
  kind: ApplicationKind,
  status: z.enum(['asking', 'paused', 'cancelled', 'submitted']),
  values: z.record(z.string(), Kept),
  /** Known values by path, offered for confirmation. */
  known: z.record(z.string(), z.string()),
  /** Paths that the customer skipped. */
  skipped: z.array(z.string()).readonly(),
  at: At,
  /** A question before the open one: whether to cancel, or which document a file is. */
  aside: z.enum(['cancel', 'file']).nullable(),
  /** Files that the customer has not named yet. */
  files: z.array(SentFile).readonly(),
  documents: z.array(SentDocument).readonly(),
  /** Document types that are done, with or without files. */
  settled: z.array(DocumentType).readonly(),
  consents: z.partialRecord(z.enum(consentNames), Consent),
  /** Invalid answers in a row to the open question. */
  misses: z.int().min(0),
  /** The last message; a repetition changes nothing. */
  last_message_id: z.string().nullable(),
  started_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  /** Set when the customer submits. */
  submitted_at: z.iso.datetime().nullable(),
})
export type FormState = z.output<typeof FormState>

export interface Known {
  readonly fullName?: string | null
  readonly phoneNumber?: string | null
}

/** A new form. Valid known values are offered for confirmation. */
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

/** The time zone of the office. */
const timeZone = 'Africa/Kampala'

/** The context for parsing answers. */
export const factsOf = (state: FormState, now: Date, language: Language): Facts => ({
  now,
  today: dayOf(now, timeZone),
  language,
  answer: path => state.values[path]?.value,
})

/** Stores an answer, and withdraws an earlier declaration about the answers. */
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
