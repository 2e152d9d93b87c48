import type { IntentEntities, IntentName, RecognisedIntent, SlotName } from '../api/intent.ts'
import type { SendBody } from '../api/messages.ts'
import type { IntentEntity } from '../entities/intent.ts'
import { intentNames } from '../words/intent.ts'
import { canonicalPhone } from './phone.ts'

/*
 * A stand-in for a recogniser: a few English keywords for each of a few intents. It knows no grammar, no other language
 * and no conversation, and it never learns. Its confidence says how much of its own evidence it found, and is no measured
 * probability. A real recogniser answers the same calls.
 */

/** Words that speak for an intent, and how much one hit of them alone would convince, 0 to 1. */
type Evidence = readonly [pattern: RegExp, weight: number]

interface Knowledge {
  readonly evidence: readonly Evidence[]
  /** What an agent could write next; at most three. */
  readonly suggestions: readonly string[]
}

const knowledge: Readonly<Record<IntentName, Knowledge>> = {
  check_balance: {
    evidence: [
      [/\bbalance\b/i, 0.75],
      [/\bhow much\b.{0,40}\b(have|saved|account|fund)\b/i, 0.6],
      [/\bstatement\b/i, 0.5],
    ],
    suggestions: [
      'May I have your policy number, so that I can look up your balance?',
      'I am checking your balance now. One moment, please.',
      'Would you like a full statement as well?',
    ],
  },
  make_contribution: {
    evidence: [
      [/\bcontribut(e|es|ing|ions?)\b/i, 0.75],
      [/\bpremiums?\b/i, 0.6],
      [/\b(pay|paying|deposit|top[ -]?up)\b/i, 0.5],
      [/\b(mtn|airtel|mobile money|momo)\b/i, 0.4],
    ],
    suggestions: [
      'Would you like to pay by MTN, by Airtel or at a bank?',
      'Which policy number should the payment go to?',
      'How much would you like to contribute?',
    ],
  },
  claim_status: {
    evidence: [
      [/\bclaims?\b/i, 0.6],
      [/\b(status|progress|how far|update on|follow(ing)? up)\b/i, 0.4],
      [/\b(settled?|settlement|paid out|payout)\b/i, 0.4],
    ],
    suggestions: [
      'May I have your claim or policy number, please?',
      'I am asking our claims team where your claim stands.',
      'Which documents have you sent us for this claim so far?',
    ],
  },
  update_details: {
    evidence: [
      [/\b(change|changed|changing|correct|update(?! on))\b/i, 0.5],
      [/\b(address|e-?mail|details|next of kin|beneficiar(y|ies))\b/i, 0.5],
      [/\b(new|phone|telephone) (phone |telephone )?number\b/i, 0.5],
    ],
    suggestions: [
      'Which of your details should we change?',
      'Please send a photo of your national ID, so that we can make the change.',
      'Is this the number that we should reach you on from now on?',
    ],
  },
  speak_to_agent: {
    evidence: [
      [/\b(speak|talk|chat)\b.{0,20}\b(to|with)\b/i, 0.5],
      [/\b(agent|person|human|somebody|someone|representative|advis[eo]r)\b/i, 0.5],
      [/\bcall (me|you)\b/i, 0.6],
    ],
    suggestions: [
      'You are talking with our support team. How may I help you?',
      'What is a good time to call you?',
      'Which number should we call you on?',
    ],
  },
}

/** What all hits say together, 0 to 1: independent pieces, so two of 0.5 make 0.75. */
const evidenceFor = (intent: IntentName, text: string): number =>
  1 -
  knowledge[intent].evidence.reduce(
    (doubt, [pattern, weight]) => (pattern.test(text) ? doubt * (1 - weight) : doubt),
    1,
  )

const toHundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * What a text's writer most likely wants. Confidence is the evidence for the best intent, less the half of what speaks for
 * the second best one: a text that says two things is not sure of either.
 */
export function recognise(text: string): RecognisedIntent {
  const [best, second] = intentNames
    .map(intent => ({ intent, evidence: evidenceFor(intent, text) }))
    .toSorted((a, b) => b.evidence - a.evidence)
  const entities = entitiesOf(text)
  if (best === undefined || best.evidence === 0) return { intent: null, confidence: 0, entities }
  const confidence = toHundredths(best.evidence * (1 - (second?.evidence ?? 0) / 2))
  return { intent: best.intent, confidence, entities }
}

const amount = /\b(?:ugx|ush|shs?)\.?\s*(\d[\d,]{0,14})|\b(\d[\d,]{0,14})\s*(?:ugx\b|shillings?\b|\/=)/gi
const phone = /(?:\+?256|\b0)[ -]?7\d{2}[ -]?\d{3}[ -]?\d{3}\b/g
const reference = /\b[a-z]{2,4}-\d{3,10}\b|\b\d{4}-\d{4}\b/gi

const amountOf = (numeral: string): number | null => {
  const value = Number(numeral.replaceAll(',', ''))
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null)),
]

/** What a text names, in its one form. */
function entitiesOf(text: string): IntentEntities {
  const amounts = distinct([...text.matchAll(amount)].map(hit => amountOf(hit[1] ?? hit[2] ?? '')))
  const phones = distinct([...text.matchAll(phone)].map(([hit]) => canonicalPhone(hit)))
  const references = distinct([...text.matchAll(reference)].map(([hit]) => hit.toUpperCase()))
  return {
    ...(amounts.length > 0 && { amount_ugx: amounts }),
    ...(phones.length > 0 && { phone_number: phones }),
    ...(references.length > 0 && { reference: references }),
  }
}

/** A slot's value in its one form, or null where it is none: an amount also without its currency. */
export function slotValue(slot: SlotName, value: string): string | null {
  const typed = value.trim()
  switch (slot) {
    case 'amount_ugx': {
      const numeral = /^(?:(?:ugx|ush|shs?)\.?\s*)?(\d[\d,]{0,14})(?:\s*(?:ugx|shillings?|\/=))?$/i.exec(
        typed,
      )
      return amountOf(numeral?.[1] ?? '')?.toString() ?? null
    }
    case 'phone_number':
      return canonicalPhone(typed)
    case 'reference':
      return /^(?:[a-z]{2,4}-\d{3,10}|\d{4}-\d{4})$/i.test(typed) ? typed.toUpperCase() : null
  }
}

/** What an agent could write next, at most three; none without an intent. */
export const suggestionsFor = (intent: IntentName | null): readonly string[] =>
  intent === null ? [] : knowledge[intent].suggestions

const notAnalysed = new Set(['', '0', '00', 'menu', 'help', 'reset'])

/** Whether a text is analysed before it is sent: not the blank one, nor the words of the bot's menu, without case. */
export const isAnalysed = (text: string): boolean => !notAnalysed.has(text.trim().toLowerCase())

/** Whether an intent of this confidence is suggested: above 0.7, which itself does not count. */
export const isSuggested = (confidence: number): boolean => confidence > 0.7

/** The analysis if there is something to suggest, else null; then the message goes as it is. */
export const suggestionOf = (analysis: IntentEntity | null): (IntentEntity & { intent: string }) | null =>
  analysis !== null && analysis.success && analysis.intent !== null && isSuggested(analysis.confidence)
    ? { ...analysis, intent: analysis.intent }
    : null

/** What a message carries once the agent agreed to what was suggested. */
export const metadataOf = ({
  intent,
  confidence,
  entities,
}: Pick<IntentEntity, 'intent' | 'confidence' | 'entities'>): NonNullable<SendBody['metadata']> => ({
  intent,
  confidence,
  entities,
})

/** "Claim Status" for claim_status; any provider's name. */
export const intentLabel = (name: string): string =>
  name
    .split(/[\s_.-]+/)
    .filter(word => word !== '')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')

/** "76%" for 0.76. */
export const confidenceLabel = (confidence: number): string => `${Math.round(confidence * 100)}%`
