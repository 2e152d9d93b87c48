/** What the viewer has not read yet (DATA-16). */
export interface UnreadStats {
  readonly total_unread_messages: number
  readonly conversations_with_unread: number
  /** By conversation id; only those above 0. */
  readonly conversation_unread_counts: Readonly<Record<string, number>>
  readonly unread_notifications: number
  readonly unread_conversations: readonly string[]
}
