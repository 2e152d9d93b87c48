import * as z from 'zod'
import { noteLimits, noteOwners, noteReactions } from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, ConversationId, NoteId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

const unnamed = 'A colleague'

/** An agent, as a note or a reminder shows one. */
export const Colleague = z.object({ id: AgentId, name: orElse(z.string(), unnamed) })
export type Colleague = Plain<z.output<typeof Colleague>>

/** A colleague who may be mentioned. */
export const Mentionable = Colleague.extend({ department: z.string().nullable() })

/** A colleague whom a note mentions. */
export const Mention = Colleague.extend({
  /** The text after the @: the name at that time, with a detail that distinguishes namesakes. */
  written: orElse(z.string(), unnamed),
})
export type Mention = Plain<z.output<typeof Mention>>

/** An internal note in a conversation's thread. No customer ever gets it. */
export const Note = z.object({
  id: NoteId,
  conversation_id: ConversationId,
  agent: Colleague,
  text: z.string(),
  created_at: Time,
  /** The author's last edit; null: never edited. */
  edited_at: Time.nullable(),
  /** The colleagues who are notified: their names follow an @ in the text. */
  mentions: z.array(Mention),
  /** Each reaction, with the agents who added it, the first one first. */
  reactions: z.array(z.object({ emoji: z.enum(noteReactions), agents: z.array(Colleague) })),
  /** The client's idempotency key. */
  client_note_id: z.string(),
})
export type Note = z.output<typeof Note>

/** The same for a server that may leave out the client's id. */
export const ToldNote = Note.extend({ client_note_id: z.string().nullable() })

/** A note as the console caches it. */
export type NoteEntity = Plain<z.output<typeof ToldNote>>

/** The text of a note. */
export const noteText = typedText(noteLimits.text).min(1, 'must not be empty')

/** A note as its client wrote it; its id makes it one note, however often it is sent. */
export const WrittenNote = z.object({ client_note_id: z.string().min(1).max(100), text: noteText })

const written = {
  text: noteText,
  /** Ids of colleagues who may see the conversation. */
  mentions: z
    .array(z.string().max(100))
    .max(noteLimits.mentions, `must be at most ${noteLimits.mentions} colleagues`)
    .default([]),
}

const ofConversation = { 'params.id': 'conversation' } as const
const ofNote = { 'params.id': 'note' } as const

export const noteCalls = declare({
  notes: {
    method: 'GET',
    path: '/conversations/:id/notes',
    summary: 'What agents wrote for each other in a conversation, oldest first; never sent to the customer',
    policy: 'desk',
    about: ofConversation,
    params: PathId,
    reply: z.array(Note),
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  mentionable: {
    method: 'GET',
    path: '/conversations/:id/mentionable',
    summary: 'The colleagues who may see a conversation, and so be mentioned in its notes, by name',
    policy: 'desk',
    about: ofConversation,
    params: PathId,
    reply: z.array(Mentionable),
    problems: ['conversation.not-found'],
  },
  addNote: {
    method: 'POST',
    path: '/conversations/:id/notes',
    summary: 'Write a note for colleagues; the same id of the client again is the one that was written',
    policy: 'desk',
    about: ofConversation,
    params: PathId,
    body: z.object({ client_note_id: z.string().min(1).max(100), ...written }),
    reply: Note,
    problems: [
      'conversation.not-found',
      'customer.erased',
      'note.same-client-id',
      'note.too-many',
      'note.not-mentionable',
      'agent.not-found',
    ],
  },
  editNote: {
    method: 'PUT',
    path: '/notes/:id',
    summary: 'Change an own note; whom it mentions now and did not before is told',
    policy: 'desk',
    about: ofNote,
    params: PathId,
    body: z.object(written),
    reply: Note,
    problems: ['note.not-found', 'customer.erased', 'note.not-mentionable', 'agent.not-found'],
  },
  reactToNote: {
    method: 'PUT',
    path: '/notes/:id/reactions',
    summary: 'Put one’s sign on a note, or take it away; the same again changes nothing',
    policy: 'desk',
    about: ofNote,
    params: PathId,
    body: z.object({ emoji: z.enum(noteReactions), on: z.boolean() }),
    reply: Note,
    problems: ['note.not-found', 'customer.erased'],
  },
  removeNote: {
    method: 'DELETE',
    path: '/notes/:id',
    summary:
      'Delete an own note, or with the right to it a colleague’s, on record; one that is gone already too',
    policy: 'desk',
    also: { policy: 'colleague-notes', field: 'of', values: ['colleague'] },
    about: ofNote,
    params: PathId,
    body: z.object({ of: z.enum(noteOwners) }),
    reply: z.object({ id: NoteId }),
    problems: ['note.not-found', 'customer.erased'],
  },
})
