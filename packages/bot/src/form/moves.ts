import type { DocumentType } from '@parley/core/attachments/api'
import { documentTitle } from './ask.ts'
import { changeOf } from './commands.ts'
import { documentOptions, isReadable } from './documents.ts'
import { shown } from './field.ts'
import { fieldAt, sectionsOf } from './fields.ts'
import { beneficiaryPath, mostBeneficiaries, shareLeft } from './fields/beneficiary.ts'
import {
  advanced,
  asking,
  type FormTurn,
  goTo,
  isAt,
  missed,
  moved,
  type Turn,
  turnTo,
  unasked,
} from './form-turn.ts'
import {
  askedFields,
  beneficiaryCount,
  filesOf,
  neededDocuments,
  nextAt,
  nextBeneficiary,
  revalidatedAt,
} from './next.ts'
import { chosen, type Option } from './parse/choice.ts'
import { sentences } from './sentences.ts'
import { plain } from './spelling.ts'
import { type At, type FormState, put } from './state.ts'
import type { Facts } from './value.ts'

/** Applies a text as the answer of a field; `isPressed`: it is the word of a choice. */
export function answer(turn: Turn, path: string, text: string, isPressed: boolean): FormTurn {
  const { state, facts, source } = turn
  const field = fieldAt(state.kind, path)
  if (field === undefined) return asking(turn, state)
  const read = field.read(text, facts)
  if (read.problem !== undefined) {
    return isPressed ? asking(turn, state, read.problem) : missed(turn, read.problem)
  }
  const told = `${field.label[facts.language]}: ${shown(field, read.value, facts.language)}`
  const answered = put(state, path, read.value, source)
  if (!isAt(turn, { step: 'field', path })) {
    // A choice of an earlier question: it is corrected, and the open question is asked again.
    const still = nextAt(answered, turnTo(turn, answered).facts)
    const at = state.at.step === 'summary' || state.at.step === 'consent' ? still : state.at
    return asking(turn, moved(answered, at), `${sentences.changed[facts.language]}. ${told}`)
  }
  // Repeat the parsed value if it differs from the written text.
  const isPlain = isPressed || plain(shown(field, read.value, facts.language)) === plain(text)
  return asking(turn, advanced(turn, answered), isPlain ? '' : `✓ ${told}`)
}

/** Skips the open question; a required question stays open. */
export function skip(turn: Turn, path: string): FormTurn {
  const { state } = turn
  const field = fieldAt(state.kind, path)
  if (field === undefined || !isAt(turn, { step: 'field', path })) return asking(turn, state)
  if (field.isNeeded) return asking(turn, state, sentences.needed)
  const { [path]: _, ...values } = state.values
  const { [path]: __, ...known } = state.known
  const { information_is_true: ___, ...consents } = state.consents
  const skipped = [...state.skipped.filter(one => one !== path), path]
  return asking(turn, advanced(turn, { ...state, values, known, skipped, consents }))
}

/** Keeps the answer of the open question. */
export function keep(turn: Turn, path: string): FormTurn {
  const { state, facts } = turn
  const value = state.values[path]
  if (value === undefined || !isAt(turn, { step: 'field', path })) return asking(turn, state)
  const next = nextAt(state, facts)
  // An answer that is no longer valid is not kept: its question stays open.
  return asking(turn, moved(state, next))
}

/** Removes a beneficiary; the later ones move up. */
export function removePerson(turn: Turn, index: number): FormTurn {
  const { state, facts } = turn
  if (!isAt(turn, { step: 'beneficiary', index })) return asking(turn, state)
  const name = facts.answer(beneficiaryPath(index, 'name'))
  const movedUp = (path: string): string | null => {
    const [list, at = '', field = ''] = path.split('.')
    if (list !== 'beneficiaries' || Number(at) < index) return path
    return Number(at) === index ? null : beneficiaryPath(Number(at) - 1, field)
  }
  const values = Object.fromEntries(
    Object.entries(state.values).flatMap(([path, kept]) => {
      const to = movedUp(path)
      return to === null ? [] : [[to, kept]]
    }),
  )
  const skipped = state.skipped.flatMap(path => movedUp(path) ?? [])
  const { information_is_true: _, ...consents } = state.consents
  const removed = { ...state, values, skipped, consents }
  const said = typeof name === 'string' ? `${sentences.removed[facts.language]}: ${name}` : ''
  return asking(turn, advanced(turn, removed), said)
}

/** Asks for another beneficiary while there is a remaining share. */
export function addPerson(turn: Turn): FormTurn {
  const { state, facts } = turn
  if (beneficiaryCount(state) >= mostBeneficiaries) return asking(turn, state, sentences.mostPeople)
  if (shareLeft(facts.answer, -1) <= 0) return asking(turn, state, sentences.noShareLeft)
  return goTo(turn, nextBeneficiary(state))
}

/** Gives the remaining share to the last beneficiary. */
export function giveRest(turn: Turn): FormTurn {
  const { state, facts, source } = turn
  const index = beneficiaryCount(state) - 1
  const left = shareLeft(facts.answer, index)
  if (state.at.step !== 'more' || index < 0 || left <= 0) return asking(turn, state)
  const path = beneficiaryPath(index, 'percentage')
  return asking(turn, advanced(turn, put(state, path, left, source)))
}

/** Assigns files to a document type; rejects files that are neither photos nor PDFs. */
export function takeFiles(turn: Turn): FormTurn {
  const { state, input, source } = turn
  const taken = input.files.filter(isReadable).map(({ attachmentId }) => ({
    attachment_id: attachmentId,
    message_id: input.messageId,
    at: source.at,
  }))
  if (taken.length === 0) return asking(turn, state, sentences.unreadable)
  const refused = taken.length < input.files.length ? sentences.unreadable : ''
  const named = chosen(input.text, documentOptions[state.kind])
  const type = (named?.word as DocumentType | undefined) ?? openDocument(state)
  if (type === null)
    return asking(turn, { ...state, files: [...state.files, ...taken], aside: 'file' }, refused)
  const documents = [...state.documents, ...taken.map(file => ({ ...file, type }))]
  const kept = { ...state, documents, misses: 0 }
  return openDocument(state) === type
    ? asking(turn, kept, refused)
    : asking(turn, kept, refused, keptAs(turn, type))
}

const openDocument = ({ at, aside }: FormState): DocumentType | null =>
  at.step === 'document' && aside === null ? at.type : null

const keptAs = ({ state, facts }: Turn, type: DocumentType): string =>
  `${sentences.keptAs[facts.language]}: ${documentTitle(type, state, facts.language)}`

/** Assigns the waiting files to a document type; null drops them. */
export function nameFiles(turn: Turn, type: DocumentType | null): FormTurn {
  const { state } = turn
  if (state.files.length === 0) return asking(turn, { ...state, aside: null })
  const documents = type === null ? [] : state.files.map(file => ({ ...file, type }))
  const named: FormState = {
    ...state,
    documents: [...state.documents, ...documents],
    files: [],
    aside: null,
    misses: 0,
  }
  const isAnswered = state.at.step === 'document' && state.at.type === type
  const at = isAnswered ? state.at : afterFiles(turnTo(turn, named))
  return asking(turn, { ...named, at }, type === null ? sentences.dropped : keptAs(turn, type))
}

/** The question after files: the next one if a document was open, else the open question. */
const afterFiles = ({ state, facts }: Turn): At =>
  state.at.step === 'document' ? nextAt(state, facts) : revalidatedAt(state, facts)

/** Removes the files of the open document. */
export function dropFiles(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const documents = state.documents.filter(file => file.type !== type)
  return asking(turn, { ...state, documents, misses: 0 })
}

/** Completes the open document, with files or without. */
export function settle(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const settled = { ...state, settled: [...state.settled.filter(one => one !== type), type] }
  return asking(turn, advanced(turn, settled))
}

/** Goes from the summary to open questions, then to each consent, then submits. */
export function submit(turn: Turn): FormTurn {
  const { state, facts } = turn
  if (state.files.length > 0) return asking(turn, moved(unasked(state), { step: 'summary' }))
  const next = nextAt(state, facts)
  if (next.step !== 'summary') return asking(turn, moved(state, next), sentences.lookAgain)
  if (state.consents.data_protection_consent === undefined) {
    return goTo(turn, { step: 'consent', name: 'data_protection_consent' })
  }
  if (state.consents.information_is_true === undefined) {
    return goTo(turn, { step: 'consent', name: 'information_is_true' })
  }
  const done: FormState = {
    ...state,
    status: 'submitted',
    aside: null,
    misses: 0,
    submitted_at: facts.now.toISOString(),
  }
  return { state: done, replies: [{ text: thanks(done, facts) }], outcome: 'submitted' }
}

function thanks(state: FormState, { language }: Facts): string {
  const missing = neededDocuments(state).filter(type => filesOf(state, type) === 0)
  const listed = missing.map(type => documentTitle(type, state, language)).join(', ')
  const sent = sentences.submitted[language]
  return missing.length === 0 ? sent : `${sent}\n${sentences.stillMissing[language]}: ${listed}`
}

/** A yes or no to the open consent; ignored for another one. */
export function consent(turn: Turn, name: string, isGiven: boolean): FormTurn {
  const { state, input, source } = turn
  if (state.at.step !== 'consent' || state.at.name !== name) return asking(turn, state)
  if (!isGiven) return asking(turn, { ...moved(state, { step: 'summary' }) }, sentences.noConsent)
  const given = { message_id: input.messageId, at: source.at }
  const consented = { ...state, consents: { ...state.consents, [name]: given }, misses: 0 }
  return submit(turnTo(turn, consented))
}

/** The target of "change …": a field, a beneficiary or a section. */
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

/** "change my phone" goes to that field; undefined: the text is not such a command. */
export function change(turn: Turn): FormTurn | undefined {
  const asked = changeOf(turn.input.text)
  if (asked === null) return undefined
  const at = asked.what === '' ? null : targetOf(turn, asked.what)
  if (at !== null) return goTo(turn, at)
  // An employer may be called "Change Uganda", so only a sure command opens the menu.
  return asked.what === '' || asked.isMine ? goTo(turn, { step: 'sections' }) : undefined
}
