import type { QuotedEntity } from './message.ts'

/** An agent's own unsent words in one conversation, as their server has them. */
export interface MessageDraftEntity {
  readonly conversation_id: string
  /** Another one with every change, of whomever, and never used again; 0: there never was one. */
  readonly version: number
  /** Empty, with no message quoted: there is none any more. */
  readonly text: string
  /** The message that it answers; null: none. */
  readonly quoted: QuotedEntity | null
  /** The page that wrote it last. */
  readonly page_id: string
  readonly updated_at: string
}
