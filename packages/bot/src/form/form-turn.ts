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

/** Asks what stands open in a state. */
export function asking(turn: Turn, state: FormState, ...first: readonly (string | Words)[]): FormTurn {
  const { facts } = turnTo(turn, state)
  const said = first.map(one => (typeof one === 'string' ? one : one[facts.language]))
  return { state, replies: ask(state, facts, ...said), outcome: 'asking' }
}

/** The state at another question, which nobody has misunderstood yet. */
export const moved = (state: FormState, at: At): FormState => ({ ...state, at, misses: 0 })

/** On to what is to be asked next. */
export const advanced = (turn: Turn, state: FormState): FormState =>
  moved(state, nextAt(state, turnTo(turn, state).facts))

/** A text that is no answer: asked again with what was wrong, unless somebody else takes it. */
export function missed(turn: Turn, problem: Words): FormTurn {
  const state = { ...turn.state, misses: turn.state.misses + 1 }
  return { ...asking(turn, state, problem), outcome: 'not-an-answer' }
}

export const isAt = ({ state }: Turn, at: At): boolean => JSON.stringify(state.at) === JSON.stringify(at)

/** What is asked aside of the open question: files that have no name yet are not forgotten. */
export const unasked = (state: FormState): FormState => ({
  ...state,
  aside: state.files.length > 0 ? 'file' : null,
})

/** Another question or menu to stand at, said by the customer. */
export const goTo = (turn: Turn, at: At): FormTurn => asking(turn, moved(unasked(turn.state), at))
