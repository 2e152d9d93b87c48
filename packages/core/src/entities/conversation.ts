import type { ConversationStatus } from '../api/conversations.ts'
import type { TicketPriority } from '../api/tickets.ts'
import type { Channel } from '../words/channels.ts'
import type { UnsentReply } from '../words/conversations.ts'
import type { UnreachableReason } from '../words/reach.ts'

/** An open offer of the conversation to one agent. */
export interface OfferEntity {
  readonly id: string
  readonly agent_id: string
  readonly agent_name: string
  readonly by_name: string
  readonly deadline: string
}

export interface LastMessageEntity {
  readonly id: string | null
  readonly content: string
  readonly message_type: string
  readonly created_at: string
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly source: string
  readonly sender_id: string | null
  readonly sender_name: string | null
  readonly has_attachments: boolean
}

/** A conversation that was put off; it is back at that time (ISO 8601), or as soon as the customer writes. */
export interface Snooze {
  readonly until: string
  readonly by_name: string | null
  readonly reason: string | null
}

/** An internal note mentions an agent, who has not seen it since; `at` in ISO 8601. */
export interface Mention {
  readonly agent_id: string
  readonly at: string
}

/** What is known of when the channel takes what for a customer; times in ISO 8601. */
export interface Reach {
  /** Whether only templates go from some time on. */
  readonly has_window: boolean
  /** When they last wrote or called; null: never. */
  readonly wrote_at: string | null
  /** From this moment on only templates go; null: they never wrote, or there is no window. */
  readonly closes_at: string | null
  readonly unreachable: UnreachableReason | null
}

/** What each message changes of a conversation. */
type News =
  | 'last_activity'
  | 'waiting_since'
  | 'closes_soon'
  | 'updated_at'
  | 'inbound_no'
  | 'seen_no'
  | 'unread_count'
  | 'lastMessage'
  | 'reach'

/** A conversation without what each message changes. */
export type Standing = Omit<ConversationEntity, News>

/** A conversation as the console holds it (DATA-01). */
export interface ConversationEntity {
  readonly id: string
  /** Null where a provider gives none. */
  readonly customer_id: string | null
  readonly customer_name: string
  /** The name of their profile, where an agent set another one; else null. */
  readonly profile_name: string | null
  readonly phone_number: string
  readonly status: ConversationStatus
  readonly assignee_id: string | null
  readonly assignee_name: string | null
  /** The bot answers: nobody has it, and no person is waited for. */
  readonly with_bot: boolean
  readonly last_activity: string | null
  /** Since when the customer waits for a person; null where they do not, or a provider does not tell. */
  readonly waiting_since: string | null
  /** Of its most urgent open ticket; null: none is open, or a provider does not tell. */
  readonly ticket_priority: TicketPriority | null
  /** In a few hours only templates go. */
  readonly closes_soon: boolean
  /** Until when it was put off, by whom and why; null: it was not. */
  readonly snoozed: Snooze | null
  /** Whom notes mention and who has not seen it since, each with their newest mention. */
  readonly mentioned: readonly Mention[]
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly session_id: string | null
  readonly inbound_no: number
  readonly seen_no: number
  readonly unread_count: number
  readonly ticket: { readonly id: string; readonly ticket_number: string | null } | null
  readonly tags: readonly string[]
  readonly metadata: { readonly account_type: string | null; readonly customer_id: string | null }
  readonly lastMessage: LastMessageEntity | null
  /** What the newest message of a person to the customer came to, where they may not have it; null: they have, or it is not told. */
  readonly last_reply: UnsentReply | null
  readonly offer: OfferEntity | null
  /** How many of its issues are not resolved. */
  readonly open_issues: number
  /** The numbers of its tickets and applications, by which a search finds it. */
  readonly references: readonly string[]
  /** When WhatsApp takes what for the customer; null where a provider does not tell. */
  readonly reach: Reach | null
  /** By what they write and are answered. */
  readonly channel: Channel
  /** Which business number they wrote to; null where there is nothing to tell apart. */
  readonly business_number: string | null
  /** When the customer's data were erased, and by whom. */
  readonly erased: { readonly at: string; readonly by: string | null } | null
  /** The conversation that it goes on in, since both customers turned out to be one. */
  readonly continued_in: string | null
  /** What the customer said last of how they were served, 1 to 5; null: nothing. */
  readonly rated: number | null
  /** What an edit of status or tags is based on; null where a provider gives none. */
  readonly version: number | null
  /** Built-in sample data or a placeholder, never a real customer. */
  readonly sample: boolean
}
