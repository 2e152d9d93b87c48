import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import { readApplication } from '@parley/core/read/work'
import { formNames } from '@parley/core/applications/form'
import idUrl from './samples/sample-id.png?url'
import medicalUrl from './samples/sample-medical-report.pdf?url'
import payslipUrl from './samples/sample-payslip.pdf?url'

const hourMs = 3_600_000

/** Real small files, so that opening and downloading work. */
const files = {
  ID_DOCUMENT: {
    name: 'sample-id.png',
    mime_type: 'image/png',
    size: 2_223,
    download_url: idUrl,
    preview_url: idUrl,
    thumbnail_url: idUrl,
    width: 480,
    height: 300,
  },
  INCOME_PROOF: {
    name: 'sample-payslip.pdf',
    mime_type: 'application/pdf',
    size: 765,
    download_url: payslipUrl,
  },
  MEDICAL_REPORT: {
    name: 'sample-medical-report.pdf',
    mime_type: 'application/pdf',
    size: 736,
    download_url: medicalUrl,
  },
} as const

interface Sample {
  readonly nth: string
  readonly status: string
  /** Hours since it was sent in; null for what never was. */
  readonly hours: number | null
  readonly documents: readonly (keyof typeof files)[]
  readonly shares: readonly number[]
  readonly idNumber?: string
}

const samples: Readonly<Record<ApplicationKind, readonly Sample[]>> = {
  ipp: [
    { nth: 'One', status: 'SUBMITTED', hours: 0.2, documents: ['ID_DOCUMENT'], shares: [60, 30] },
    {
      nth: 'Two',
      status: 'PENDING_DOCUMENTS',
      hours: 26,
      documents: [],
      shares: [100],
      idNumber: 'CM9103810XYZ',
    },
    {
      nth: 'Three',
      status: 'UNDER_REVIEW',
      hours: 76,
      documents: ['ID_DOCUMENT', 'INCOME_PROOF'],
      shares: [50, 50],
    },
    {
      nth: 'Four',
      status: 'APPROVED',
      hours: 320,
      documents: ['ID_DOCUMENT', 'INCOME_PROOF'],
      shares: [100],
    },
    { nth: 'Five', status: 'REJECTED', hours: 1_100, documents: [], shares: [] },
    { nth: 'Six', status: 'DRAFT', hours: null, documents: [], shares: [] },
  ],
  lib: [
    { nth: 'Seven', status: 'SUBMITTED', hours: 3, documents: ['ID_DOCUMENT'], shares: [70, 30] },
    {
      nth: 'Eight',
      status: 'UNDER_REVIEW',
      hours: 120,
      documents: ['ID_DOCUMENT', 'INCOME_PROOF', 'MEDICAL_REPORT'],
      shares: [100],
    },
    {
      nth: 'Nine',
      status: 'APPROVED',
      hours: 600,
      documents: ['ID_DOCUMENT', 'INCOME_PROOF'],
      shares: [40, 60],
    },
    { nth: 'Ten', status: 'PENDING_DOCUMENTS', hours: 40, documents: [], shares: [100] },
  ],
}

/** Of every built-in application, and of no application of a server. */
export const samplePrefix = 'sample-'

/** The built-in applications: names say what they are, numbers are of the range kept free for fiction. */
export const sampleApplicationSet = (now: Date): readonly ApplicationEntity[] =>
  (['ipp', 'lib'] as const).flatMap(kind =>
    samples[kind].map((sample, at) => applicationOf(kind, sample, kind === 'ipp' ? at + 1 : at + 51, now)),
  )

function applicationOf(kind: ApplicationKind, sample: Sample, nth: number, now: Date): ApplicationEntity {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString()
  const day = (daysAhead: number) => ago(-24 * daysAhead).slice(0, 10)
  const name = `Sample Applicant ${sample.nth}`
  const begun = (sample.hours ?? 5) + 1
  const phone = `+2567000009${String(20 + (nth % 50) + (kind === 'lib' ? 10 : 0))}`
  const isSentIn = sample.hours !== null
  const id_number = sample.idNumber ?? `CM9103810${String(1_000 + nth).slice(-3)}AB`
  const answered = { source: 'form', at: ago(begun) }
  const attachments = sample.documents.map(type => ({
    ...files[type],
    id: `${samplePrefix}${kind}-${nth}-${type}`,
    document_type: type,
    state: 'ready',
  }))
  const moved = sample.status !== 'DRAFT' && sample.status !== 'SUBMITTED'
  return readApplication({
    id: `${samplePrefix}${nth}`,
    kind,
    form_type: formNames[kind].type,
    form_name: formNames[kind].name,
    status: sample.status,
    submission_date: isSentIn ? ago(sample.hours) : null,
    created_at: ago(begun),
    updated_at: ago(sample.hours ?? begun),
    version: 1,
    customer: { name, phone_number: phone, email: `sample${nth}@example.com`, id_number },
    form_data: {
      personal_details: {
        full_name: name,
        date_of_birth: '1991-03-04',
        gender: 'MALE',
        nationality: 'Ugandan',
        id_type: 'NATIONAL_ID',
        id_number,
        marital_status: 'MARRIED',
      },
      contact_details: {
        phone_number: phone,
        email: `sample${nth}@example.com`,
        physical_address: 'Sample Road 1, Kampala',
      },
      employment_details: {
        employment_status: 'EMPLOYED',
        employer_name: 'Sample Traders',
        job_title: 'Clerk',
        industry: 'TRADE',
        monthly_income: 2_400_000,
      },
      beneficiaries: sample.shares.map((percentage, index) => ({
        name: `Sample Beneficiary ${index + 1}`,
        relationship: index === 0 ? 'SPOUSE' : 'CHILD',
        percentage,
      })),
      ...(kind === 'ipp' ? ippSections(day(10)) : libSections(sample)),
    },
    attachments,
    document_asks: [],
    takes_fields: false,
    status_history: isSentIn
      ? [
          { from_status: 'DRAFT', to_status: 'SUBMITTED', changed_at: ago(sample.hours) },
          ...(moved
            ? [
                {
                  from_status: 'SUBMITTED',
                  to_status: sample.status,
                  changed_at: ago(sample.hours * 0.5),
                  changed_by: { name: 'Sample Agent' },
                },
              ]
            : []),
        ]
      : [],
    provenance: {
      'personal_details.full_name': answered,
      'personal_details.date_of_birth': answered,
      'personal_details.id_number': sample.documents.includes('ID_DOCUMENT')
        ? { source: 'document', at: ago(begun), document_id: `${samplePrefix}${kind}-${nth}-ID_DOCUMENT` }
        : answered,
      'contact_details.phone_number': { source: 'message', at: ago(begun) },
      'employment_details.monthly_income': answered,
    },
    verification_flags: { id_verified: sample.status === 'APPROVED' },
  })
}

const ippSections = (start_date: string) => ({
  contribution_details: {
    initial_contribution: 500_000,
    monthly_contribution: 150_000,
    payment_method: 'MOBILE_MONEY',
    start_date,
  },
  investment_preferences: {
    risk_tolerance: 'MODERATE',
    preferred_portfolio: 'BALANCED',
    investment_horizon: '15 years',
  },
  declarations: { information_is_true: true, terms_accepted: true },
})

const libSections = ({ documents }: Sample) => {
  const isIll = documents.includes('MEDICAL_REPORT')
  return {
    policy_details: {
      policy_type: 'FAMILY_COVER',
      cover_amount: 50_000_000,
      premium_amount: 120_000,
      premium_payment_frequency: 'MONTHLY',
      policy_term: 15,
      payment_method: 'MOBILE_MONEY',
    },
    health_information: {
      has_existing_conditions: isIll,
      existing_conditions: isIll ? ['Sample condition'] : [],
      smoker: false,
      height_cm: 172,
      weight_kg: 71,
    },
  }
}
