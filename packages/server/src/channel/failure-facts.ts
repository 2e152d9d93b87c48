import { explain } from '@parley/whatsapp/error-codes'

/** Why a message was not delivered, for the agent's eyes. */
export interface FailureFacts {
  readonly code: string
  readonly sentence: string
  readonly remedy: string
}

/** WhatsApp's error code in words. */
export const failureOf = (code: number, details: string): FailureFacts => {
  const { sentence, remedy } = explain(code, details)
  return { code: String(code), sentence, remedy }
}
