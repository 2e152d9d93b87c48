import { plural, t } from '../text/translate.ts'
import type { AttachmentEntity, DocumentType } from '../attachments/api.ts'
import { ninFacts, ninProblem, passportProblem } from '../customers/rules.ts'
import type { IppApplicationEntity, LibApplicationEntity, VerificationFlag } from './application.ts'
import { beneficiaryFields, documentTypeLabels, flagLabels, formSections } from './form.ts'

/*
 * Missing and contradictory parts of an application, one sentence each. The requirements give no validation of the forms, so
 * nothing here rejects an application.
 */

type ChecklistCode =
  | 'field.missing'
  | 'id-number.form'
  | 'id-number.gender'
  | 'id-number.birth-year'
  | 'birth-date.future'
  | 'birth-date.minor'
  | 'employment.contradiction'
  | 'employment.employer-missing'
  | 'start-date.past'
  | 'amount.not-positive'
  | 'beneficiaries.none'
  | 'beneficiary.incomplete'
  | 'shares.range'
  | 'shares.sum'
  | 'shares.complete'
  | 'health.contradiction'
  | 'document.missing'
  | 'document.unreadable'
  | 'document.received'
  | 'flag.contradicted'

export interface ChecklistItem {
  readonly code: ChecklistCode
  /** problem: not ready for approval. warning: needs a look. ok: complete. */
  readonly severity: 'problem' | 'warning' | 'ok'
  /** The path of the form field or flag; for a document its type, as in `attachments.ID_DOCUMENT`. */
  readonly field: string
  readonly sentence: string
  /** The request to the customer, as in "Please send us …"; null: an agent must settle it. */
  readonly ask: string | null
}

type Looked = 'kind' | 'form_data' | 'verification_flags' | 'submission_date'

type FilledForm =
  | Pick<IppApplicationEntity, 'kind' | 'form_data'>
  | Pick<LibApplicationEntity, 'kind' | 'form_data'>

/** The parts that the checklist reads, of the wire's and the console's application. */
export type CheckedApplication = (Pick<IppApplicationEntity, Looked> | Pick<LibApplicationEntity, Looked>) & {
  readonly attachments: readonly (Pick<AttachmentEntity, 'state'> & {
    readonly document_type: DocumentType | null
  })[]
}

const item = (
  severity: ChecklistItem['severity'],
  code: ChecklistCode,
  field: string,
  sentence: string,
  ask: string | null = null,
): ChecklistItem => ({ code, severity, field, sentence, ask })

const adult = 18

/** Whole years from a date of birth to a day, both as "2026-11-19". */
const ageOn = (born: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

const isWord = (text: string | null, word: string): boolean =>
  text !== null &&
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_') === word

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

function missingFields(application: CheckedApplication): readonly ChecklistItem[] {
  const form: Readonly<Record<string, unknown>> = application.form_data
  return formSections[application.kind].flatMap(section => {
    const values = form[section.name] as Readonly<Record<string, unknown>>
    return section.fields
      .filter(({ name, required }) => required && isBlank(values[name]))
      .map(({ name, label }) => {
        const path = `${section.name}.${name}`
        return item(
          'problem',
          'field.missing',
          path,
          t('{label} is missing', { label }),
          t('your {label}', { label: phrase(label) }),
        )
      })
  })
}

/** A label inside a sentence: "ID number" stays, "Full name" becomes "full name". */
const phrase = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label[0]?.toLowerCase() + label.slice(1)

function identity({ form_data: form }: CheckedApplication, today: string): readonly ChecklistItem[] {
  const { id_type, id_number, gender, date_of_birth: born } = form.personal_details
  const found: ChecklistItem[] = []
  const at = 'personal_details.id_number'
  if (id_number !== null) {
    const problem = isWord(id_type, 'NATIONAL_ID')
      ? ninProblem(id_number)
      : isWord(id_type, 'PASSPORT')
        ? passportProblem(id_number)
        : null
    if (problem !== null) {
      found.push(
        item(
          'problem',
          'id-number.form',
          at,
          t('ID number {problem}', { problem }),
          t('your ID number once more'),
        ),
      )
    }
    const facts = isWord(id_type, 'NATIONAL_ID') ? ninFacts(id_number) : null
    const told = isWord(gender, 'MALE') || isWord(gender, 'FEMALE') ? gender?.trim().toUpperCase() : undefined
    if (facts !== null && told !== undefined && facts.gender !== told) {
      const says = t('The ID number is that of a {gender} holder, the form says {told}', {
        gender: facts.gender.toLowerCase(),
        told: told.toLowerCase(),
      })
      found.push(item('warning', 'id-number.gender', at, says))
    }
    if (facts !== null && born !== null && born.slice(2, 4) !== facts.birthYear) {
      const says = t('The ID number is of a year of birth ending in {birthYear}, the form says {born}', {
        birthYear: facts.birthYear,
        born: born.slice(0, 4),
      })
      found.push(item('warning', 'id-number.birth-year', at, says))
    }
  }
  const birth = 'personal_details.date_of_birth'
  if (born !== null && born > today) {
    const says = t('Date of birth is in the future')
    found.push(item('problem', 'birth-date.future', birth, says, t('your date of birth')))
  } else if (born !== null && ageOn(born, today) < adult) {
    const says = t('The customer is {born} years old, not yet {adult}', { born: ageOn(born, today), adult })
    found.push(item('problem', 'birth-date.minor', birth, says))
  }
  return found
}

function employment({ form_data: form }: CheckedApplication): readonly ChecklistItem[] {
  const { employment_status: status, employer_name, job_title, monthly_income } = form.employment_details
  const found: ChecklistItem[] = []
  if (isWord(status, 'UNEMPLOYED') && !(isBlank(employer_name) && isBlank(job_title))) {
    const [what, name] = isBlank(employer_name)
      ? [t('a job title'), 'job_title']
      : [t('an employer'), 'employer_name']
    const says = t('Unemployed, and yet {what} is given', { what })
    found.push(item('warning', 'employment.contradiction', `employment_details.${name}`, says))
  }
  if (isWord(status, 'EMPLOYED') && isBlank(employer_name)) {
    const path = 'employment_details.employer_name'
    const says = t('Employed, and no employer is given')
    found.push(item('warning', 'employment.employer-missing', path, says, t('the name of your employer')))
  }
  return [
    ...found,
    ...notPositive('employment_details.monthly_income', t('Monthly income'), monthly_income, true),
  ]
}

const notPositive = (
  path: string,
  label: string,
  amount: number | null,
  mayBeZero = false,
): readonly ChecklistItem[] =>
  amount === null || amount > 0 || (mayBeZero && amount === 0)
    ? []
    : [
        item(
          'problem',
          'amount.not-positive',
          path,
          t('{label} is not above 0', { label }),
          t('your {label}', { label: phrase(label) }),
        ),
      ]

function product(application: CheckedApplication): readonly ChecklistItem[] {
  if (application.kind === 'ipp') {
    const { initial_contribution, monthly_contribution, start_date } =
      application.form_data.contribution_details
    const submitted = application.submission_date?.slice(0, 10) ?? null
    const isPast = start_date !== null && submitted !== null && start_date < submitted
    const path = 'contribution_details.start_date'
    return [
      ...notPositive(
        'contribution_details.initial_contribution',
        t('Initial contribution'),
        initial_contribution,
        true,
      ),
      ...notPositive(
        'contribution_details.monthly_contribution',
        t('Monthly contribution'),
        monthly_contribution,
      ),
      ...(isPast
        ? [
            item(
              'warning',
              'start-date.past',
              path,
              t('Start date is before the submission date'),
              t('a new start date'),
            ),
          ]
        : []),
    ]
  }
  const { cover_amount, premium_amount, policy_term } = application.form_data.policy_details
  return [
    ...notPositive('policy_details.cover_amount', t('Cover amount'), cover_amount),
    ...notPositive('policy_details.premium_amount', t('Premium'), premium_amount),
    ...notPositive('policy_details.policy_term', t('Policy term'), policy_term),
    ...health(application.form_data.health_information),
  ]
}

function health({
  has_existing_conditions: has,
  existing_conditions: named,
}: LibApplicationEntity['form_data']['health_information']): readonly ChecklistItem[] {
  if (has === null || has === named.length > 0) return []
  const says = has
    ? t('Existing conditions are stated and none is named')
    : plural(named.length, {
        one: 'No existing conditions are stated, and yet one is named',
        other: 'No existing conditions are stated, and yet {count} are named',
      })
  const path = 'health_information.existing_conditions'
  return [item('warning', 'health.contradiction', path, says, t('the health conditions that you have'))]
}

/** Shares to the hundredth of a percent, so that 33.33 three times and 0.01 are 100. */
const round = (share: number): number => Math.round(share * 100) / 100

function beneficiaries({ form_data: { beneficiaries: all } }: CheckedApplication): readonly ChecklistItem[] {
  if (all.length === 0) {
    const says = t('No beneficiary is named')
    return [
      item('problem', 'beneficiaries.none', 'beneficiaries', says, t('the names of your beneficiaries')),
    ]
  }
  const found = all.flatMap((one, index): readonly ChecklistItem[] => {
    const path = `beneficiaries.${index}`
    const who = isBlank(one.name) ? t('Beneficiary {index}', { index: index + 1 }) : (one.name ?? '')
    const lacking = beneficiaryFields.filter(({ name, required }) => {
      const value = one[name as keyof typeof one]
      return required && isBlank(value)
    })
    const range =
      one.percentage !== null && (one.percentage <= 0 || one.percentage > 100)
        ? [
            item(
              'problem' as const,
              'shares.range',
              `${path}.percentage`,
              t('{who} has a share of {percentage}%', { who, percentage: one.percentage }),
              t('the share of {who}', { who }),
            ),
          ]
        : []
    return [
      ...lacking.map(({ name, label }) =>
        item(
          'problem',
          'beneficiary.incomplete',
          `${path}.${name}`,
          t('{who} has no {label}', { who, label: phrase(label) }),
          t('the {label} of {who}', { label: phrase(label), who }),
        ),
      ),
      ...range,
    ]
  })
  const sum = round(all.reduce((total, { percentage }) => total + (percentage ?? 0), 0))
  if (sum !== 100) {
    const says = t('Beneficiaries add up to {sum}%, not 100%', { sum })
    const ask = t('the shares of your beneficiaries, which have to add up to 100%')
    return [...found, item('problem', 'shares.sum', 'beneficiaries', says, ask)]
  }
  if (found.length > 0) return found
  return [item('ok', 'shares.complete', 'beneficiaries', t('Beneficiaries add up to 100%'))]
}

/**
 * The documents that an application needs: always the identity document; proof of a stated income; for life insurance a medical
 * report if conditions are stated.
 */
export function requiredDocuments(application: FilledForm): readonly DocumentType[] {
  const { monthly_income } = application.form_data.employment_details
  const isIll =
    application.kind === 'lib' && application.form_data.health_information.has_existing_conditions === true
  return [
    'ID_DOCUMENT',
    ...(monthly_income !== null && monthly_income > 0 ? (['INCOME_PROOF'] as const) : []),
    ...(isIll ? (['MEDICAL_REPORT'] as const) : []),
  ]
}

/** The needed documents without a file. */
export const missingDocuments = (
  application: FilledForm & {
    readonly attachments: readonly { readonly document_type: DocumentType | null }[]
  },
): readonly DocumentType[] =>
  requiredDocuments(application).filter(
    type => !application.attachments.some(file => file.document_type === type),
  )

const documentAsks: Partial<Record<DocumentType, string>> = {
  ID_DOCUMENT: t('a photo of your ID document'),
  INCOME_PROOF: t('proof of your income, such as a payslip'),
  MEDICAL_REPORT: t('a medical report'),
}

function documents(application: CheckedApplication): readonly ChecklistItem[] {
  return requiredDocuments(application).map(type => {
    const label = documentTypeLabels[type]
    const path = `attachments.${type}`
    const ask = documentAsks[type] ?? null
    const received = application.attachments.filter(file => file.document_type === type)
    if (received.some(({ state }) => state === 'ready')) {
      return item('ok', 'document.received', path, t('{label} received', { label }))
    }
    if (received.length === 0) {
      return item(
        'problem',
        'document.missing',
        path,
        t('{label} is needed and was not received', { label }),
        ask,
      )
    }
    const [says, again] = received.some(({ state }) => state === 'pending')
      ? [t('{label} is still being fetched', { label }), null]
      : [t('{label} could not be fetched', { label }), ask]
    return item('problem', 'document.unreadable', path, says, again)
  })
}

/** The paths, or their beginnings, that a flag verifies. */
const vouchesFor: Readonly<Record<VerificationFlag, readonly string[]>> = {
  id_verified: ['personal_details.id_', 'attachments.ID_DOCUMENT'],
  income_verified: ['employment_details.monthly_income', 'attachments.INCOME_PROOF'],
  medical_checked: ['attachments.MEDICAL_REPORT'],
  beneficiary_details_complete: ['beneficiaries'],
}

function flags(application: CheckedApplication, found: readonly ChecklistItem[]): readonly ChecklistItem[] {
  const open = found.filter(({ severity }) => severity !== 'ok')
  return Object.entries(application.verification_flags).flatMap(([name, isSet]) => {
    const flag = name as VerificationFlag
    const contradiction = open.find(({ field }) => vouchesFor[flag].some(path => field.startsWith(path)))
    if (!isSet || contradiction === undefined) return []
    const says = t('"{label}" is ticked, and yet: {sentence}', {
      label: flagLabels[flag],
      sentence: contradiction.sentence,
    })
    return [item('warning', 'flag.contradicted', `verification_flags.${flag}`, says)]
  })
}

const weight = { problem: 0, warning: 1, ok: 2 } as const

/** The whole checklist, the gravest first, then in the order of the form. */
export function checklist(application: CheckedApplication, now: Date): readonly ChecklistItem[] {
  const found = [
    ...missingFields(application),
    ...identity(application, now.toISOString().slice(0, 10)),
    ...employment(application),
    ...product(application),
    ...beneficiaries(application),
    ...documents(application),
  ]
  return [...found, ...flags(application, found)].toSorted((a, b) => weight[a.severity] - weight[b.severity])
}
