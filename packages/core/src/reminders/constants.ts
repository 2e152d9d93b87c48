export const reminderLimits = {
  /** The task, in characters (code points). */
  text: 200,
  /** Open reminders of one conversation: one response holds them all. */
  ofConversation: 200,
} as const
