import type { CustomerNoteEntity } from '@parley/core/customers/note'
import { type Cached, keys } from '@parley/core/live/cached'
import type { Colleague, Mention, NoteEntity } from '@parley/core/notes/api'
import type { NoteReaction } from '@parley/core/notes/constants'
import { mentionedIn, mentionNames } from '@parley/core/notes/rules'
import { readMentionable, readNote, readNotes, readCustomerNote } from '@parley/core/read/work'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { type DraftKind, joinedText, oneDraft } from '../../client/device/kept-draft.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { putRow, editCached } from '../../sync/query-cache.ts'
import { besideThread } from '../../sync/source.ts'
import { heldWrite } from '../../sync/take-answer.ts'

const noNotes: readonly NoteEntity[] = []

/** A conversation's notes in the thread's order, fetched again when an event says so; none unless `ready`. */
export function useNotes(id: string): Loaded & { readonly notes: readonly NoteEntity[] } {
  const query = useLiveQuery<Cached<readonly NoteEntity[]>>({
    key: keys.notes(id),
    load: () => besideThread(id, 'notes', () => api.notes({ params: { id } }), readNotes),
    onFailure: cause => logFailure('fetchNotes', cause),
  })
  return { ...loadedOf(query), notes: query.data?.value ?? noNotes }
}

const mentionableOptions = (conversationId: string) =>
  queryOptions({
    queryKey: ['mentionable', conversationId],
    queryFn: async () => readMentionable((await api.mentionable({ params: { id: conversationId } })).value),
    // Who may see a conversation changes with it; the server has the last word.
    staleTime: 30_000,
  })

const noMentions: readonly Mention[] = []

/** The colleagues who may be mentioned in a conversation's notes, told apart; undefined until they are known. */
export const useMentionable = (
  conversationId: string,
  before: readonly Mention[] = noMentions,
): readonly Colleague[] | undefined =>
  useQuery({ ...mentionableOptions(conversationId), select: people => mentionNames(people, before) }).data

export type NoteActions = ReturnType<typeof actionsOf>

/** What is done with notes. Each rejects with `ApiFailure`; what is held follows. */
export function useNoteActions(conversationId: string): NoteActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client, conversationId)
}

function actionsOf(client: QueryClient, conversationId: string) {
  const put = (id: string, note: NoteEntity | null) => {
    putRow(client, keys.notes(conversationId), id, note)
    void invalidate(client, 'note', { id, conversation_id: conversationId })
  }
  const held = async (ask: () => Promise<{ readonly value: unknown }>): Promise<NoteEntity> => {
    const note = readNote((await ask()).value)
    put(note.id, note)
    return note
  }
  /** A mention must not be lost because the names had not come yet. */
  const mentionsIn = async (text: string, before: readonly Mention[]): Promise<string[]> => {
    if (!text.includes('@')) return []
    const people = await client.fetchQuery(mentionableOptions(conversationId))
    return [...mentionedIn(text, people, before)]
  }
  return {
    /** Answers the note. */
    add: (client_note_id: string, text: string) =>
      held(async () => {
        const body = { client_note_id, text, mentions: await mentionsIn(text, noMentions) }
        return api.addNote({ params: { id: conversationId }, body })
      }),
    edit: async ({ id, mentions }: NoteEntity, text: string): Promise<void> => {
      await held(async () =>
        api.editNote({ params: { id }, body: { text, mentions: await mentionsIn(text, mentions) } }),
      )
    },
    react: async ({ id }: NoteEntity, emoji: NoteReaction, on: boolean): Promise<void> => {
      await held(() => api.reactToNote({ params: { id }, body: { emoji, on } }))
    },
    /** One that is gone already is no failure. */
    remove: async ({ id }: NoteEntity, of: 'own' | 'colleague'): Promise<void> => {
      try {
        await api.removeNote({ params: { id }, body: { of } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
      put(id, null)
    },
  }
}

/** The note on a conversation's customer, fetched again when an event says so; null while it is not there. */
export function useCustomerNote(id: string): Loaded & { readonly note: CustomerNoteEntity | null } {
  const query = useLiveQuery<Cached<CustomerNoteEntity>>({
    key: keys.customerNote(id),
    load: () =>
      besideThread(id, 'customer_note', () => api.customerNote({ params: { id } }), readCustomerNote),
    onFailure: cause => logFailure('fetchCustomerNote', cause),
  })
  return { ...loadedOf(query), note: query.data?.value ?? null }
}

/** Saves the note; `version` is the one that it was written upon. Rejects with `ApiFailure`. */
export function useSaveCustomerNote(conversationId: string) {
  'use memo'
  const client = useQueryClient()
  return saveOf(client, conversationId)
}

function saveOf(client: QueryClient, id: string) {
  const put = (value: unknown) => {
    const note = readCustomerNote(value)
    editCached<Cached<CustomerNoteEntity>>(client, keys.customerNote(id), cached => ({
      ...cached,
      value: note,
    }))
    void invalidate(client, 'customer-note', { id, conversation_id: id })
  }
  // Whoever was overtaken sees by what.
  return (version: number, text: string): Promise<void> =>
    heldWrite(() => api.changeCustomerNote({ params: { id }, body: { version, text } }), put)
}

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
export const noteEdits = oneDraft<string>()

export const noteEditKey = (agentId: string, noteId: string): string => `note-edit:${agentId}:${noteId}`

/** The note on a customer as it is being written anew. */
export interface CustomerNoteDraft {
  /** The version that this was begun on. */
  readonly base: number
  readonly text: string
}

export const customerNoteDraftKey = (agentId: string, conversationId: string): string =>
  `customer-note-draft:${agentId}:${conversationId}`

export const customerNoteDrafts = oneDraft<CustomerNoteDraft>()
