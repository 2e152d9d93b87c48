import type { TicketPriority, TicketStatus } from '../tickets/api.ts'

/** A note; without time and author where a provider keeps all notes as one text. */
export interface TicketNoteEntity {
  readonly at: string | null
  readonly by: string | null
  readonly text: string
}

/** A ticket as the console holds it (DATA-12). */
export interface TicketEntity {
  readonly id: string
  /** Null where the provider gives none; `ticketLabel` then says "T-{id}". */
  readonly ticket_number: string | null
  readonly conversation_id: string
  readonly title: string
  readonly description: string
  readonly status: TicketStatus
  readonly priority: TicketPriority
  readonly created_at: string
  readonly updated_at: string
  readonly agent_notes: string | null
  readonly resolution: string | null
  readonly resolved_at: string | null
  readonly reopened_at: string | null
  readonly notes: readonly TicketNoteEntity[]
  /** Null where the provider keeps none: its edits cannot be told from each other. */
  readonly version: number | null
}

/** A ticket as lists hold it, with whose it is. */
export interface TicketRowEntity
  extends Pick<
    TicketEntity,
    | 'id'
    | 'ticket_number'
    | 'conversation_id'
    | 'title'
    | 'status'
    | 'priority'
    | 'created_at'
    | 'updated_at'
    | 'version'
  > {
  /** Of whom nothing else is known, the number is the name, as in lists of conversations. */
  readonly customer: { readonly name: string; readonly phone_number: string }
  /** Who has its conversation; null for nobody. */
  readonly agent: { readonly id: string; readonly name: string } | null
}
