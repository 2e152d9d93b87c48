import type { IppForm, LibForm } from '@parley/core/api/applications'
import { fieldsOf } from './fields.ts'
import { consentNames, type FormState, type Source } from './state.ts'
import type { Value } from './value.ts'

type Provenances = Record<string, ApplicationSource>

/** Where a value of an application came from, in the words of the application's own provenance. */
export interface ApplicationSource {
  readonly source: 'message' | 'form' | 'document' | 'person'
  readonly at: string
  readonly message_id: string | null
  readonly agent_id: string | null
}

interface Said {
  readonly provenance: Readonly<Record<string, ApplicationSource>>
  /** What the customer's row shows, as far as the form says it. */
  readonly customer: {
    readonly name: string | null
    readonly phone_number: string | null
    readonly email: string | null
    readonly id_number: string | null
  }
}

export type FilledForm =
  | (Said & { readonly kind: 'ipp'; readonly form_data: IppForm })
  | (Said & { readonly kind: 'lib'; readonly form_data: LibForm })

const sources = { said: 'message', flow: 'form', document: 'document', agent: 'person' } as const

const sourceOf = ({ how, at, message_id, agent_id }: Source): ApplicationSource => ({
  source: sources[how],
  at,
  message_id,
  agent_id,
})

/** The value at a path, unless the other answers leave its question no sense. */
function valueAt(state: FormState, path: string): Value | undefined {
  const field = fieldsOf[state.kind].find(one => one.path === path)
  const isAsked = field?.isAsked(other => state.values[other]?.value) ?? path.startsWith('beneficiaries.')
  return isAsked ? state.values[path]?.value : undefined
}

/** What the customer declared, with its time and message. */
const declarationsOf = ({ consents }: FormState): IppForm['declarations'] =>
  Object.fromEntries(
    consentNames.flatMap(name => {
      const given = consents[name]
      if (given === undefined) return []
      return [
        [name, true],
        [`${name}_at`, given.at],
        [`${name}_message_id`, given.message_id],
      ]
    }),
  )

/** The answers in the shape of an application's form; what was not answered, or is asked no more, is null. */
export function formDataOf(state: FormState, kind: 'ipp'): IppForm
export function formDataOf(state: FormState, kind: 'lib'): LibForm
export function formDataOf(state: FormState, kind: 'ipp' | 'lib'): IppForm | LibForm {
  const text = (path: string): string | null => {
    const value = valueAt(state, path)
    return typeof value === 'string' ? value : null
  }
  const number = (path: string): number | null => {
    const value = valueAt(state, path)
    return typeof value === 'number' ? value : null
  }
  const yesNo = (path: string): boolean | null => {
    const value = valueAt(state, path)
    return typeof value === 'boolean' ? value : null
  }
  const list = (path: string): string[] => {
    const value = valueAt(state, path)
    return typeof value === 'object' ? [...value] : []
  }
  const indexes = Object.keys(state.values).flatMap(path => {
    const [first, index] = path.split('.')
    return first === 'beneficiaries' ? [Number(index)] : []
  })
  const every = {
    personal_details: {
      full_name: text('personal_details.full_name'),
      date_of_birth: text('personal_details.date_of_birth'),
      gender: text('personal_details.gender'),
      nationality: text('personal_details.nationality'),
      id_type: text('personal_details.id_type'),
      id_number: text('personal_details.id_number'),
      marital_status: text('personal_details.marital_status'),
    },
    contact_details: {
      phone_number: text('contact_details.phone_number'),
      alternative_phone: text('contact_details.alternative_phone'),
      email: text('contact_details.email'),
      physical_address: text('contact_details.physical_address'),
      postal_address: text('contact_details.postal_address'),
    },
    employment_details: {
      employment_status: text('employment_details.employment_status'),
      employer_name: text('employment_details.employer_name'),
      job_title: text('employment_details.job_title'),
      industry: text('employment_details.industry'),
      monthly_income: number('employment_details.monthly_income'),
    },
    beneficiaries: [...new Set(indexes)]
      .toSorted((a, b) => a - b)
      .map(index => ({
        name: text(`beneficiaries.${index}.name`),
        relationship: text(`beneficiaries.${index}.relationship`),
        phone_number: text(`beneficiaries.${index}.phone_number`),
        id_number: text(`beneficiaries.${index}.id_number`),
        percentage: number(`beneficiaries.${index}.percentage`),
      })),
  }
  if (kind === 'ipp') {
    return {
      ...every,
      contribution_details: {
        initial_contribution: number('contribution_details.initial_contribution'),
        monthly_contribution: number('contribution_details.monthly_contribution'),
        payment_method: text('contribution_details.payment_method'),
        start_date: text('contribution_details.start_date'),
      },
      investment_preferences: {
        risk_tolerance: text('investment_preferences.risk_tolerance'),
        preferred_portfolio: text('investment_preferences.preferred_portfolio'),
        investment_horizon: text('investment_preferences.investment_horizon'),
      },
      declarations: declarationsOf(state),
    }
  }
  return {
    ...every,
    policy_details: {
      policy_type: text('policy_details.policy_type'),
      cover_amount: number('policy_details.cover_amount'),
      premium_amount: number('policy_details.premium_amount'),
      premium_payment_frequency: text('policy_details.premium_payment_frequency'),
      policy_term: number('policy_details.policy_term'),
      payment_method: text('policy_details.payment_method'),
    },
    health_information: {
      has_existing_conditions: yesNo('health_information.has_existing_conditions'),
      existing_conditions: list('health_information.existing_conditions'),
      smoker: yesNo('health_information.smoker'),
      height_cm: number('health_information.height_cm'),
      weight_kg: number('health_information.weight_kg'),
    },
  }
}

/** The form as an application holds it, with where each of its values came from. Half-filled ones too. */
export function applicationOf(state: FormState): FilledForm {
  const provenance: Provenances = {}
  for (const [path, { source }] of Object.entries(state.values)) {
    if (valueAt(state, path) !== undefined) provenance[path] = sourceOf(source)
  }
  for (const [name, value] of Object.entries(declarationsOf(state))) {
    const given = state.consents[name as (typeof consentNames)[number]]
    if (state.kind === 'ipp' && value === true && given !== undefined) {
      provenance[`declarations.${name}`] = { source: 'message', ...given, agent_id: null }
    }
  }
  const said = (form: IppForm | LibForm): Said => ({
    provenance,
    customer: {
      name: form.personal_details.full_name,
      phone_number: form.contact_details.phone_number,
      email: form.contact_details.email,
      id_number: form.personal_details.id_number,
    },
  })
  if (state.kind === 'ipp') {
    const form_data = formDataOf(state, 'ipp')
    return { kind: 'ipp', form_data, ...said(form_data) }
  }
  const form_data = formDataOf(state, 'lib')
  return { kind: 'lib', form_data, ...said(form_data) }
}
