import type { ReminderEntity } from '@parley/core/reminders/api'
import { createStore, type Store } from '../../store.ts'

/** The reminders of the thread on the screen. Its messages follow them and are not drawn for each other's. */
export interface ThreadReminders {
  /** By the id of their message. */
  readonly held: Store<ReadonlyMap<string, readonly ReminderEntity[]>>
  /** The message that whoever is here wants to be reminded at; null: none. */
  readonly asked: Store<string | null>
}

export const threadReminders = (): ThreadReminders => ({
  held: createStore<ReadonlyMap<string, readonly ReminderEntity[]>>(new Map()),
  asked: createStore<string | null>(null),
})

/** Reminders by the message they stand at; messages whose own are as before keep theirs. */
export function byMessage(
  reminders: readonly ReminderEntity[],
  before: ReadonlyMap<string, readonly ReminderEntity[]>,
): ReadonlyMap<string, readonly ReminderEntity[]> {
  const grouped = new Map<string, ReminderEntity[]>()
  for (const reminder of reminders)
    grouped.set(reminder.message_id, [...(grouped.get(reminder.message_id) ?? []), reminder])
  return new Map(
    [...grouped].map(([id, group]) => {
      const known = before.get(id)
      const isSame = known?.length === group.length && group.every((one, at) => one === known[at])
      return [id, isSame && known !== undefined ? known : group]
    }),
  )
}
