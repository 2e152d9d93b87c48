/** The reactions to a note. */
export const noteReactions = ['👍', '✅', '👀', '🙏', '❤️'] as const
export type NoteReaction = (typeof noteReactions)[number]

/** The owner of a deleted note: the caller, or a colleague. */
export const noteOwners = ['own', 'colleague'] as const

export const noteLimits = {
  /** Characters of one note. */
  text: 4_096,
  /** Mentions in one note. */
  mentions: 20,
  /** Notes of one conversation: one response holds them all. */
  ofConversation: 1_000,
  /** Characters of the note on a customer, as an agent writes it. */
  onCustomer: 2_000,
  /** The same for a note that merges have made longer; an edit may not lengthen it. */
  onMergedCustomer: 100_000,
} as const
