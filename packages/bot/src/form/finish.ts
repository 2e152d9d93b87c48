import { documentTitle } from './ask.ts'
import { asking, type FormTurn, goTo, moved, type Turn, turnTo, unasked } from './form-turn.ts'
import { filesOf, neededDocuments, nextAt } from './next.ts'
import { sentences } from './sentences.ts'
import type { FormState } from './state.ts'
import type { Facts } from './value.ts'

/** From the summary on: what is still open first, then the consents one by one, then it is sent in. */
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

/** A yes or no to the consent that stands open; of no other. */
export function consent(turn: Turn, name: string, isGiven: boolean): FormTurn {
  const { state, input, source } = turn
  if (state.at.step !== 'consent' || state.at.name !== name) return asking(turn, state)
  if (!isGiven) return asking(turn, { ...moved(state, { step: 'summary' }) }, sentences.noConsent)
  const given = { message_id: input.messageId, at: source.at }
  const consented = { ...state, consents: { ...state.consents, [name]: given }, misses: 0 }
  return submit(turnTo(turn, consented))
}

/** A form that was sent in before, after the document that it was opened for. */
export function closed(turn: Turn, state: FormState): FormTurn {
  const { facts } = turn
  return {
    state: { ...state, status: 'submitted', misses: 0, aside: null },
    replies: [{ text: thanks(state, facts) }],
    outcome: 'submitted',
  }
}
