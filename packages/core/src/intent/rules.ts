import type { SendBody } from '../messages/api.ts'
import type { IntentAnalysis } from './api.ts'

const notAnalysed = new Set(['', '0', '00', 'menu', 'help', 'reset'])

/** Whether a text is analysed before it is sent: not the blank one, nor the words of the bot's menu, without case. */
export const isAnalysed = (text: string): boolean => !notAnalysed.has(text.trim().toLowerCase())

/** Whether an intent of this confidence is suggested: above 0.7, which itself does not count. */
export const isSuggested = (confidence: number): boolean => confidence > 0.7

/** The analysis if there is something to suggest, else null; then the message goes as it is. */
export const suggestionOf = (
  analysis: IntentAnalysis | null,
): (IntentAnalysis & { intent: string }) | null =>
  analysis !== null && analysis.success && analysis.intent !== null && isSuggested(analysis.confidence)
    ? { ...analysis, intent: analysis.intent }
    : null

/** What a message carries once the agent agreed to what was suggested. */
export const metadataOf = ({
  intent,
  confidence,
  entities,
}: Pick<IntentAnalysis, 'intent' | 'confidence' | 'entities'>): NonNullable<SendBody['metadata']> => ({
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
