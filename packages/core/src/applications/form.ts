import { t } from '../text/translate.ts'
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
    label: t('Personal details'),
    fields: [
      needed('full_name', t('Full name')),
      needed('date_of_birth', t('Date of birth'), 'date'),
      field('gender', t('Gender'), 'word'),
      field('nationality', t('Nationality')),
      needed('id_type', t('ID type'), 'word'),
      needed('id_number', t('ID number')),
      field('marital_status', t('Marital status'), 'word'),
    ],
  },
  {
    name: 'contact_details',
    label: t('Contact details'),
    fields: [
      needed('phone_number', t('Phone number'), 'phone'),
      field('alternative_phone', t('Alternative phone'), 'phone'),
      field('email', t('Email')),
      needed('physical_address', t('Physical address')),
      field('postal_address', t('Postal address')),
    ],
  },
  {
    name: 'employment_details',
    label: t('Employment'),
    fields: [
      needed('employment_status', t('Employment status'), 'word'),
      field('employer_name', t('Employer')),
      field('job_title', t('Job title')),
      field('industry', t('Industry'), 'word'),
      field('monthly_income', t('Monthly income'), 'money'),
    ],
  },
]

const paymentMethod = needed('payment_method', t('Payment method'), 'word')

/** The sections of each form, in the order of the screen. */
export const formSections: Readonly<Record<ApplicationKind, readonly FormSection[]>> = {
  ipp: [
    ...everyForm,
    {
      name: 'contribution_details',
      label: t('Contribution'),
      fields: [
        field('initial_contribution', t('Initial contribution'), 'money'),
        needed('monthly_contribution', t('Monthly contribution'), 'money'),
        paymentMethod,
        needed('start_date', t('Start date'), 'date'),
      ],
    },
    {
      name: 'investment_preferences',
      label: t('Investment preferences'),
      fields: [
        field('risk_tolerance', t('Risk tolerance'), 'word'),
        field('preferred_portfolio', t('Preferred portfolio'), 'word'),
        field('investment_horizon', t('Investment horizon')),
      ],
    },
  ],
  lib: [
    ...everyForm,
    {
      name: 'policy_details',
      label: t('Policy'),
      fields: [
        needed('policy_type', t('Policy type'), 'word'),
        needed('cover_amount', t('Cover amount'), 'money'),
        needed('premium_amount', t('Premium'), 'money'),
        needed('premium_payment_frequency', t('Payment frequency'), 'word'),
        needed('policy_term', t('Policy term'), 'years'),
        paymentMethod,
      ],
    },
    {
      name: 'health_information',
      label: t('Health'),
      fields: [
        needed('has_existing_conditions', t('Existing conditions'), 'yes-no'),
        field('existing_conditions', t('Conditions'), 'list'),
        needed('smoker', t('Smoker'), 'yes-no'),
        field('height_cm', t('Height in cm'), 'number'),
        field('weight_kg', t('Weight in kg'), 'number'),
      ],
    },
  ],
}

/** The columns of the beneficiaries' table. */
export const beneficiaryFields: readonly FormField[] = [
  needed('name', t('Name')),
  needed('relationship', t('Relationship'), 'word'),
  field('phone_number', t('Phone'), 'phone'),
  field('id_number', t('ID number')),
  needed('percentage', t('Share'), 'number'),
]

/** Names of the forms, as customers see them. */
export const formNames: Readonly<Record<ApplicationKind, { readonly type: string; readonly name: string }>> =
  {
    ipp: { type: 'IPP', name: 'Individual Pension Plan' },
    lib: { type: 'LIB_FLEX', name: 'LIB Flex Maisha' },
  }

/** Labels that differ from the lower-case form. */
const spelled: ReadonlyMap<string, string> = new Map([
  ['NATIONAL_ID', t('National ID')],
  ['REFUGEE_ID', t('Refugee ID')],
  ['NGO', 'NGO'],
])

/** "Mobile money" for MOBILE_MONEY; text that a person wrote stays as it is. */
export const formWord = (word: string): string =>
  spelled.get(word) ?? (/^[A-Z][A-Z_]+$/.test(word) ? inWords(word) : word)

export const flagLabels: Readonly<Record<VerificationFlag, string>> = {
  id_verified: t('ID verified'),
  income_verified: t('Income verified'),
  medical_checked: t('Medical checked'),
  beneficiary_details_complete: t('Beneficiary details complete'),
}

/** A document type as a person reads it. */
export const documentTypeLabels: Readonly<Record<DocumentType, string>> = {
  ID_DOCUMENT: t('ID document'),
  INCOME_PROOF: t('Income proof'),
  EMPLOYMENT_PROOF: t('Employment proof'),
  MEDICAL_REPORT: t('Medical report'),
  BUSINESS_DOCUMENT: t('Business document'),
  FINANCIAL_DOCUMENT: t('Financial document'),
  OTHER: t('Other document'),
}
