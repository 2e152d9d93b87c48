export const reminderLimits = {
  /** What is to be done: so many UTF-16 units. */
  text: 200,
  /** Open ones of one conversation: so many fit into one answer. */
  ofConversation: 200,
} as const
