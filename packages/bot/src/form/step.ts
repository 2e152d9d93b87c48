import type { DocumentType } from '@parley/core/attachments/api'
import type { Input, Reply } from '../turn.ts'
import { ask, choicesOf, formChoice, personChoice, summaryOf } from './ask.ts'
import { type Command, commandOf, isOuter, nearCommand } from './commands.ts'
import { documentOptions } from './documents.ts'
import { option } from './field.ts'
import { fieldAt, sectionsOf } from './fields.ts'
import {
  asking,
  type FormMoment,
  type FormTurn,
  goTo,
  missed,
  type Step,
  type Turn,
  turnTo,
  unasked,
} from './form-turn.ts'
import {
  addPerson,
  answer,
  change,
  consent,
  dropFiles,
  giveRest,
  keep,
  nameFiles,
  removePerson,
  settle,
  skip,
  submit,
  takeFiles,
  targetOf,
} from './moves.ts'
import { askedFields, beneficiaryCount, previousAt, revalidatedAt } from './next.ts'
import { chosen, yesNo } from './parse/choice.ts'
import { isNone } from './parse/words.ts'
import { sentences } from './sentences.ts'
import { plain } from './spelling.ts'
import { factsOf, type FormState } from './state.ts'

export type { FormMoment, FormTurn } from './form-turn.ts'

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

/** The action of a choice by its verb; `about` is the part after the colon. */
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
  resume: turn => asking(turn, turn.state),
}

/** The field of the open question. */
const openField = ({ state }: Turn): string => (state.at.step === 'field' ? state.at.path : '')

/** The effect of each command; a customer can write them at any question. */
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
  // The bot hands over. If it does not, the question is asked again.
  agent: turn => ({ ...asking(turn, turn.state), outcome: 'not-an-answer' }),
}

/** The choice with a written number; undefined: the number is an answer. */
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

/** The choice whose exact title was written. */
function titled({ state, facts, input }: Turn): string | undefined {
  const said = plain(input.text)
  const [only, other] = choicesOf(state, facts).filter(
    ({ title }) => plain(title.replace(/^\d+\.\s/u, '')) === said,
  )
  return other === undefined ? only?.id : undefined
}

/** Performs a choice; undefined: it is not the form's. */
function press(turn: Turn, id: string): FormTurn | undefined {
  if (id === personChoice) return commands.agent(turn)
  return id.startsWith(formChoice) ? perform(turn, id.slice(formChoice.length)) : undefined
}

/** Performs a deed, "verb:about"; undefined: the deed is unknown. */
function perform(turn: Turn, deed: string): FormTurn | undefined {
  const [verb = '', ...about] = deed.split(':')
  const pressed = Object.hasOwn(presses, verb) && about.length > 0 ? presses[verb] : undefined
  return pressed?.(turn, about.join(':'))
}

/** The answers while a share is left. */
const moreOptions = [
  option('add', 'add another', 'yongerako', 'ongeza', 'add, another, yes, yee, ndiyo, more'),
  option('rest', 'the rest', 'ebisigadde', 'zilizobaki', 'rest, remaining'),
  option('share', 'change a share', 'kyusa omugabo', 'badilisha sehemu', 'share, shares'),
]

/** Handles a text that is no command. */
function said(turn: Turn): FormTurn {
  const { state, input } = turn
  const { text } = input
  if (state.aside === 'cancel') {
    const read = yesNo(text)
    if (read.problem !== undefined) return missed(turn, read.problem)
    return perform(turn, read.value ? 'cancel:yes' : 'cancel:no') ?? missed(turn, sentences.pleaseChoose)
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
        return (
          perform(turn, `${read ? 'known' : 'unknown'}:${at.path}`) ?? missed(turn, sentences.pleaseChoose)
        )
      }
      const answered = answer(turn, at.path, text, false)
      const isNeeded = fieldAt(state.kind, at.path)?.isNeeded ?? true
      const isNothing = answered.outcome === 'not-an-answer' && (isNone(text) || yesNo(text).value === false)
      return isNothing && !isNeeded && state.values[at.path] === undefined ? skip(turn, at.path) : answered
    }
    case 'more': {
      const add = chosen(text, moreOptions)
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
      const target = targetOf(turn, text)
      return target === null ? missed(turn, sentences.pleaseChoose) : goTo(turn, target)
    }
    case 'document':
    case 'summary':
      return missed(turn, sentences.pleaseChoose)
  }
}

/** The choice that resumes a paused form. */
export const resumeChoice = `${formChoice}resume:form`

/** A paused form resumes by one of its choices or the command "resume"; other texts may be for the bot. */
function wake(turn: Turn): FormTurn {
  const awake = turnTo(turn, { ...turn.state, status: 'asking' })
  const { input } = turn
  const pressed =
    input.choiceId === null || input.choiceId === personChoice ? undefined : press(awake, input.choiceId)
  if (pressed !== undefined) return pressed
  if (input.files.length > 0) return takeFiles(awake)
  const resumed = resume(awake)
  const isMeant = input.choiceId === resumeChoice || commandOf(input.text) === 'resume'
  return isMeant ? resumed : { ...resumed, outcome: 'not-an-answer' }
}

function resume(turn: Turn): FormTurn {
  const { facts } = turn
  const fields = askedFields(turn.state)
  const answered = fields.filter(({ path }) => turn.state.values[path] !== undefined).length
  const told = `${sentences.welcomeBack[facts.language]} ${sentences.answered[facts.language]}: ${answered} ${sentences.of[facts.language]} ${fields.length}.`
  const at = revalidatedAt(turn.state, facts)
  return asking(turn, { ...turn.state, status: 'asking', at, misses: 0 }, told)
}

/** Handles a message for an open form. */
function take(turn: Turn): FormTurn {
  const { state, input } = turn
  if (input.files.length > 0) return takeFiles(turn)
  if (input.choiceId !== null) {
    return press(turn, input.choiceId) ?? { ...asking(turn, state), outcome: 'not-an-answer' }
  }
  if (isOuter(input.text)) return { ...asking(turn, state), outcome: 'not-an-answer' }
  const meant = numbered(turn) ?? titled(turn)
  if (meant !== undefined) return press(turn, meant) ?? asking(turn, state)
  const command = commandOf(input.text)
  if (command !== undefined) return commands[command](turn)
  const changed = change(turn)
  if (changed !== undefined) return changed
  const turned = said(turn)
  const near = turned.outcome === 'not-an-answer' ? nearCommand(input.text) : undefined
  return near === undefined ? turned : commands[near](turn)
}

/**
 * Applies a message to a form. Pure and total. A repetition of the last message changes nothing; a cancelled or submitted form never
 * changes.
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

/** The open question again, as after an agent's change. */
export const askAgain = (state: FormState, { now, language }: FormMoment): readonly Reply[] =>
  ask(state, factsOf(state, now, language))

/** Resumes a form: says how far it is, and asks the open question. */
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
