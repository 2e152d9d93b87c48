import { fieldAt } from './fields.ts'
import { advanced, asking, type FormTurn, isAt, missed, moved, type Turn, turnTo } from './form-turn.ts'
import { nextAt } from './next.ts'
import { sentences } from './sentences.ts'
import { shown } from './shown.ts'
import { plain } from './spelling.ts'
import { put } from './state.ts'

/** Takes a text as the answer of a field; `isPressed`: it is the word of a choice. */
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
    // A choice of an earlier question: it is corrected, and what stands open is asked again.
    const still = nextAt(answered, turnTo(turn, answered).facts)
    const at = state.at.step === 'summary' || state.at.step === 'consent' ? still : state.at
    return asking(turn, moved(answered, at), `${sentences.changed[facts.language]}. ${told}`)
  }
  // How it was read is said where that is not how it was written.
  const isPlain = isPressed || plain(shown(field, read.value, facts.language)) === plain(text)
  return asking(turn, advanced(turn, answered), isPlain ? '' : `✓ ${told}`)
}

/** Leaves the open question out; one that is needed stays. */
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

/** Leaves the answer of the open question as it is. */
export function keep(turn: Turn, path: string): FormTurn {
  const { state, facts } = turn
  const value = state.values[path]
  if (value === undefined || !isAt(turn, { step: 'field', path })) return asking(turn, state)
  const next = nextAt(state, facts)
  // What can no longer be an answer is not kept: the question stays.
  return asking(turn, moved(state, next))
}
