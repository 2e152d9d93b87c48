import { type DraftKind, joinedText } from '../../client/device/kept-draft.ts'

/** A note that is being written. */
export interface NoteDraft {
  /** Goes with it to the server: however often it is sent, it is one note. Empty: it was never sent. */
  readonly clientId: string
  readonly text: string
}

export const noteDraftKey = (agentId: string, conversationId: string): string =>
  `note-draft:${agentId}:${conversationId}`

export const noteDrafts: DraftKind<NoteDraft> = {
  empty: () => ({ clientId: '', text: '' }),
  isEmpty: ({ text }) => text === '',
  // Both together are another note than the one that may have been sent.
  join: (kept, written) =>
    written.text === '' ? kept : { clientId: '', text: joinedText(kept.text, written.text) },
}

/** The new words of a note that is being changed; null: it is not. */
export const noteEdits: DraftKind<string | null> = {
  empty: () => null,
  isEmpty: draft => draft === null,
  join: (kept, written) => written ?? kept,
}

export const noteEditKey = (agentId: string, noteId: string): string => `note-edit:${agentId}:${noteId}`

/** The note on a customer as it is being written anew. */
export interface CustomerNoteDraft {
  /** The version that this was begun on. */
  readonly base: number
  readonly text: string
}

export const customerNoteDraftKey = (agentId: string, conversationId: string): string =>
  `customer-note-draft:${agentId}:${conversationId}`

export const customerNoteDrafts: DraftKind<CustomerNoteDraft | null> = {
  empty: () => null,
  isEmpty: draft => draft === null,
  join: (kept, written) => written ?? kept,
}
