import type { ApplicationKind, VerificationFlag } from './application.ts'
import type { DocumentType } from '../attachments/api.ts'
import { inWords } from '../text/words.ts'

/*
 * The sections, fields and documents of the two forms, with their labels. Field names are those of the wire.
 */

/** The format of a value: money in UGX, a date, a phone number, a coded word such as MOBILE_MONEY, yes or no. */
export type FieldForm = 'text' | 'word' | 'date' | 'phone' | 'money' | 'number' | 'years' | 'yes-no' | 'list'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly form: FieldForm
  /** Required for a decision. */
  readonly required: boolean
}

/** A section of fields; beneficiaries and declarations are lists, not sections. */
export interface FormSection {
  readonly name: string
  readonly label: string
  readonly fields: readonly FormField[]
}

const field = (name: string, label: string, form: FieldForm = 'text'): FormField => ({
  name,
  label,
  form,
  required: false,
})
const needed = (name: string, label: string, form: FieldForm = 'text'): FormField => ({
  ...field(name, label, form),
  required: true,
})

const everyForm: readonly FormSection[] = [
  {
    name: 'personal_details',
    label: 'Personal details',
    fields: [
      needed('full_name', 'Full name'),
      needed('date_of_birth', 'Date of birth', 'date'),
      field('gender', 'Gender', 'word'),
      field('nationality', 'Nationality'),
      needed('id_type', 'ID type', 'word'),
      needed('id_number', 'ID number'),
      field('marital_status', 'Marital status', 'word'),
    ],
  },
  {
    name: 'contact_details',
    label: 'Contact details',
    fields: [
      needed('phone_number', 'Phone number', 'phone'),
      field('alternative_phone', 'Alternative phone', 'phone'),
      field('email', 'Email'),
      needed('physical_address', 'Physical address'),
      field('postal_address', 'Postal address'),
    ],
  },
  {
    name: 'employment_details',
    label: 'Employment',
    fields: [
      needed('employment_status', 'Employment status', 'word'),
      field('employer_name', 'Employer'),
      field('job_title', 'Job title'),
      field('industry', 'Industry', 'word'),
      field('monthly_income', 'Monthly income', 'money'),
    ],
  },
]

const paymentMethod = needed('payment_method', 'Payment method', 'word')

/** The sections of each form, in the order of the screen. */
export const formSections: Readonly<Record<ApplicationKind, readonly FormSection[]>> = {
  ipp: [
    ...everyForm,
    {
      name: 'contribution_details',
      label: 'Contribution',
      fields: [
        field('initial_contribution', 'Initial contribution', 'money'),
        needed('monthly_contribution', 'Monthly contribution', 'money'),
        paymentMethod,
        needed('start_date', 'Start date', 'date'),
      ],
    },
    {
      name: 'investment_preferences',
      label: 'Investment preferences',
      fields: [
        field('risk_tolerance', 'Risk tolerance', 'word'),
        field('preferred_portfolio', 'Preferred portfolio', 'word'),
        field('investment_horizon', 'Investment horizon'),
      ],
    },
  ],
  lib: [
    ...everyForm,
    {
      name: 'policy_details',
      label: 'Policy',
      fields: [
        needed('policy_type', 'Policy type', 'word'),
        needed('cover_amount', 'Cover amount', 'money'),
        needed('premium_amount', 'Premium', 'money'),
        needed('premium_payment_frequency', 'Payment frequency', 'word'),
        needed('policy_term', 'Policy term', 'years'),
        paymentMethod,
      ],
    },
    {
      name: 'health_information',
      label: 'Health',
      fields: [
        needed('has_existing_conditions', 'Existing conditions', 'yes-no'),
        field('existing_conditions', 'Conditions', 'list'),
        needed('smoker', 'Smoker', 'yes-no'),
        field('height_cm', 'Height in cm', 'number'),
        field('weight_kg', 'Weight in kg', 'number'),
      ],
    },
  ],
}

/** The columns of the beneficiaries' table. */
export const beneficiaryFields: readonly FormField[] = [
  needed('name', 'Name'),
  needed('relationship', 'Relationship', 'word'),
  field('phone_number', 'Phone', 'phone'),
  field('id_number', 'ID number'),
  needed('percentage', 'Share', 'number'),
]

/** Names of the forms, as customers see them. */
export const formNames: Readonly<Record<ApplicationKind, { readonly type: string; readonly name: string }>> =
  {
    ipp: { type: 'IPP', name: 'Individual Pension Plan' },
    lib: { type: 'LIB_FLEX', name: 'LIB Flex Maisha' },
  }

/** Labels that differ from the lower-case form. */
const spelled: ReadonlyMap<string, string> = new Map([
  ['NATIONAL_ID', 'National ID'],
  ['REFUGEE_ID', 'Refugee ID'],
  ['NGO', 'NGO'],
])

/** "Mobile money" for MOBILE_MONEY; text that a person wrote stays as it is. */
export const formWord = (word: string): string =>
  spelled.get(word) ?? (/^[A-Z][A-Z_]+$/.test(word) ? inWords(word) : word)

export const flagLabels: Readonly<Record<VerificationFlag, string>> = {
  id_verified: 'ID verified',
  income_verified: 'Income verified',
  medical_checked: 'Medical checked',
  beneficiary_details_complete: 'Beneficiary details complete',
}

/** A document type as a person reads it. */
export const documentTypeLabels: Readonly<Record<DocumentType, string>> = {
  ID_DOCUMENT: 'ID document',
  INCOME_PROOF: 'Income proof',
  EMPLOYMENT_PROOF: 'Employment proof',
  MEDICAL_REPORT: 'Medical report',
  BUSINESS_DOCUMENT: 'Business document',
  FINANCIAL_DOCUMENT: 'Financial document',
  OTHER: 'Other document',
}
