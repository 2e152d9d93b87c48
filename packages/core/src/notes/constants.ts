/** The signs that colleagues put on a note. */
export const noteReactions = ['👍', '✅', '👀', '🙏', '❤️'] as const
export type NoteReaction = (typeof noteReactions)[number]

/** Whose note is deleted: the caller's own, or one of a colleague. */
export const noteOwners = ['own', 'colleague'] as const

export const noteLimits = {
  /** Characters of one note. */
  text: 4_096,
  /** Colleagues whom one note mentions. */
  mentions: 20,
  /** Notes of one conversation: so many fit into one answer. */
  ofConversation: 1_000,
  /** Characters of the note on a customer, as an agent writes it. */
  onCustomer: 2_000,
  /** The same of one that merges made longer: an edit that does not lengthen it passes. */
  onMergedCustomer: 100_000,
} as const
