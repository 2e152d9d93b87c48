import { beneficiaryPath, mostBeneficiaries, shareLeft } from './fields/beneficiary.ts'
import { advanced, asking, type FormTurn, goTo, isAt, type Turn } from './form-turn.ts'
import { beneficiaryCount, nextBeneficiary } from './next.ts'
import { sentences } from './sentences.ts'
import { put } from './state.ts'

/** Removes one of the beneficiaries; those behind move up. */
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

/** Asks for another beneficiary, while a share is left. */
export function addPerson(turn: Turn): FormTurn {
  const { state, facts } = turn
  if (beneficiaryCount(state) >= mostBeneficiaries) return asking(turn, state, sentences.mostPeople)
  if (shareLeft(facts.answer, -1) <= 0) return asking(turn, state, sentences.noShareLeft)
  return goTo(turn, nextBeneficiary(state))
}

/** What is left goes to the one who was named last. */
export function giveRest(turn: Turn): FormTurn {
  const { state, facts, source } = turn
  const index = beneficiaryCount(state) - 1
  const left = shareLeft(facts.answer, index)
  if (state.at.step !== 'more' || index < 0 || left <= 0) return asking(turn, state)
  const path = beneficiaryPath(index, 'percentage')
  return asking(turn, advanced(turn, put(state, path, left, source)))
}
