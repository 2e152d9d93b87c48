import type { Colleague } from './note.ts'

/** What an agent promised at a message, as the console holds it. */
export interface ReminderEntity {
  readonly id: string
  readonly conversation_id: string
  readonly message_id: string
  readonly agent: Colleague
  /** Empty: the message says it. */
  readonly text: string
  readonly due_at: string
}
