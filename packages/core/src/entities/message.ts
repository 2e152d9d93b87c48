import type { MessageStatus } from '../api/messages.ts'
import type { AttachmentEntity } from '../api/attachments.ts'
import type { DetailsEntity } from './message-details.ts'

export interface FailureEntity {
  readonly code: string
  readonly sentence: string
  readonly remedy: string
}

/** As much of a message as stands above one that answers it. */
export interface QuotedEntity {
  readonly id: string
  readonly created_at: string
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly message_type: string
  readonly source: MessageEntity['source']
  readonly sender_name: string | null
  readonly excerpt: string
  readonly attachment: AttachmentEntity | null
}

/** A sign that somebody put on a message. */
export interface ReactionEntity {
  readonly emoji: string
  readonly by: 'CUSTOMER' | 'AGENT' | 'BOT'
  readonly agent_name: string | null
  readonly at: string
  /** Of an agent's: whether it is there, on its way (there or away), or failed. */
  readonly state: 'there' | 'waiting' | 'failed'
  readonly failure: FailureEntity | null
}

/** A message as the console holds it (DATA-07, and where it really is). */
export interface MessageEntity {
  readonly id: string
  readonly conversation_id: string
  readonly content: string
  readonly created_at: string
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly message_type: string
  readonly source: 'USER' | 'CUSTOMER' | 'AGENT' | 'BOT' | 'SYSTEM'
  readonly sender_id: string | null
  readonly sender_name: string | null
  readonly username: string | null
  readonly response_time_seconds: number | null
  readonly attachments: readonly AttachmentEntity[]
  readonly issue_id: string | null
  readonly is_read: boolean
  readonly first_seen_at: string | null
  readonly inbound_no: number | null
  readonly status: MessageStatus
  readonly failure: FailureEntity | null
  /** Why it is not sent yet, and when it goes, or is tried, by itself. */
  readonly waits: { readonly sentence: string; readonly until: string } | null
  /** Held until then, so that its writer can take it back; null: it is not. */
  readonly leaves_at: string | null
  readonly client_message_id: string | null
  /** What it answers; null: nothing in particular. `message` is null where that is not here. */
  readonly quote: { readonly message: QuotedEntity | null } | null
  readonly forwarded: 'forwarded' | 'frequently_forwarded' | null
  readonly reactions: readonly ReactionEntity[]
  /** The customer changed it since; `original`: its words at first. */
  readonly edited: { readonly at: string; readonly original: string } | null
  /** The customer deleted it then; null: it stands. */
  readonly revoked_at: string | null
  /** What it says beyond its words; null: nothing. */
  readonly details: DetailsEntity | null
}
