/** ipp: the Individual Pension Plan. lib: the life insurance LIB Flex Maisha. */
export const applicationKinds = ['ipp', 'lib'] as const

/** In the order of menus. Any may follow any other. */
export const applicationStatuses = [
  'DRAFT',
  'SUBMITTED',
  'PENDING_DOCUMENTS',
  'UNDER_REVIEW',
  'APPROVED',
  'REJECTED',
] as const
/** Decisions: a workspace may reserve them for supervisors. */
export const applicationDecisions = ['APPROVED', 'REJECTED'] as const

/** The customer gets a notice of these. */
export const toldStatuses = ['UNDER_REVIEW', 'PENDING_DOCUMENTS', 'APPROVED', 'REJECTED'] as const

/** Submitted and not decided: agents may ask for documents. */
export const askableStatuses = ['SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW'] as const
/** Milliseconds for which a request for a document is not repeated. */
export const askedLatelyMs = 60_000

/** Why a customer got no notice. */
export const untoldReasons = [
  'not-wanted',
  'no-conversation',
  'unreachable',
  'no-template',
  'template-unknown',
  'template-unfit',
] as const

/** Limit of an agent's text for the customer in a change of status, in characters (code points). */
export const maxCustomerWords = 400

/** Limit of the open points that an approval names; more than any form can have. */
export const maxDespite = 200

/** TODAY: the same calendar day. WEEK: within 7 days. MONTH: within 1 month. */
export const applicationRanges = ['TODAY', 'WEEK', 'MONTH'] as const

/** The flags that agents verify, by kind, in the order of the screen. */
export const verificationFlags = {
  ipp: ['id_verified', 'income_verified', 'beneficiary_details_complete'],
  lib: ['id_verified', 'income_verified', 'medical_checked', 'beneficiary_details_complete'],
} as const satisfies Record<(typeof applicationKinds)[number], readonly string[]>

export const provenanceSources = ['message', 'form', 'document', 'person'] as const

/** Limit of an agent's entry for one field of a form, in characters (code points). */
export const maxFieldText = 1000
/** Limit of the fields of one edit. */
export const maxFieldsAtOnce = 60

/** Limit of a note, and of the notes to a change of status, in characters (code points). */
export const maxApplicationText = 4096
