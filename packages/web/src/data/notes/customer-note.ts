import type { CustomerNoteEntity } from '@parley/core/customers/note'
import { type Cached, keys } from '@parley/core/live/cached'
import { readCustomerNote } from '@parley/core/read/work'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { editCached } from '../../sync/query-cache.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { fetched, work } from '../../sync/source.ts'

/** The note on a conversation's customer; null while it is not there. */
export interface CustomerNoteView extends Loaded {
  readonly note: CustomerNoteEntity | null
}

/** The note on a conversation's customer, fetched again when an event says so. */
export function useCustomerNote(conversationId: string): CustomerNoteView {
  const query = useLiveQuery<Cached<CustomerNoteEntity>>({
    key: keys.customerNote(conversationId),
    load: () =>
      fetched(
        () =>
          work.ask({ conversationId, part: 'customer_note' }, () =>
            api.customerNote({ params: { id: conversationId } }),
          ),
        readCustomerNote,
      ),
    onFailure: cause => logFailure('fetchCustomerNote', cause),
  })
  return { ...loadedOf(query), note: query.data?.value ?? null }
}

/** Saves the note; `version` is the one that it was written upon. Rejects with `ApiFailure`. */
export type SaveCustomerNote = (version: number, text: string) => Promise<void>

export function useSaveCustomerNote(conversationId: string): SaveCustomerNote {
  'use memo'
  const client = useQueryClient()
  return saveOf(client, conversationId)
}

function saveOf(client: QueryClient, id: string): SaveCustomerNote {
  const put = (note: CustomerNoteEntity) => {
    editCached<Cached<CustomerNoteEntity>>(client, keys.customerNote(id), cached => ({
      ...cached,
      value: note,
    }))
    void invalidate(client, 'customer-note', { id, conversation_id: id })
  }
  return async (version, text) => {
    try {
      const { value } = await api.changeCustomerNote({ params: { id }, body: { version, text } })
      put(readCustomerNote(value))
    } catch (cause) {
      // Whoever was overtaken sees by what.
      if (cause instanceof ApiFailure && cause.current !== undefined) put(readCustomerNote(cause.current))
      throw cause
    }
  }
}
