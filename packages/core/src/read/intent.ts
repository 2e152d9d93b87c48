import type { IntentEntity } from '../entities/intent.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf } from './value.ts'

const maxSuggestions = 3

/** What is no number from 0 to 1 tells nothing, so it counts as 0. */
const readConfidence = (raw: unknown): number => {
  const value = numberOf(raw)
  return value !== null && value >= 0 && value <= 1 ? value : 0
}

const readSuggestion = (raw: unknown): readonly string[] => {
  const text = textOf(raw) ?? firstText(fieldsOf(raw), 'text', 'label', 'title')
  return text === null ? [] : [text]
}

/**
 * Reads the answer of execute: the result under intent_result or bare, suggestions under response or bare, as objects or
 * texts. Never throws; what does not say that it succeeded did not.
 */
export function readIntent(raw: unknown): IntentEntity {
  const fields = fieldsOf(raw)
  const result = fieldsOf(fields['intent_result'] ?? raw)
  const suggestions = fieldsOf(fields['response'])['suggestions'] ?? fields['suggestions']
  return {
    success: fields['success'] === true,
    intent: textOf(result['intent']),
    confidence: readConfidence(result['confidence']),
    entities: fieldsOf(result['entities']),
    suggestions: listOf(suggestions).flatMap(readSuggestion).slice(0, maxSuggestions),
  }
}
