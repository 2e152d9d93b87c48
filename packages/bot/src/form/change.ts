import { changeOf } from './commands.ts'
import { beneficiaryPath } from './fields/beneficiary.ts'
import { sectionsOf } from './fields.ts'
import { type FormTurn, goTo, type Turn } from './form-turn.ts'
import { askedFields, beneficiaryCount } from './next.ts'
import { chosen, type Option } from './parse/choice.ts'
import type { At } from './state.ts'

/** What "change …" may name: a field, a beneficiary, a section. */
export function targetOf({ state }: Turn, what: string): At | null {
  const asked = askedFields(state).filter(field => field.section !== 'beneficiaries')
  const fields: readonly Option[] = asked.map(({ path, label, also }) => ({
    word: path,
    title: label,
    also: [...also, (path.split('.')[1] ?? '').replaceAll('_', ' ')],
  }))
  const field = chosen(what, fields)
  if (field !== undefined) return { step: 'field', path: field.word }
  const people = Array.from({ length: beneficiaryCount(state) }, (_, index): Option => {
    const name = String(state.values[beneficiaryPath(index, 'name')]?.value ?? '')
    const title = `beneficiary ${index + 1}`
    return {
      word: String(index),
      title: { en: title, lg: title, sw: title },
      also: name === '' ? [] : [name],
    }
  })
  const person = chosen(what, people)
  if (person !== undefined) return { step: 'beneficiary', index: Number(person.word) }
  const also: Readonly<Record<string, readonly string[]>> = {
    beneficiaries: ['beneficiary', 'share', 'shares'],
    documents: ['document', 'photo', 'file', 'files'],
  }
  const sections = sectionsOf(state.kind).map(
    ({ name, label }): Option => ({ word: name, title: label, also: also[name] ?? [] }),
  )
  const section = chosen(what, sections)
  return section === undefined ? null : { step: 'section', section: section.word }
}

/** "change my phone": to that field; undefined for a text that changes nothing. */
export function change(turn: Turn): FormTurn | undefined {
  const asked = changeOf(turn.input.text)
  if (asked === null) return undefined
  const at = asked.what === '' ? null : targetOf(turn, asked.what)
  if (at !== null) return goTo(turn, at)
  // An employer may be called "Change Uganda": only what is sure to be a wish opens the menu.
  return asked.what === '' || asked.isMine ? goTo(turn, { step: 'sections' }) : undefined
}
