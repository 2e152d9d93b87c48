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
import { fetched, work } from '../../sync/source.ts'

const none: readonly ReminderEntity[] = []

/** The open reminders of a conversation, the first due first; empty unless `ready`. */
export interface RemindersView extends Loaded {
  readonly reminders: readonly ReminderEntity[]
}

/** A conversation's reminders, fetched again when an event says so. */
export function useReminders(conversationId: string): RemindersView {
  const query = useLiveQuery<Cached<readonly ReminderEntity[]>>({
    key: keys.reminders(conversationId),
    load: () =>
      fetched(
        () =>
          work.ask({ conversationId, part: 'reminders' }, () =>
            api.reminders({ params: { id: conversationId } }),
          ),
        readReminders,
      ),
    onFailure: cause => logFailure('fetchReminders', cause),
  })
  return { ...loadedOf(query), reminders: query.data?.value ?? none }
}

/** What is done with reminders. Each rejects with `ApiFailure`; what is held follows. */
export interface ReminderActions {
  /** A new one, or the own one at that message with another time or other words. */
  readonly set: (messageId: string, due: Date, text: string) => Promise<ReminderEntity>
  /** One that is gone already is no failure. */
  readonly end: (reminder: ReminderEntity) => Promise<void>
}

export function useReminderActions(): ReminderActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

const actionsOf = (client: QueryClient): ReminderActions => {
  const hold = (reminder: ReminderEntity, row: ReminderEntity | null) => {
    putRow(client, keys.reminders(reminder.conversation_id), reminder.id, row)
    void invalidate(client, 'reminder', reminder)
  }
  return {
    set: async (id, due, text) => {
      const { value } = await api.remind({ params: { id }, body: { due_at: due.toISOString(), text } })
      const reminder = readReminder(value)
      hold(reminder, reminder)
      return reminder
    },
    end: async reminder => {
      try {
        await api.endReminder({ params: { id: reminder.id } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
      hold(reminder, null)
    },
  }
}
