import type { SendBody } from '../messages/api.ts'
import type { IntentAnalysis } from './api.ts'

const notAnalysed = new Set(['', '0', '00', 'menu', 'help', 'reset'])

/** Whether a text is analysed before it is sent: not blank text, nor a command of the bot's menu (in any case). */
export const isAnalysed = (text: string): boolean => !notAnalysed.has(text.trim().toLowerCase())

/** Whether an intent of this confidence is suggested: above 0.7, exclusive. */
export const isSuggested = (confidence: number): boolean => confidence > 0.7

/** The analysis if it has a suggestion, else null; then the message is sent unchanged. */
export const suggestionOf = (
  analysis: IntentAnalysis | null,
): (IntentAnalysis & { intent: string }) | null =>
  analysis !== null && analysis.success && analysis.intent !== null && isSuggested(analysis.confidence)
    ? { ...analysis, intent: analysis.intent }
    : null

/** The metadata of a message once the agent accepted the suggestion. */
export const metadataOf = ({
  intent,
  confidence,
  entities,
}: Pick<IntentAnalysis, 'intent' | 'confidence' | 'entities'>): NonNullable<SendBody['metadata']> => ({
  intent,
  confidence,
  entities,
})

/** "Claim Status" for claim_status; also for a provider's own names. */
export const intentLabel = (name: string): string =>
  name
    .split(/[\s_.-]+/)
    .filter(word => word !== '')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')

/** "76%" for 0.76. */
export const confidenceLabel = (confidence: number): string => `${Math.round(confidence * 100)}%`
