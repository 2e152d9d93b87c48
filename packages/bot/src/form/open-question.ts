import { documentTitle } from './ask.ts'
import { fieldAt } from './fields.ts'
import type { FormState } from './state.ts'

const steps = {
  more: 'Shares of the beneficiaries',
  summary: 'Summary',
  consent: 'Consent',
  sections: 'What to change',
  section: 'What to change',
  beneficiary: 'What to change',
} as const

/** The question of a form that stands open, in a few words for agents. */
export function openQuestion(state: FormState): string {
  const { at } = state
  if (at.step === 'field') return fieldAt(state.kind, at.path)?.label.en ?? at.path
  if (at.step === 'document') return documentTitle(at.type, state, 'en')
  return steps[at.step]
}
