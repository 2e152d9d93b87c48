import * as z from 'zod'
import {
  applicationDecisions,
  applicationKinds,
  applicationRanges,
  applicationStatuses,
  maxApplicationText,
  maxCustomerWords,
  maxDespite,
  provenanceSources,
  untoldReasons,
  verificationFlags,
} from '../words/applications.ts'
import { languages } from '../words/languages.ts'
import { Attachment, DocumentType } from './attachments.ts'
import { declare } from './call.ts'
import { AgentId, ApplicationId, AttachmentId, ConversationId, MessageId, PathId, Time } from './ids.ts'
import { typedText } from './text.ts'

export const ApplicationKind = z.enum(applicationKinds)
export type ApplicationKind = z.output<typeof ApplicationKind>

export const ApplicationStatus = z.enum(applicationStatuses)
export type ApplicationStatus = z.output<typeof ApplicationStatus>

export const ApplicationRange = z.enum(applicationRanges)
export type ApplicationRange = z.output<typeof ApplicationRange>

/** What a form leaves out, or what has not been asked yet, is null. */
const text = z.string().nullable()
const number = z.number().nullable()
/** A calendar date, "1991-03-04". */
const day = z.iso.date().nullable()

export const PersonalDetails = z.object({
  full_name: text,
  date_of_birth: day,
  gender: text,
  nationality: text,
  id_type: text,
  id_number: text,
  marital_status: text,
})
export const ContactDetails = z.object({
  phone_number: text,
  alternative_phone: text,
  email: text,
  physical_address: text,
  postal_address: text,
})
export const EmploymentDetails = z.object({
  employment_status: text,
  employer_name: text,
  job_title: text,
  industry: text,
  /** UGX a month. */
  monthly_income: number,
})
export const Beneficiary = z.object({
  name: text,
  relationship: text,
  phone_number: text,
  id_number: text,
  /** The share, 0 to 100. */
  percentage: number,
})
export type Beneficiary = z.output<typeof Beneficiary>

/** What both forms ask. */
const everyForm = {
  personal_details: PersonalDetails,
  contact_details: ContactDetails,
  employment_details: EmploymentDetails,
  beneficiaries: z.array(Beneficiary),
}

export const IppForm = z.object({
  ...everyForm,
  contribution_details: z.object({
    /** UGX. */
    initial_contribution: number,
    /** UGX. */
    monthly_contribution: number,
    payment_method: text,
    start_date: day,
  }),
  investment_preferences: z.object({
    risk_tolerance: text,
    preferred_portfolio: text,
    investment_horizon: text,
  }),
  /** What the customer declared, by name; its names are the form's own. */
  declarations: z.record(z.string(), z.union([z.boolean(), z.string()])),
})
export type IppForm = z.output<typeof IppForm>

export const LibForm = z.object({
  ...everyForm,
  policy_details: z.object({
    policy_type: text,
    /** UGX. */
    cover_amount: number,
    /** UGX for each payment. */
    premium_amount: number,
    premium_payment_frequency: text,
    /** Years. */
    policy_term: number,
    payment_method: text,
  }),
  health_information: z.object({
    has_existing_conditions: z.boolean().nullable(),
    existing_conditions: z.array(z.string()),
    smoker: z.boolean().nullable(),
    height_cm: number,
    weight_kg: number,
  }),
})
export type LibForm = z.output<typeof LibForm>

export type IppFlag = (typeof verificationFlags.ipp)[number]
export type LibFlag = (typeof verificationFlags.lib)[number]
export type VerificationFlag = LibFlag

const IppFlags = z.object({
  id_verified: z.boolean(),
  income_verified: z.boolean(),
  beneficiary_details_complete: z.boolean(),
})
const LibFlags = IppFlags.extend({ medical_checked: z.boolean() })

/** Who did it; null is nobody of ours: the customer, the bot, or somebody who was not recorded. */
const Person = z.object({ id: AgentId, name: z.string() }).nullable()

export const StatusChange = z.object({
  /** Null for the first entry of all. */
  from_status: ApplicationStatus.nullable(),
  to_status: ApplicationStatus,
  changed_at: Time,
  notes: text,
  changed_by: Person,
  /** The message that tells the customer of it, or why there is none; null: there was nothing to tell. */
  told: z
    .union([
      z.object({ message_id: MessageId, conversation_id: ConversationId }),
      z.object({ not: z.enum(untoldReasons) }),
    ])
    .nullable(),
  /** Ours: what stood open as it was approved all the same, as it was said at the time; empty for every other change. */
  despite: z.array(z.object({ code: z.string(), field: z.string(), sentence: z.string() })),
})
export type StatusChange = z.output<typeof StatusChange>

/** A verification flag that an agent set or took back. */
export const FlagChange = z.object({
  flag: z.enum(verificationFlags.lib),
  value: z.boolean(),
  changed_at: Time,
  changed_by: Person,
})
export type FlagChange = z.output<typeof FlagChange>

/** A document that an agent asked the customer for. */
export const DocumentAsk = z.object({
  document_type: DocumentType,
  asked_at: Time,
  asked_by: Person,
  /** The message that asks, and where it is. */
  message_id: MessageId,
  conversation_id: ConversationId,
  /** When the customer sent it; null: not yet. */
  brought_at: Time.nullable(),
})
export type DocumentAsk = z.output<typeof DocumentAsk>

/** What an agent wrote about an application, for agents only. */
export const ApplicationNote = z.object({
  id: z.string(),
  application_id: ApplicationId,
  content: z.string(),
  created_at: Time,
  created_by: Person,
})
export type ApplicationNote = z.output<typeof ApplicationNote>

/**
 * Where a field's value came from: said in a message, answered in a form sent through the chat, read off a document, or
 * entered by a person of ours.
 */
export const Provenance = z.object({
  source: z.enum(provenanceSources),
  at: Time,
  /** The message that said it, or that brought the form or document. */
  message_id: MessageId.nullable(),
  conversation_id: ConversationId.nullable(),
  document_id: AttachmentId.nullable(),
  /** Set exactly for a person. */
  agent: Person,
})
export type Provenance = z.output<typeof Provenance>

export const ApplicationCustomer = z.object({
  name: z.string(),
  /** Canonical; null for a customer known by a user id alone. */
  phone_number: text,
  email: text,
  id_number: text,
})

/** What lists show: no form, no file, no history. */
const row = {
  id: ApplicationId,
  form_type: z.string(),
  form_name: z.string(),
  status: ApplicationStatus,
  /** When it was sent in; null for what never was, which is a DRAFT. */
  submission_date: Time.nullable(),
  /** When the form was begun. */
  created_at: Time,
  customer: ApplicationCustomer,
  /** The conversation it came through. */
  conversation_id: ConversationId,
  /** The person: all conversations of one customer share their applications. */
  customer_id: z.string(),
  /** Of a LIB Flex application; null for IPP. */
  policy_type: text,
  /** Rises with every change of status, flags, and fields by agents; a note, and what a customer answers, changes nothing that another edit could be based on. */
  version: z.int(),
}

const IppApplicationRow = z.object({ kind: z.literal('ipp'), ...row })
const LibApplicationRow = z.object({ kind: z.literal('lib'), ...row })
export const ApplicationRow = z.discriminatedUnion('kind', [IppApplicationRow, LibApplicationRow])
export type ApplicationRow = z.output<typeof ApplicationRow>

/** What the detail has beside the row. */
const rest = {
  updated_at: Time,
  /** In the order in which they came. */
  attachments: z.array(Attachment),
  /** Oldest first. */
  status_history: z.array(StatusChange),
  /** Ours: who verified what, and who took it back; oldest first. */
  flag_history: z.array(FlagChange),
  /** Ours: what the customer was asked for by a click; oldest first. */
  document_asks: z.array(DocumentAsk),
  /**
   * Ours: whether agents can fill it in: it is a form in the chat that the customer has neither sent in nor cancelled.
   */
  takes_fields: z.boolean(),
  /** Oldest first. */
  notes: z.array(ApplicationNote),
  /**
   * By the path of a form field, such as `personal_details.full_name` or `beneficiaries.0.percentage`; of a document that came
   * in the chat by `attachments.` and its id.
   */
  provenance: z.record(z.string(), Provenance),
}

export const IppApplication = IppApplicationRow.extend({
  ...rest,
  form_data: IppForm,
  verification_flags: IppFlags,
})
export type IppApplication = z.output<typeof IppApplication>
export const LibApplication = LibApplicationRow.extend({
  ...rest,
  form_data: LibForm,
  verification_flags: LibFlags,
})
export type LibApplication = z.output<typeof LibApplication>

export const Application = z.discriminatedUnion('kind', [IppApplication, LibApplication])
export type Application = z.output<typeof Application>

const words = typedText(maxApplicationText)
/** The version that the caller's edit is based on; a stale one is refused. Absent: whatever there is. */
const version = z.int().optional()
/** The client's own id for this click: the same id is carried out once. */
const clientId = z.string().min(1).max(100).optional()

export const SetApplicationStatusBody = z.object({
  status: ApplicationStatus,
  /** Blank is none. */
  notes: words.optional(),
  /** Whether the customer hears of it, by a message of its own; absent: yes. */
  tell_customer: z.boolean().default(true),
  /** What the message adds, such as the reason of a rejection: as it is, in the words of the agent. Blank is none. */
  customer_words: typedText(maxCustomerWords).optional(),
  /** The open points that the caller has seen and approves it despite; what is not open any more counts for nothing. */
  despite: z
    .array(z.object({ code: z.string().max(60), field: z.string().max(200) }))
    .max(maxDespite)
    .optional(),
  version,
  client_change_id: clientId,
})
export const AskDocumentBody = z.object({ document_type: DocumentType })
/** A message that asks the customer for what stands open, to be looked at and sent by an agent; where it is to be written. */
export const CustomerRequest = z.object({
  conversation_id: ConversationId,
  language: z.enum(languages),
  text: z.string(),
})
export type CustomerRequest = z.output<typeof CustomerRequest>

export const AddApplicationNoteBody = z.object({ content: words.min(1), client_note_id: clientId })

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const listQuery = z.object({
  status: ApplicationStatus.optional(),
  /** By the date of submission; what was not submitted is in none. */
  range: ApplicationRange.optional(),
  /** Whose days and months count: the viewer's IANA time zone. */
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'must be an IANA time zone, such as Africa/Kampala')
    .default('Africa/Kampala'),
  /** Customer name without case; phone number and id number as typed. */
  search: z.string().max(200).optional(),
  /** Just those of this conversation's customer. */
  conversation_id: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** Continue behind this application, so that a moving list skips nothing. */
  after: z.string().max(100).optional(),
})

const area = 'applications' as const

const list = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}`,
    summary: `${name} applications, newest submission first`,
    access: 'session',
    policy: 'desk',
    about: { 'query.conversation_id': 'conversation' },
    spends: 'search',
    area,
    query: listQuery,
    reply: z.array(reply),
    headers: ['Parley-Seq', 'Parley-Total', 'Parley-Counts'],
    problems: ['conversation.not-found', 'application.not-found'],
  }) as const

const one = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}/:id`,
    summary: `One ${name} application, whole`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    reply,
    headers: ['Parley-Seq'],
    problems: ['application.not-found'],
  }) as const

const setStatus = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'PUT',
    path: `/applications/${kind}/:id/status`,
    summary: `${name} application: set the status, any from any; the same again is told by the history too; approved with every open point named`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    also: { policy: 'application-decision', field: 'status', values: applicationDecisions },
    area,
    params: PathId,
    body: SetApplicationStatusBody,
    reply,
    problems: [
      'application.not-found',
      'application.stale',
      'application.same-client-id',
      'application.points-open',
    ],
  }) as const

const addNote = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/:id/notes`,
    summary: `${name} application: add a note, for agents only`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: AddApplicationNoteBody,
    reply,
    problems: ['application.not-found', 'application.same-client-id'],
  }) as const

const setFlags = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'PUT',
    path: `/applications/${kind}/:id/flags`,
    summary: `${name} application: set what is verified; flags that are not named stay`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: z.object({
      flags: z.partialRecord(z.enum(verificationFlags[kind]), z.boolean()),
      version,
    }),
    reply,
    problems: ['application.not-found', 'application.stale'],
  }) as const

const askDocument = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/:id/document-asks`,
    summary: `${name} application: ask the customer for one document that is missing; asked a moment ago, it is not asked again`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: AskDocumentBody,
    reply,
    problems: [
      'application.not-found',
      'application.takes-no-documents',
      'application.document-not-missing',
      'application.customer-not-asked',
    ],
  }) as const

const request = <const K extends ApplicationKind>(kind: K, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}/:id/request`,
    summary: `${name} application: a message that asks the customer for what stands open, in their language; it sends nothing`,
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    reply: CustomerRequest,
    problems: ['application.not-found', 'application.nothing-to-ask', 'application.customer-not-asked'],
  }) as const

const ipp = 'IPP'
const lib = 'LIB Flex'

export const applicationCalls = declare({
  ippApplications: list('ipp', IppApplicationRow, ipp),
  ippApplication: one('ipp', IppApplication, ipp),
  setIppApplicationStatus: setStatus('ipp', IppApplication, ipp),
  addIppApplicationNote: addNote('ipp', IppApplication, ipp),
  setIppApplicationFlags: setFlags('ipp', IppApplication, ipp),
  askIppApplicationDocument: askDocument('ipp', IppApplication, ipp),
  ippApplicationRequest: request('ipp', ipp),
  libApplications: list('lib', LibApplicationRow, lib),
  libApplication: one('lib', LibApplication, lib),
  setLibApplicationStatus: setStatus('lib', LibApplication, lib),
  addLibApplicationNote: addNote('lib', LibApplication, lib),
  setLibApplicationFlags: setFlags('lib', LibApplication, lib),
  askLibApplicationDocument: askDocument('lib', LibApplication, lib),
  libApplicationRequest: request('lib', lib),
})
