import type { ReminderEntity } from '@parley/core/reminders/api'
import { type Cached, keys } from '@parley/core/live/cached'
import { readReminder, readReminders } from '@parley/core/read/work'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { putRow } from '../../sync/query-cache.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { besideThread } from '../../sync/source.ts'

const none: readonly ReminderEntity[] = []

/** A conversation's open reminders, the first due first, fetched again when an event says so; none unless `ready`. */
export function useReminders(id: string): Loaded & { readonly reminders: readonly ReminderEntity[] } {
  const query = useLiveQuery<Cached<readonly ReminderEntity[]>>({
    key: keys.reminders(id),
    load: () => besideThread(id, 'reminders', () => api.reminders({ params: { id } }), readReminders),
    onFailure: cause => logFailure('fetchReminders', cause),
  })
  return { ...loadedOf(query), reminders: query.data?.value ?? none }
}

/** What is done with reminders. Each rejects with `ApiFailure`; what is held follows. */
export function useReminderActions() {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

const actionsOf = (client: QueryClient) => {
  const hold = (reminder: ReminderEntity, row: ReminderEntity | null) => {
    putRow(client, keys.reminders(reminder.conversation_id), reminder.id, row)
    void invalidate(client, 'reminder', reminder)
  }
  return {
    /** A new one, or the own one at that message with another time or other words. */
    set: async (id: string, due: Date, text: string): Promise<ReminderEntity> => {
      const { value } = await api.remind({ params: { id }, body: { due_at: due.toISOString(), text } })
      const reminder = readReminder(value)
      hold(reminder, reminder)
      return reminder
    },
    /** One that is gone already is no failure. */
    end: async (reminder: ReminderEntity): Promise<void> => {
      try {
        await api.endReminder({ params: { id: reminder.id } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
      hold(reminder, null)
    },
  }
}
