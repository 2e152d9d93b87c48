import { IppForm, LibForm } from '@parley/core/applications/application'
import { requiredDocuments } from '@parley/core/applications/checklist'
import type { DocumentType } from '@parley/core/attachments/api'
import { formDataOf } from './application.ts'
import type { Field } from './field.ts'
import { beneficiaryFieldsOf, fieldsOf, sectionsOf } from './fields.ts'
import { beneficiaryPath, mostBeneficiaries, shareLeft } from './fields/beneficiary.ts'
import type { At, FormState } from './state.ts'
import { answerText, type Facts } from './value.ts'

/** The number of beneficiaries with any answer. */
export const beneficiaryCount = (state: FormState): number =>
  Object.keys(state.values).reduce((count, path) => {
    const [list, index] = path.split('.')
    return list === 'beneficiaries' ? Math.max(count, Number(index) + 1) : count
  }, 0)

/** The questions that apply after the answers so far, in order, with those of at least one beneficiary. */
export function askedFields(state: FormState): readonly Field[] {
  const answers = (path: string) => state.values[path]?.value
  const count = Math.max(1, beneficiaryCount(state))
  return [
    ...fieldsOf[state.kind].filter(field => field.isAsked(answers)),
    ...Array.from({ length: count }, (_, index) => beneficiaryFieldsOf(index)).flat(),
  ]
}

/** Whether a field was skipped, or has an answer that is still valid. */
function isAnswered(state: FormState, field: Field, facts: Facts): boolean {
  const value = state.values[field.path]?.value
  if (value === undefined) return !field.isNeeded && state.skipped.includes(field.path)
  return !field.canExpire || field.read(answerText(value), facts).problem === undefined
}

/** The documents that the answers so far require. */
export const neededDocuments = (state: FormState): readonly DocumentType[] =>
  requiredDocuments(
    state.kind === 'ipp'
      ? { kind: 'ipp', form_data: formDataOf(state, IppForm) }
      : { kind: 'lib', form_data: formDataOf(state, LibForm) },
  )

export const filesOf = (state: FormState, type: DocumentType): number =>
  state.documents.filter(file => file.type === type).length

/** The next question: the first field without an answer, then documents, then the summary. */
export function nextAt(state: FormState, facts: Facts): At {
  const open = askedFields(state).find(field => !isAnswered(state, field, facts))
  if (open !== undefined) return { step: 'field', path: open.path }
  if (shareLeft(facts.answer, -1) !== 0) return { step: 'more' }
  const document = neededDocuments(state).find(
    type => !state.settled.includes(type) && filesOf(state, type) === 0,
  )
  return document === undefined ? { step: 'summary' } : { step: 'document', type: document }
}

/** The first question of the next beneficiary. */
export const nextBeneficiary = (state: FormState): At => ({
  step: 'field',
  path: beneficiaryPath(beneficiaryCount(state), 'name'),
})

const isSame = (one: At, other: At): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The question before the open one; null: it is the first. */
export function previousAt(state: FormState, facts: Facts): At | null {
  const { at } = state
  if (at.step === 'consent') return { step: 'summary' }
  if (at.step === 'section') return { step: 'sections' }
  if (at.step === 'beneficiary') return { step: 'section', section: 'beneficiaries' }
  if (at.step === 'sections') return nextAt(state, facts)
  const fields = askedFields(state).map((field): At => ({ step: 'field', path: field.path }))
  const documents = neededDocuments(state).map((type): At => ({ step: 'document', type }))
  const all = at.step === 'more' ? fields : [...fields, ...documents]
  const here = all.findIndex(one => isSame(one, at))
  // A beneficiary without a name.
  if (here === -1 && at.step === 'field') return nextAt(state, facts)
  return all[(here === -1 ? all.length : here) - 1] ?? null
}

/** The open question, or the next one if it no longer applies. A document's question stays until the customer is done. */
export function revalidatedAt(state: FormState, facts: Facts): At {
  const { at } = state
  const next = nextAt(state, facts)
  const count = beneficiaryCount(state)
  switch (at.step) {
    case 'field': {
      const isThere =
        askedFields(state).some(field => field.path === at.path) ||
        (at.path === beneficiaryPath(count, 'name') && count < mostBeneficiaries)
      return isThere ? at : next
    }
    case 'beneficiary':
      return at.index < count ? at : next
    case 'section':
      return sectionsOf(state.kind).some(({ name }) => name === at.section) ? at : next
    case 'summary':
    case 'consent':
      return next.step === 'summary' ? at : next
    case 'more':
      return next
    case 'document':
    case 'sections':
      return at
  }
}
