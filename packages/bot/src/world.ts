import type { IntentName } from '@parley/core/intent/api'
import type { SteppedReason } from '@parley/core/bot/brief-constants'
import type { WantedDocument } from './documents.ts'
import type { FormState, Known } from './form/state.ts'
import type { Hours } from './hours.ts'
import type { Knowledge } from './knowledge.ts'
import type { NamedIn, Understand } from './meaning.ts'
import type { BotState } from './state.ts'
import type { Reply } from './turn.ts'

/** Why people take over. */
export type HandoverReason = SteppedReason

/** What the bot may look at while it answers. */
export interface World {
  readonly now: Date
  readonly understand: Understand
  readonly namedIn: NamedIn
  readonly knowledge: Knowledge
  readonly hours: Hours
  /** What supervisors leave to people: the bot answers none of it. */
  readonly atOnce: ReadonlySet<IntentName>
  /** The customer's first name; null: not known. */
  readonly name: string | null
  /** The customer's applications, newest first: their numbers and where they stand, in words. */
  readonly applications: readonly { readonly number: string; readonly status: string }[]
  /** The application that the customer has begun and not sent in; null: there is none. */
  readonly form: OpenForm | null
  /** The documents that their applications may take from the chat. */
  readonly wanted: readonly WantedDocument[]
  /** What is known of them, for a form. */
  readonly known: Known
}

/** An application on its way, and the number by which people know it. */
export interface OpenForm {
  readonly state: FormState
  readonly number: string
}

/** Files that the customer sent, and the document that they are. */
export interface PlacedFiles {
  readonly document: WantedDocument
  readonly files: readonly { readonly attachment_id: string; readonly message_id: string }[]
}

/** What a message of the customer leads to. */
export interface Step {
  readonly state: BotState
  /** The form as it is now, which is new or another than before; undefined: nothing was done to it. */
  readonly form?: FormState
  /** Files that an application takes as one of its documents; absent: none. */
  readonly placed?: PlacedFiles
  readonly replies: readonly Reply[]
  /** People take over from here, for this reason; null: the bot goes on. */
  readonly handover: HandoverReason | null
}
