import * as z from 'zod'
import {
  applicationKinds,
  applicationRanges,
  applicationStatuses,
  provenanceSources,
  untoldReasons,
  verificationFlags,
} from './constants.ts'
import { NamedAgent } from '../agents/api.ts'
import { Attachment, DocumentType } from '../attachments/api.ts'
import { orElse, type Plain } from '../call.ts'
import { AgentId, ApplicationId, AttachmentId, ConversationId, MessageId, Time } from '../ids.ts'

export const ApplicationKind = z.enum(applicationKinds)

export type ApplicationKind = z.output<typeof ApplicationKind>

export const ApplicationStatus = z.enum(applicationStatuses)

export type ApplicationStatus = z.output<typeof ApplicationStatus>

export const ApplicationRange = z.enum(applicationRanges)

export type ApplicationRange = z.output<typeof ApplicationRange>

/** Null: the form leaves it out, or it has not been asked yet. */
const text = z.string().nullable()

const number = z.number().nullable()

/** A calendar date, "1991-03-04". */
const day = z.iso.date().nullable()

const PersonalDetails = z.object({
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

const EmploymentDetails = z.object({
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

/** The questions of both forms. */
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
  /** The customer's declarations by name; the names are the form's own. */
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

type LibFlag = (typeof verificationFlags.lib)[number]

export type VerificationFlag = LibFlag

const IppFlags = z.object({
  id_verified: z.boolean(),
  income_verified: z.boolean(),
  beneficiary_details_complete: z.boolean(),
})

const LibFlags = IppFlags.extend({ medical_checked: z.boolean() })

/** The agent; null: the customer, the bot, or nobody on record. */
const Person = z.object({ id: AgentId, name: z.string() }).nullable()

/** Why a customer did not hear of a change of status. */
const Untold = z.enum(untoldReasons)
export type UntoldReason = z.output<typeof Untold>

/** A point of the checklist, in the text of that time. */
const PointOnRecord = z.object({ sentence: z.string(), code: z.string(), field: z.string() })
export type PointOnRecord = Plain<z.output<typeof PointOnRecord>>

export const StatusChange = z.object({
  to_status: ApplicationStatus,
  /** Null for the first entry of all. */
  from_status: ApplicationStatus.nullable(),
  changed_at: Time,
  notes: text,
  changed_by: Person,
  /** The notice to the customer, or why there is none; null: no notice was due. */
  told: z
    .union([z.object({ conversation_id: ConversationId, message_id: MessageId }), z.object({ not: Untold })])
    .nullable(),
  /** Ours: the open points at the approval, in the text of that time; empty for every other change. */
  despite: z.array(PointOnRecord),
})

export type StatusChange = z.output<typeof StatusChange>

/** A verification flag that an agent set or cleared. */
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
  /** The message to the customer, and its conversation. */
  message_id: MessageId,
  conversation_id: ConversationId,
  /** When the customer sent it; null: not yet. */
  brought_at: Time.nullable(),
})

export type DocumentAsk = z.output<typeof DocumentAsk>

/** An agent's note, for agents only. */
export const ApplicationNote = z.object({
  content: z.string(),
  id: z.string(),
  application_id: ApplicationId,
  created_at: Time,
  created_by: Person,
})

export type ApplicationNote = z.output<typeof ApplicationNote>

/**
 * The source of a field's value: a message, a form sent through the chat, a document, or an agent's entry.
 */
export const Provenance = z.object({
  source: z.enum(provenanceSources),
  at: Time,
  /** The message with the value, the form or the document. */
  message_id: MessageId.nullable(),
  conversation_id: ConversationId.nullable(),
  document_id: AttachmentId.nullable(),
  /** Set only for an agent's entry. */
  agent: Person,
})

export type Provenance = z.output<typeof Provenance>

const ApplicationCustomer = z.object({
  name: z.string(),
  /** Canonical; null for a customer known by a user id alone. */
  phone_number: text,
  email: text,
  id_number: text,
})

/** A row of a list: no form, no file, no history. */
const row = {
  id: ApplicationId,
  form_type: z.string(),
  form_name: z.string(),
  status: orElse(z.enum(applicationStatuses), 'SUBMITTED'),
  /** Null: never submitted, so a DRAFT. */
  submission_date: Time.nullable(),
  /** When the form was begun. */
  created_at: Time,
  customer: ApplicationCustomer,
  /** The conversation it came through. */
  conversation_id: ConversationId,
  /** All conversations of one customer share their applications. */
  customer_id: z.string(),
  /** Of a LIB Flex application; null for IPP. */
  policy_type: text,
  /** Rises with every change of status, flags and fields by agents. Notes and the customer's answers do not change it. */
  version: z.int(),
}

export const IppApplicationRow = z.object({ kind: z.literal('ipp'), ...row })

export const LibApplicationRow = z.object({ kind: z.literal('lib'), ...row })

export const ApplicationRow = z.discriminatedUnion('kind', [IppApplicationRow, LibApplicationRow])

export type ApplicationRow = z.output<typeof ApplicationRow>

/** The fields of the detail that a row lacks. */
const rest = {
  updated_at: Time,
  /** In order of arrival. */
  attachments: z.array(Attachment),
  /** Oldest first. */
  status_history: z.array(StatusChange),
  /** Ours: changes of verification flags, oldest first. */
  flag_history: z.array(FlagChange),
  /** Ours: requests for documents, oldest first. */
  document_asks: z.array(DocumentAsk),
  /** Ours: whether agents can fill it in: it is a form in the chat that the customer has neither submitted nor cancelled. */
  takes_fields: z.boolean(),
  /** Oldest first. */
  notes: z.array(ApplicationNote),
  /**
   * By the path of a form field, such as `personal_details.full_name` or `beneficiaries.0.percentage`; for a document from the
   * chat, `attachments.` and its id.
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

/* The same for a server that may leave out some fields: the person, the time and the message of an action. */

const toldPerson = NamedAgent.nullable()

const toldRow = {
  ...row,
  conversation_id: ConversationId.nullable(),
  customer_id: z.string().nullable(),
  /** Null: the server gives no version, so edits cannot be told apart. */
  version: z.int().nullable(),
}

export const ToldApplicationRow = z.object({ ...toldRow, kind: ApplicationKind })
export type ApplicationRowEntity = Plain<z.output<typeof ToldApplicationRow>>

const ToldStatusChange = StatusChange.extend({ changed_at: Time.nullable(), changed_by: toldPerson })
export type StatusChangeEntity = Plain<z.output<typeof ToldStatusChange>>

const ToldFlagChange = FlagChange.extend({ changed_at: Time.nullable(), changed_by: toldPerson })
export type FlagChangeEntity = Plain<z.output<typeof ToldFlagChange>>

const ToldDocumentAsk = DocumentAsk.extend({
  asked_at: Time.nullable(),
  asked_by: toldPerson,
  message_id: MessageId.nullable(),
  conversation_id: ConversationId.nullable(),
})
export type DocumentAskEntity = Plain<z.output<typeof ToldDocumentAsk>>

const ToldNote = ApplicationNote.extend({ created_at: Time.nullable(), created_by: toldPerson })
export type ApplicationNoteEntity = Plain<z.output<typeof ToldNote>>

const ToldProvenance = Provenance.extend({ at: Time.nullable(), agent: toldPerson })
export type ProvenanceEntity = Plain<z.output<typeof ToldProvenance>>

const told = {
  ...toldRow,
  ...rest,
  status_history: z.array(ToldStatusChange),
  flag_history: z.array(ToldFlagChange),
  document_asks: z.array(ToldDocumentAsk),
  notes: z.array(ToldNote),
  provenance: z.record(z.string(), ToldProvenance),
}

export const ToldIppApplication = z.object({
  ...told,
  kind: z.literal('ipp'),
  form_data: IppForm,
  verification_flags: IppFlags,
})
export type IppApplicationEntity = Plain<z.output<typeof ToldIppApplication>>

export const ToldLibApplication = z.object({
  ...told,
  kind: z.literal('lib'),
  form_data: LibForm,
  verification_flags: LibFlags,
})
export type LibApplicationEntity = Plain<z.output<typeof ToldLibApplication>>

/** An application as the console caches it (DATA-33 to DATA-48). */
export type ApplicationEntity = IppApplicationEntity | LibApplicationEntity
