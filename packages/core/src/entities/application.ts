import type {
  ApplicationKind,
  ApplicationStatus,
  IppFlag,
  IppForm,
  LibFlag,
  LibForm,
  VerificationFlag,
} from '../applications/application.ts'
import type { AttachmentEntity, DocumentType } from '../attachments/api.ts'
import type { provenanceSources, untoldReasons } from '../applications/constants.ts'

/** Who did something; the id is null where a provider gives a name alone. */
export interface PersonEntity {
  readonly id: string | null
  readonly name: string
}

export interface StatusChangeEntity {
  /** Null for the first entry, and where it was not told. */
  readonly from_status: ApplicationStatus | null
  readonly to_status: ApplicationStatus
  readonly changed_at: string | null
  readonly notes: string | null
  /** Null: not recorded, or nobody of ours. */
  readonly changed_by: PersonEntity | null
  /** The message that tells the customer of it, or why there is none; null: nothing was to be told, or it is not known. */
  readonly told:
    | { readonly message_id: string; readonly conversation_id: string }
    | { readonly not: UntoldReason }
    | null
  /** What stood open as it was approved all the same; empty for every other change. */
  readonly despite: readonly PointOnRecordEntity[]
}

/** A point of the checklist as it was said at the time. */
export interface PointOnRecordEntity {
  readonly code: string
  readonly field: string
  readonly sentence: string
}

export type UntoldReason = (typeof untoldReasons)[number]

export interface FlagChangeEntity {
  readonly flag: VerificationFlag
  readonly value: boolean
  readonly changed_at: string | null
  readonly changed_by: PersonEntity | null
}

/** A document that an agent asked the customer for. */
export interface DocumentAskEntity {
  readonly document_type: DocumentType
  readonly asked_at: string | null
  readonly asked_by: PersonEntity | null
  readonly message_id: string | null
  readonly conversation_id: string | null
  /** When the customer sent it; null: not yet. */
  readonly brought_at: string | null
}

export interface ApplicationNoteEntity {
  readonly id: string
  readonly application_id: string
  readonly content: string
  readonly created_at: string | null
  readonly created_by: PersonEntity | null
}

export interface ProvenanceEntity {
  readonly source: (typeof provenanceSources)[number]
  readonly at: string | null
  readonly message_id: string | null
  readonly conversation_id: string | null
  readonly document_id: string | null
  readonly agent: PersonEntity | null
}

/** An application as lists hold it. */
export interface ApplicationRowEntity {
  readonly id: string
  readonly kind: ApplicationKind
  readonly form_type: string
  readonly form_name: string
  readonly status: ApplicationStatus
  readonly submission_date: string | null
  readonly created_at: string
  readonly customer: {
    readonly name: string
    readonly phone_number: string | null
    readonly email: string | null
    readonly id_number: string | null
  }
  readonly conversation_id: string | null
  readonly customer_id: string | null
  readonly policy_type: string | null
  /** Null where the provider keeps none: its edits cannot be told from each other. */
  readonly version: number | null
}

interface Whole extends ApplicationRowEntity {
  readonly updated_at: string
  readonly attachments: readonly AttachmentEntity[]
  readonly status_history: readonly StatusChangeEntity[]
  readonly flag_history: readonly FlagChangeEntity[]
  readonly document_asks: readonly DocumentAskEntity[]
  /** Whether agents can fill it in; false where the provider does not tell. */
  readonly takes_fields: boolean
  readonly notes: readonly ApplicationNoteEntity[]
  readonly provenance: Readonly<Record<string, ProvenanceEntity>>
}

export interface IppApplicationEntity extends Whole {
  readonly kind: 'ipp'
  readonly form_data: IppForm
  readonly verification_flags: Readonly<Record<IppFlag, boolean>>
}

export interface LibApplicationEntity extends Whole {
  readonly kind: 'lib'
  readonly form_data: LibForm
  readonly verification_flags: Readonly<Record<LibFlag, boolean>>
}

/** An application as the console holds it (DATA-33 to DATA-48). */
export type ApplicationEntity = IppApplicationEntity | LibApplicationEntity
