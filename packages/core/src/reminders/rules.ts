import { t } from '../text/translate.ts'
import { byTime } from '../conversations/rules.ts'
import type { ReminderEntity } from './api.ts'

/** The first due first, then the lower id. */
export const compareReminders = byTime('due_at', 'oldest')

export const isDue = ({ due_at }: Pick<ReminderEntity, 'due_at'>, now: Date): boolean =>
  new Date(due_at) <= now

/** "4 min left", rounded up; "under a minute left" below one. Milliseconds. */
export const timeLeft = (left: number): string =>
  left <= 60_000 ? t('under a minute left') : t('{minutes} min left', { minutes: Math.ceil(left / 60_000) })
