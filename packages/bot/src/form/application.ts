import { Beneficiary, IppForm, LibForm } from '@parley/core/applications/application'
import * as z from 'zod'
import { fieldsOf } from './fields.ts'
import { consentNames, type FormState, type Source } from './state.ts'
import type { Value } from './value.ts'

type Provenances = Record<string, ApplicationSource>

/** The source of an application's value, in the terms of the application's provenance. */
export interface ApplicationSource {
  readonly source: 'message' | 'form' | 'document' | 'person'
  readonly at: string
  readonly message_id: string | null
  readonly agent_id: string | null
}

interface Said {
  readonly provenance: Readonly<Record<string, ApplicationSource>>
  /** The customer's data in the form. */
  readonly customer: {
    readonly name: string | null
    readonly phone_number: string | null
    readonly email: string | null
    readonly id_number: string | null
  }
}

type FilledForm =
  | (Said & { readonly kind: 'ipp'; readonly form_data: IppForm })
  | (Said & { readonly kind: 'lib'; readonly form_data: LibForm })

const sources = { said: 'message', flow: 'form', document: 'document', agent: 'person' } as const

const sourceOf = ({ how, at, message_id, agent_id }: Source): ApplicationSource => ({
  source: sources[how],
  at,
  message_id,
  agent_id,
})

/** The value at a path; undefined if the other answers make its question pointless. */
function valueAt(state: FormState, path: string): Value | undefined {
  const field = fieldsOf[state.kind].find(one => one.path === path)
  const isAsked = field?.isAsked(other => state.values[other]?.value) ?? path.startsWith('beneficiaries.')
  return isAsked ? state.values[path]?.value : undefined
}

/** The customer's declarations, each with its time and message. */
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

/** One part of a form, such as `personal_details`. Unanswered and inapplicable values are null. */
const partOf = (state: FormState, path: string, part: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(part.shape).map(([name, type]) => {
      const none = type instanceof z.ZodArray ? [] : null
      return [name, z.safeParse(type, valueAt(state, `${path}.${name}`)).data ?? none]
    }),
  )

const beneficiariesOf = (state: FormState) => {
  const indexes = Object.keys(state.values).flatMap(path => {
    const [first, index] = path.split('.')
    return first === 'beneficiaries' ? [Number(index)] : []
  })
  return [...new Set(indexes)]
    .toSorted((a, b) => a - b)
    .map(index => partOf(state, `beneficiaries.${index}`, Beneficiary))
}

/** The answers in the shape of an application's form, even if incomplete. */
export function formDataOf<Form extends typeof IppForm | typeof LibForm>(
  state: FormState,
  form: Form,
): z.output<Form> {
  const parts = Object.entries(form.shape).map(([path, part]) => {
    if (part instanceof z.ZodObject) return [path, partOf(state, path, part)]
    return [path, path === 'beneficiaries' ? beneficiariesOf(state) : declarationsOf(state)]
  })
  return form.parse(Object.fromEntries(parts)) as z.output<Form>
}

/** The form as an application stores it, with the source of each value, even if incomplete. */
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
    const form_data = formDataOf(state, IppForm)
    return { kind: 'ipp', form_data, ...said(form_data) }
  }
  const form_data = formDataOf(state, LibForm)
  return { kind: 'lib', form_data, ...said(form_data) }
}
