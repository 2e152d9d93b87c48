import type { IppApplication, IppForm, LibApplication, LibForm } from './applications/application.ts'
import type { Attachment } from './attachments/api.ts'

/** The common part of both forms: a customer without problems on 2026-03-02. */
const everyForm = {
  personal_details: {
    full_name: 'Nakato Prossy',
    date_of_birth: '1991-03-04',
    gender: 'FEMALE',
    nationality: 'Ugandan',
    id_type: 'NATIONAL_ID',
    id_number: 'CF91038100XYZK',
    marital_status: 'MARRIED',
  },
  contact_details: {
    phone_number: '+256700000001',
    alternative_phone: null,
    email: 'prossy@example.com',
    physical_address: 'Plot 4, Jinja Road, Kampala',
    postal_address: null,
  },
  employment_details: {
    employment_status: 'EMPLOYED',
    employer_name: 'Kasubi Dairy',
    job_title: 'Accountant',
    industry: 'AGRICULTURE',
    monthly_income: 2_400_000,
  },
  beneficiaries: [
    {
      name: 'Okello Mark',
      relationship: 'SPOUSE',
      phone_number: '+256700000012',
      id_number: 'CM90038100ABCD',
      percentage: 60,
    },
    { name: 'Okello Ruth', relationship: 'CHILD', phone_number: null, id_number: null, percentage: 40 },
  ],
} satisfies Partial<IppForm>

export const ippForm: IppForm = {
  ...everyForm,
  contribution_details: {
    initial_contribution: 500_000,
    monthly_contribution: 150_000,
    payment_method: 'MOBILE_MONEY',
    start_date: '2026-04-01',
  },
  investment_preferences: {
    risk_tolerance: 'MODERATE',
    preferred_portfolio: 'BALANCED',
    investment_horizon: '10 to 20 years',
  },
  declarations: { information_is_true: true, signed_at: 'Kampala' },
}

export const libForm: LibForm = {
  ...everyForm,
  policy_details: {
    policy_type: 'FAMILY',
    cover_amount: 20_000_000,
    premium_amount: 85_000,
    premium_payment_frequency: 'MONTHLY',
    policy_term: 15,
    payment_method: 'BANK_TRANSFER',
  },
  health_information: {
    has_existing_conditions: false,
    existing_conditions: [],
    smoker: false,
    height_cm: 168,
    weight_kg: 64,
  },
}

/** A readable file of an application. */
export const documentOf = (id: number, more: Partial<Attachment> = {}): Attachment => ({
  id: String(id) as Attachment['id'],
  document_id: String(id) as Attachment['id'],
  name: 'paper.pdf',
  mime_type: 'application/pdf',
  size: 1200,
  document_type: 'OTHER',
  state: 'ready',
  failure: null,
  file_path: `documents/${id}/paper.pdf`,
  download_url: `/api/v1/attachments/documents/${id}/download`,
  preview_url: null,
  thumbnail_url: null,
  width: null,
  height: null,
  ...more,
})

const whole = (id: number) => ({
  id: String(id) as IppApplication['id'],
  status: 'SUBMITTED' as const,
  submission_date: '2026-03-02T08:00:00.000Z',
  created_at: '2026-03-02T07:00:00.000Z',
  updated_at: '2026-03-02T08:00:00.000Z',
  customer: {
    name: 'Nakato Prossy',
    phone_number: '+256700000001',
    email: 'prossy@example.com',
    id_number: 'CF91038100XYZK',
  },
  conversation_id: '1' as IppApplication['conversation_id'],
  customer_id: '7',
  version: 1,
  attachments: [
    documentOf(8, { document_type: 'ID_DOCUMENT' }),
    documentOf(9, { document_type: 'INCOME_PROOF' }),
  ],
  status_history: [],
  document_asks: [],
  takes_fields: false,
  flag_history: [],
  notes: [],
  provenance: {},
})

/** An IPP application in API form, of conversation 1, without problems. */
export const ippOf = (id: number, more: Partial<IppApplication> = {}): IppApplication => ({
  ...whole(id),
  kind: 'ipp',
  form_type: 'IPP',
  form_name: 'Individual Pension Plan',
  policy_type: null,
  form_data: ippForm,
  verification_flags: { id_verified: false, income_verified: false, beneficiary_details_complete: false },
  ...more,
})

/** A LIB Flex application in API form, of conversation 1, without problems. */
export const libOf = (id: number, more: Partial<LibApplication> = {}): LibApplication => ({
  ...whole(id),
  kind: 'lib',
  form_type: 'LIB_FLEX',
  form_name: 'LIB Flex Maisha',
  policy_type: 'FAMILY',
  form_data: libForm,
  verification_flags: {
    id_verified: false,
    income_verified: false,
    medical_checked: false,
    beneficiary_details_complete: false,
  },
  ...more,
})
