import type { NoteReaction } from '../notes/constants.ts'

/** An agent, as a note names one. */
export interface Colleague {
  readonly id: string
  readonly name: string
}

/** A colleague whom a note mentions. */
export interface Mention extends Colleague {
  /** The words that stand in the note behind an @; those of then, where the colleague was renamed since. */
  readonly written: string
}

/** What an agent wrote for colleagues, as the console holds it. */
export interface NoteEntity {
  readonly id: string
  readonly conversation_id: string
  readonly agent: Colleague
  readonly text: string
  readonly created_at: string
  /** Null: it is as it was written. */
  readonly edited_at: string | null
  readonly mentions: readonly Mention[]
  readonly reactions: readonly { readonly emoji: NoteReaction; readonly agents: readonly Colleague[] }[]
  readonly client_note_id: string | null
}

/** What agents know of a customer, as the console holds it. */
export interface CustomerNoteEntity {
  readonly conversation_id: string
  /** Empty: there is none. */
  readonly text: string
  readonly version: number
  /** Null: nobody has written one. */
  readonly changed: { readonly at: string; readonly by: Colleague } | null
}
