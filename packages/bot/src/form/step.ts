import type { DocumentType } from '@parley/core/api/attachments'
import type { Language, Words } from '../language.ts'
import type { Input, Reply } from '../turn.ts'
import { ask, choicesOf, documentTitle, summaryOf } from './ask.ts'
import { type Command, changeOf, commandOf, isOuter, nearCommand } from './commands.ts'
import { documentOptions, isReadable } from './documents.ts'
import { beneficiaryPath, mostBeneficiaries, shareLeft } from './fields/beneficiary.ts'
import { fieldAt, sectionsOf } from './fields.ts'
import {
  askedFields,
  beneficiaryCount,
  filesOf,
  neededDocuments,
  nextAt,
  nextBeneficiary,
  previousAt,
  revalidatedAt,
} from './next.ts'
import { chosen, type Option } from './parse/choice.ts'
import { isNone } from './parse/plain-text.ts'
import { yesNo } from './parse/yes-no.ts'
import { sentences } from './sentences.ts'
import { shown } from './shown.ts'
import { plain } from './spelling.ts'
import { type At, type FormState, factsOf, put, type Source } from './state.ts'
import type { Facts } from './value.ts'

export interface FormTurn {
  readonly state: FormState
  readonly replies: readonly Reply[]
  /**
   * not-an-answer: the text is for somebody else perhaps. Who takes it keeps the state from before; otherwise this state
   * holds, and the replies are sent.
   */
  readonly outcome: 'asking' | 'paused' | 'cancelled' | 'submitted' | 'not-an-answer'
}

export interface FormMoment {
  readonly now: Date
  readonly language: Language
}

/** A message on its way through the form. */
interface Turn {
  readonly state: FormState
  readonly input: Input
  readonly facts: Facts
  readonly source: Source
}

type Step = (turn: Turn) => FormTurn

const turnTo = (turn: Turn, state: FormState): Turn => ({
  ...turn,
  state,
  facts: factsOf(state, turn.facts.now, turn.facts.language),
})

/** Asks what stands open in a state. */
function asking(turn: Turn, state: FormState, ...first: readonly (string | Words)[]): FormTurn {
  const { facts } = turnTo(turn, state)
  const said = first.map(one => (typeof one === 'string' ? one : one[facts.language]))
  return { state, replies: ask(state, facts, ...said), outcome: 'asking' }
}

/** The state at another question, which nobody has misunderstood yet. */
const moved = (state: FormState, at: At): FormState => ({ ...state, at, misses: 0 })

/** On to what is to be asked next. */
const advanced = (turn: Turn, state: FormState): FormState =>
  moved(state, nextAt(state, turnTo(turn, state).facts))

/** A text that is no answer: asked again with what was wrong, unless somebody else takes it. */
function missed(turn: Turn, problem: Words): FormTurn {
  const state = { ...turn.state, misses: turn.state.misses + 1 }
  return { ...asking(turn, state, problem), outcome: 'not-an-answer' }
}

const isAt = ({ state }: Turn, at: At): boolean => JSON.stringify(state.at) === JSON.stringify(at)

/** Takes a text as the answer of a field; `isPressed`: it is the word of a choice. */
function answer(turn: Turn, path: string, text: string, isPressed: boolean): FormTurn {
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
    // A choice of an earlier question: it is corrected, and what stands open is asked again.
    const still = nextAt(answered, turnTo(turn, answered).facts)
    const at = state.at.step === 'summary' || state.at.step === 'consent' ? still : state.at
    return asking(turn, moved(answered, at), `${sentences.changed[facts.language]}. ${told}`)
  }
  // How it was read is said where that is not how it was written.
  const isPlain = isPressed || plain(shown(field, read.value, facts.language)) === plain(text)
  return asking(turn, advanced(turn, answered), isPlain ? '' : `✓ ${told}`)
}

function skip(turn: Turn, path: string): FormTurn {
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

function keep(turn: Turn, path: string): FormTurn {
  const { state, facts } = turn
  const value = state.values[path]
  if (value === undefined || !isAt(turn, { step: 'field', path })) return asking(turn, state)
  const next = nextAt(state, facts)
  // What can no longer be an answer is not kept: the question stays.
  return asking(turn, moved(state, next))
}

/** What is asked aside of the open question: files that have no name yet are not forgotten. */
const unasked = (state: FormState): FormState => ({ ...state, aside: state.files.length > 0 ? 'file' : null })

/** Another question or menu to stand at, said by the customer. */
const goTo = (turn: Turn, at: At): FormTurn => asking(turn, moved(unasked(turn.state), at))

function back(turn: Turn): FormTurn {
  const { state, facts } = turn
  const at = previousAt(state, facts)
  return at === null ? asking(turn, state, sentences.first) : goTo(turn, at)
}

function help(turn: Turn): FormTurn {
  const { state, facts } = turn
  const field = state.at.step === 'field' ? fieldAt(state.kind, state.at.path) : undefined
  const example =
    field === undefined ? '' : `${sentences.example[facts.language]}: ${field.example[facts.language]}`
  return asking(turn, state, sentences.help, example)
}

function pause(turn: Turn): FormTurn {
  const { facts } = turn
  const state = { ...unasked(turn.state), status: 'paused' as const, misses: 0 }
  return { state, replies: [{ text: sentences.paused[facts.language] }], outcome: 'paused' }
}

function cancel(turn: Turn): FormTurn {
  const { facts } = turn
  const state = { ...turn.state, status: 'cancelled' as const, aside: null }
  return { state, replies: [{ text: sentences.cancelled[facts.language] }], outcome: 'cancelled' }
}

function summary(turn: Turn): FormTurn {
  const { state, facts } = turn
  if (state.at.step === 'summary' && state.aside === null) return asking(turn, state)
  const texts = summaryOf(state, facts).map(text => ({ text }))
  const asked = asking(turn, state)
  return { ...asked, replies: [...texts, ...asked.replies] }
}

/** From the summary on: what is still open first, then the consents one by one, then it is sent in. */
function submit(turn: Turn): FormTurn {
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
  const done: FormState = { ...state, status: 'submitted', misses: 0, submitted_at: facts.now.toISOString() }
  return { state: done, replies: [{ text: thanks(done, facts) }], outcome: 'submitted' }
}

function thanks(state: FormState, { language }: Facts): string {
  const missing = neededDocuments(state).filter(type => filesOf(state, type) === 0)
  const listed = missing.map(type => documentTitle(type, state, language)).join(', ')
  const sent = sentences.submitted[language]
  return missing.length === 0 ? sent : `${sent}\n${sentences.stillMissing[language]}: ${listed}`
}

/** A form that was sent in is open again only for a document that was asked for. */
const isReopened = ({ state }: Turn): boolean => state.submitted_at !== null

function closed(turn: Turn, state: FormState): FormTurn {
  const { facts } = turn
  return {
    state: { ...state, status: 'submitted', misses: 0, aside: null },
    replies: [{ text: thanks(state, facts) }],
    outcome: 'submitted',
  }
}

function settle(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const settled = { ...state, settled: [...state.settled.filter(one => one !== type), type] }
  return isReopened(turn) ? closed(turn, settled) : asking(turn, advanced(turn, settled))
}

/** Removes one of the beneficiaries; those behind move up. */
function removePerson(turn: Turn, index: number): FormTurn {
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

function addPerson(turn: Turn): FormTurn {
  const { state, facts } = turn
  if (beneficiaryCount(state) >= mostBeneficiaries) return asking(turn, state, sentences.mostPeople)
  if (shareLeft(facts.answer, -1) <= 0) return asking(turn, state, sentences.noShareLeft)
  return goTo(turn, nextBeneficiary(state))
}

/** What is left goes to the one who was named last. */
function giveRest(turn: Turn): FormTurn {
  const { state, facts, source } = turn
  const index = beneficiaryCount(state) - 1
  const left = shareLeft(facts.answer, index)
  if (state.at.step !== 'more' || index < 0 || left <= 0) return asking(turn, state)
  const path = beneficiaryPath(index, 'percentage')
  return asking(turn, advanced(turn, put(state, path, left, source)))
}

/** Puts files to a type; what is no photo or PDF is refused by name. */
function takeFiles(turn: Turn): FormTurn {
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

/** The files that wait for a name get one; null leaves them out. */
function nameFiles(turn: Turn, type: DocumentType | null): FormTurn {
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
  const at = isAnswered || isReopened(turn) ? state.at : afterFiles(turnTo(turn, named))
  return asking(turn, { ...named, at }, type === null ? sentences.dropped : keptAs(turn, type))
}

/** A document that came already under another question is not asked for. */
const afterFiles = ({ state, facts }: Turn): At =>
  state.at.step === 'document' ? nextAt(state, facts) : revalidatedAt(state, facts)

function dropFiles(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const documents = state.documents.filter(file => file.type !== type)
  return asking(turn, { ...state, documents, misses: 0 })
}

/** What a choice does, by its verb; `about` is what stands behind the colon. */
const presses: Readonly<Record<string, (turn: Turn, about: string) => FormTurn>> = {
  answer: (turn, about) => {
    const [path = '', ...word] = about.split('=')
    const field = askedFields(turn.state).find(one => one.path === path)
    return field === undefined ? asking(turn, turn.state) : answer(turn, path, word.join('='), true)
  },
  known: (turn, path) => {
    const known = turn.state.known[path]
    return known === undefined ? asking(turn, turn.state) : answer(turn, path, known, true)
  },
  unknown: (turn, path) => {
    const { [path]: _, ...known } = turn.state.known
    return asking(turn, { ...turn.state, known, misses: 0 })
  },
  skip,
  keep,
  later: (turn, type) => settle(turn, type as DocumentType),
  done: (turn, type) => settle(turn, type as DocumentType),
  remove: (turn, type) => dropFiles(turn, type as DocumentType),
  add: addPerson,
  rest: giveRest,
  section: (turn, section) =>
    sectionsOf(turn.state.kind).some(({ name }) => name === section)
      ? goTo(turn, { step: 'section', section })
      : asking(turn, turn.state),
  field: (turn, path) =>
    askedFields(turn.state).some(field => field.path === path)
      ? goTo(turn, { step: 'field', path })
      : asking(turn, turn.state),
  document: (turn, type) => {
    const option = documentOptions[turn.state.kind].find(({ word }) => word === type)
    return option === undefined
      ? asking(turn, turn.state)
      : goTo(turn, { step: 'document', type: option.word as DocumentType })
  },
  beneficiary: (turn, index) =>
    Number(index) < beneficiaryCount(turn.state)
      ? goTo(turn, { step: 'beneficiary', index: Number(index) })
      : asking(turn, turn.state),
  'remove-person': (turn, index) => removePerson(turn, Number(index)),
  file: (turn, type) => {
    const option = documentOptions[turn.state.kind].find(({ word }) => word === type)
    return nameFiles(turn, (option?.word ?? null) as DocumentType | null)
  },
  submit: turn => (turn.state.at.step === 'summary' ? submit(turn) : asking(turn, turn.state)),
  change: turn => goTo(turn, { step: 'sections' }),
  cancel: (turn, about) => {
    if (about === 'yes') return turn.state.aside === 'cancel' ? cancel(turn) : asking(turn, turn.state)
    if (about === 'no') return asking(turn, { ...unasked(turn.state), misses: 0 })
    return about === 'pause' ? pause(turn) : commands.cancel(turn)
  },
  agree: (turn, name) => consent(turn, name, true),
  disagree: (turn, name) => consent(turn, name, false),
  help: turn => help({ ...turn, state: { ...turn.state, misses: 0 } }),
}

/** A yes or no to the consent that stands open; of no other. */
function consent(turn: Turn, name: string, isGiven: boolean): FormTurn {
  const { state, input, source } = turn
  if (state.at.step !== 'consent' || state.at.name !== name) return asking(turn, state)
  if (!isGiven) return asking(turn, { ...moved(state, { step: 'summary' }) }, sentences.noConsent)
  const given = { message_id: input.messageId, at: source.at }
  const consented = { ...state, consents: { ...state.consents, [name]: given }, misses: 0 }
  return submit(turnTo(turn, consented))
}

/** The field of the open question. */
const openField = ({ state }: Turn): string => (state.at.step === 'field' ? state.at.path : '')

/** What a customer may write at any question. */
const commands: Readonly<Record<Command, Step>> = {
  back: turn => (turn.state.aside === 'cancel' ? asking(turn, unasked(turn.state)) : back(turn)),
  skip: turn =>
    turn.state.at.step === 'document' ? settle(turn, turn.state.at.type) : skip(turn, openField(turn)),
  pause: turn => (turn.state.at.step === 'document' ? settle(turn, turn.state.at.type) : pause(turn)),
  cancel: turn => asking(turn, { ...turn.state, aside: 'cancel', misses: 0 }),
  help,
  summary,
  keep: turn => keep(turn, openField(turn)),
  resume: turn => asking(turn, turn.state),
  done: turn =>
    turn.state.at.step === 'document' ? settle(turn, turn.state.at.type) : asking(turn, turn.state),
  submit: turn => (turn.state.at.step === 'summary' ? submit(turn) : asking(turn, turn.state)),
  // The bot hands over; asked again only if nobody does.
  agent: turn => ({ ...asking(turn, turn.state), outcome: 'not-an-answer' }),
}

/** What "change …" may name: a field, a beneficiary, a section. */
function targetOf({ state }: Turn, what: string): At | null {
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
function change(turn: Turn): FormTurn | undefined {
  const asked = changeOf(turn.input.text)
  if (asked === null) return undefined
  const at = asked.what === '' ? null : targetOf(turn, asked.what)
  if (at !== null) return goTo(turn, at)
  // An employer may be called "Change Uganda": only what is sure to be a wish opens the menu.
  return asked.what === '' || asked.isMine ? goTo(turn, { step: 'sections' }) : undefined
}

/** The choice that a written number names; undefined where the number is rather an answer. */
function numbered(turn: Turn): string | undefined {
  const { state, facts, input } = turn
  const digits = /^\s*(\d{1,2})\s*[.)]?\s*$/u.exec(input.text)?.[1]
  const choice = digits === undefined ? undefined : choicesOf(state, facts)[Number(digits) - 1]
  if (choice === undefined || state.aside !== null || state.at.step !== 'field') return choice?.id
  const field = fieldAt(state.kind, state.at.path)
  const isAnswer =
    field?.read(input.text, facts).problem === undefined && !field?.path.endsWith('.percentage')
  return isAnswer ? undefined : choice.id
}

/** What may still be pressed after a form was sent in. */
const ofFiles = new Set(['later', 'done', 'remove', 'file', 'help'])

/** Does what a choice stands for; undefined for one that is not the form's. */
function press(turn: Turn, id: string): FormTurn | undefined {
  if (id === 'agent') return commands.agent(turn)
  const [verb = '', ...about] = id.split(':')
  const pressed = Object.hasOwn(presses, verb) && about.length > 0 ? presses[verb] : undefined
  if (pressed !== undefined && isReopened(turn) && !ofFiles.has(verb)) return asking(turn, turn.state)
  return pressed?.(turn, about.join(':'))
}

/** A text at the open question, where it is no command. */
function said(turn: Turn): FormTurn {
  const { state, facts, input } = turn
  const { text } = input
  if (state.aside === 'cancel') {
    const read = yesNo(text)
    if (read.problem !== undefined) return missed(turn, read.problem)
    return press(turn, read.value ? 'cancel:yes' : 'cancel:no') ?? missed(turn, sentences.pleaseChoose)
  }
  if (state.aside === 'file') {
    const type = chosen(text, documentOptions[state.kind])
    if (type !== undefined) return nameFiles(turn, type.word as DocumentType)
  }
  const { at } = state
  switch (at.step) {
    case 'field': {
      const known = state.values[at.path] === undefined ? state.known[at.path] : undefined
      const read = known === undefined ? undefined : yesNo(text).value
      if (read !== undefined) {
        return press(turn, `${read ? 'known' : 'unknown'}:${at.path}`) ?? missed(turn, sentences.pleaseChoose)
      }
      const answered = answer(turn, at.path, text, false)
      const isNeeded = fieldAt(state.kind, at.path)?.isNeeded ?? true
      const isNothing = answered.outcome === 'not-an-answer' && (isNone(text) || yesNo(text).value === false)
      return isNothing && !isNeeded && state.values[at.path] === undefined ? skip(turn, at.path) : answered
    }
    case 'more': {
      const add = chosen(text, [
        {
          word: 'add',
          title: { en: 'add another', lg: 'yongerako omulala', sw: 'ongeza mwingine' },
          also: ['add', 'another', 'yes', 'yee', 'ndiyo', 'more'],
        },
        {
          word: 'rest',
          title: { en: 'the rest', lg: 'ebisigadde', sw: 'zilizobaki' },
          also: ['rest', 'remaining'],
        },
        {
          word: 'share',
          title: { en: 'change a share', lg: 'kyusa omugabo', sw: 'badilisha sehemu' },
          also: ['share', 'shares'],
        },
      ])
      if (add === undefined) return missed(turn, sentences.pleaseChoose)
      if (add.word === 'share') return goTo(turn, { step: 'section', section: 'beneficiaries' })
      return add.word === 'add' ? addPerson(turn) : giveRest(turn)
    }
    case 'consent': {
      const read = yesNo(text)
      return read.problem === undefined ? consent(turn, at.name, read.value) : missed(turn, read.problem)
    }
    case 'sections':
    case 'section':
    case 'beneficiary': {
      const titled = choicesOf(state, facts).filter(
        ({ title }) => plain(title.replace(/^\d+\.\s/u, '')) === plain(text),
      )
      const [only] = titled
      if (only !== undefined && titled.length === 1) return press(turn, only.id) ?? asking(turn, state)
      const target = targetOf(turn, text)
      return target === null ? missed(turn, sentences.pleaseChoose) : goTo(turn, target)
    }
    case 'document':
    case 'summary':
      return missed(turn, sentences.pleaseChoose)
  }
}

/** A form that was put aside: it goes on by a choice of its own or by the word; other texts may be for somebody else. */
function wake(turn: Turn): FormTurn {
  const awake = turnTo(turn, { ...turn.state, status: 'asking' })
  const { input } = turn
  const pressed =
    input.choiceId === null || input.choiceId === 'agent' ? undefined : press(awake, input.choiceId)
  if (pressed !== undefined) return pressed
  if (input.files.length > 0) return takeFiles(awake)
  const resumed = resume(awake)
  const isMeant = input.choiceId === 'resume:form' || commandOf(input.text) === 'resume'
  return isMeant ? resumed : { ...resumed, outcome: 'not-an-answer' }
}

function resume(turn: Turn): FormTurn {
  const { facts } = turn
  const fields = askedFields(turn.state)
  const answered = fields.filter(({ path }) => turn.state.values[path] !== undefined).length
  const told = `${sentences.welcomeBack[facts.language]} ${sentences.answered[facts.language]}: ${answered} ${sentences.of[facts.language]} ${fields.length}.`
  const at = isReopened(turn) ? turn.state.at : revalidatedAt(turn.state, facts)
  return asking(turn, { ...turn.state, status: 'asking', at, misses: 0 }, told)
}

/** What a message does to a form that is open. */
function take(turn: Turn): FormTurn {
  const { state, input } = turn
  if (input.files.length > 0) return takeFiles(turn)
  if (input.choiceId !== null) {
    return press(turn, input.choiceId) ?? { ...asking(turn, state), outcome: 'not-an-answer' }
  }
  if (isOuter(input.text)) return { ...asking(turn, state), outcome: 'not-an-answer' }
  const number = numbered(turn)
  if (number !== undefined) return press(turn, number) ?? asking(turn, state)
  const command = commandOf(input.text)
  if (command !== undefined && !isChoice(turn)) return allowed(turn, command)
  if (isReopened(turn)) return missed(turn, sentences.pleaseChoose)
  const changed = change(turn)
  if (changed !== undefined) return changed
  const turned = said(turn)
  const near = turned.outcome === 'not-an-answer' ? nearCommand(input.text) : undefined
  return near === undefined ? turned : allowed(turn, near)
}

/** Whether a text is the title of one of the answers that are offered: it is that, whatever else it may mean. */
const isChoice = ({ state, facts, input }: Turn): boolean =>
  choicesOf(state, facts).some(
    ({ id, title }) => id.startsWith('answer:') && plain(title) === plain(input.text),
  )

/** After it was sent in a form takes the document that was asked for, and no other wish. */
function allowed(turn: Turn, command: Command): FormTurn {
  if (!isReopened(turn)) return commands[command](turn)
  const { at } = turn.state
  if (command === 'help' || command === 'summary' || command === 'agent') return commands[command](turn)
  return at.step === 'document' ? settle(turn, at.type) : asking(turn, turn.state)
}

/**
 * What a message does to a form. Pure and total. The message that was taken in last changes nothing when it comes again, and
 * a form that is cancelled or sent in takes no more.
 */
export function formStep(state: FormState, input: Input, { now, language }: FormMoment): FormTurn {
  if (
    state.status === 'cancelled' ||
    state.status === 'submitted' ||
    input.messageId === state.last_message_id
  ) {
    return { state, replies: [], outcome: state.status }
  }
  const at = now.toISOString()
  const turn: Turn = {
    state,
    input,
    facts: factsOf(state, now, language),
    source: { how: 'said', message_id: input.messageId, at, agent_id: null },
  }
  const turned = state.status === 'paused' ? wake(turn) : take(turn)
  const changed = { ...turned.state, last_message_id: input.messageId, changed_at: at }
  return { ...turned, state: changed }
}

/** The open question once more, as after an agent's change. */
export const askAgain = (state: FormState, { now, language }: FormMoment): readonly Reply[] =>
  ask(state, factsOf(state, now, language))

/** A form that was left goes on where it was: it is said how far it is, and asked. */
export function resumeForm(state: FormState, { now, language }: FormMoment): FormTurn {
  if (state.status === 'cancelled' || state.status === 'submitted') {
    return { state, replies: [], outcome: state.status }
  }
  const at = now.toISOString()
  return resume({
    state: { ...state, changed_at: at },
    input: { messageId: '', text: '', choiceId: null, files: [] },
    facts: factsOf(state, now, language),
    source: { how: 'said', message_id: null, at, agent_id: null },
  })
}
