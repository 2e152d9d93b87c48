import { readReminders } from '../read/reminder.ts'
import type { ReminderAsks } from './asks.ts'
import type { HeldReminders } from './held.ts'
import { asked } from './load.ts'
import type { RecentFrames } from './recent-frames.ts'
import { addFrameReducer } from './reducers.ts'
import { applyToReminders, type RemindersState } from './reminders.ts'

/*
 * From an answer about reminders to what is held. This file is part of no first load: it tells `reducers.ts` of its word
 * when it is loaded, which is before anything is held under it.
 */

/** Where the answers come from. */
export interface ReminderWorld {
  readonly ask: ReminderAsks
  readonly recent: RecentFrames
}

addFrameReducer<RemindersState>('reminders', applyToReminders)

/** All open reminders of a conversation. */
export async function loadReminders(
  { ask, recent }: ReminderWorld,
  conversationId: string,
): Promise<HeldReminders> {
  const answer = await asked(recent, () => ask.reminders(conversationId))
  const seq = answer.seq ?? 0
  const held: RemindersState = { conversationId, reminders: readReminders(answer.value) }
  return { value: recent.after(seq).reduce(applyToReminders, held), seq }
}
