import { type Cached, keys } from '@parley/core/live/cached'
import type { Colleague, Mention, NoteEntity } from '@parley/core/notes/api'
import { readMentionable, readNote, readNotes } from '@parley/core/read/work'
import { mentionedIn, mentionNames } from '@parley/core/notes/rules'
import type { NoteReaction } from '@parley/core/notes/constants'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { putRow } from '../../sync/query-cache.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { fetched, work } from '../../sync/source.ts'

const noNotes: readonly NoteEntity[] = []

/** The notes of a conversation, in the thread's order; empty unless `ready`. */
export interface NotesView extends Loaded {
  readonly notes: readonly NoteEntity[]
}

/** A conversation's notes, fetched again when an event says so. */
export function useNotes(conversationId: string): NotesView {
  const query = useLiveQuery<Cached<readonly NoteEntity[]>>({
    key: keys.notes(conversationId),
    load: () =>
      fetched(
        () =>
          work.ask({ conversationId, part: 'notes' }, () => api.notes({ params: { id: conversationId } })),
        readNotes,
      ),
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

/** What is done with notes. Each rejects with `ApiFailure`; what is held follows. */
export interface NoteActions {
  /** Answers the note. */
  add(clientId: string, text: string): Promise<NoteEntity>
  edit(note: NoteEntity, text: string): Promise<void>
  react(note: NoteEntity, emoji: NoteReaction, on: boolean): Promise<void>
  /** One that is gone already is no failure. */
  remove(note: NoteEntity, of: 'own' | 'colleague'): Promise<void>
}

export function useNoteActions(conversationId: string): NoteActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client, conversationId)
}

function actionsOf(client: QueryClient, conversationId: string): NoteActions {
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
    add: (client_note_id, text) =>
      held(async () => {
        const body = { client_note_id, text, mentions: await mentionsIn(text, noMentions) }
        return api.addNote({ params: { id: conversationId }, body })
      }),
    edit: async ({ id, mentions }, text) => {
      await held(async () =>
        api.editNote({ params: { id }, body: { text, mentions: await mentionsIn(text, mentions) } }),
      )
    },
    react: async ({ id }, emoji, on) => {
      await held(() => api.reactToNote({ params: { id }, body: { emoji, on } }))
    },
    remove: async ({ id }, of) => {
      try {
        await api.removeNote({ params: { id }, body: { of } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
      put(id, null)
    },
  }
}
