import type { ReminderEntity } from '@parley/core/entities/reminder'
import { type HeldReminders, keys } from '@parley/core/live/held'
import { loadReminders, type ReminderWorld } from '@parley/core/live/load-reminders'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { isMissing } from '../../client/api-failure.ts'
import { laterApi } from '../../client/later-client.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { recentFrames, work } from '../../sync/source.ts'
import { takeAnswer } from '../../sync/take-answer.ts'

/** Where reminders come from. */
const world: ReminderWorld = {
  ask: {
    reminders: id =>
      work.ask({ conversationId: id, part: 'reminders' }, () => laterApi.reminders({ params: { id } })),
  },
  recent: recentFrames,
}

const none: readonly ReminderEntity[] = []

/** The open reminders of a conversation, the first due first; empty unless `ready`. */
export interface RemindersView extends Loaded {
  readonly reminders: readonly ReminderEntity[]
}

/** A conversation's reminders, kept current by the socket. */
export function useReminders(conversationId: string): RemindersView {
  const query = useLiveQuery<HeldReminders>({
    key: keys.reminders(conversationId),
    load: () => loadReminders(world, conversationId),
    onFailure: cause => logFailure('fetchReminders', cause),
  })
  return { ...loadedOf(query), reminders: query.data?.value.reminders ?? none }
}

/** What is done with reminders. Each rejects with `ApiFailure`; what is held follows. */
export interface ReminderActions {
  /** A new one, or the own one at that message with another time or other words. */
  readonly set: (messageId: string, due: Date, text: string) => Promise<ReminderEntity>
  /** One that is gone already is no failure. */
  readonly end: (reminder: ReminderEntity) => Promise<void>
}

export function useReminderActions(): ReminderActions {
  const client = useQueryClient()
  return useMemo(() => actionsOf(client), [client])
}

const frameOf = (reminder: ReminderEntity, done: boolean) =>
  ({ event: 'reminder', data: { ...reminder, done } }) as const

const actionsOf = (client: QueryClient): ReminderActions => ({
  set: (id, due, text) =>
    takeAnswer<ReminderEntity>(
      client,
      () => laterApi.remind({ params: { id }, body: { due_at: due.toISOString(), text } }),
      reminder => frameOf(reminder, false),
    ),
  end: async reminder => {
    const end = async () => {
      try {
        await laterApi.endReminder({ params: { id: reminder.id } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
      return { value: reminder }
    }
    await takeAnswer(client, end, ended => frameOf(ended, true))
  },
})
