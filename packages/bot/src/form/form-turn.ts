import type { Language, Words } from '../language.ts'
import type { Input, Reply } from '../turn.ts'
import { ask } from './ask.ts'
import { nextAt } from './next.ts'
import { type At, type FormState, factsOf, type Source } from './state.ts'
import type { Facts } from './value.ts'

export interface FormTurn {
  readonly state: FormState
  readonly replies: readonly Reply[]
  /**
   * not-an-answer: the text may be for another handler. If another handler takes it, the earlier state stays; otherwise this
   * state
   * applies, and the replies are sent.
   */
  readonly outcome: 'asking' | 'paused' | 'cancelled' | 'submitted' | 'not-an-answer'
}

export interface FormMoment {
  readonly now: Date
  readonly language: Language
}

/** A message, and the context for applying it to the form. */
export interface Turn {
  readonly state: FormState
  readonly input: Input
  readonly facts: Facts
  readonly source: Source
}

export type Step = (turn: Turn) => FormTurn

export const turnTo = (turn: Turn, state: FormState): Turn => ({
  ...turn,
  state,
  facts: factsOf(state, turn.facts.now, turn.facts.language),
})

/** Asks the open question of a state. */
export function asking(turn: Turn, state: FormState, ...first: readonly (string | Words)[]): FormTurn {
  const { facts } = turnTo(turn, state)
  const said = first.map(one => (typeof one === 'string' ? one : one[facts.language]))
  return { state, replies: ask(state, facts, ...said), outcome: 'asking' }
}

/** The state at another question, without misses. */
export const moved = (state: FormState, at: At): FormState => ({ ...state, at, misses: 0 })

/** The state at the next question. */
export const advanced = (turn: Turn, state: FormState): FormState =>
  moved(state, nextAt(state, turnTo(turn, state).facts))

/** The text is not an answer: asks again and names the problem, unless another handler takes the text. */
export function missed(turn: Turn, problem: Words): FormTurn {
  const state = { ...turn.state, misses: turn.state.misses + 1 }
  return { ...asking(turn, state, problem), outcome: 'not-an-answer' }
}

export const isAt = ({ state }: Turn, at: At): boolean => JSON.stringify(state.at) === JSON.stringify(at)

/** Closes the question beside the open one. The bot still asks for the type of untyped files. */
export const unasked = (state: FormState): FormState => ({
  ...state,
  aside: state.files.length > 0 ? 'file' : null,
})

/** Goes to another question or menu at the customer's request. */
export const goTo = (turn: Turn, at: At): FormTurn => asking(turn, moved(unasked(turn.state), at))
