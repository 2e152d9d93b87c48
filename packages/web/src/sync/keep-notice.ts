import type { NotificationEntity } from '@parley/core/notifications/api'
import { type HeldNotices, keys } from '@parley/core/live/held'
import { compareNotifications } from '@parley/core/notifications/rules'
import type { QueryClient } from '@tanstack/react-query'
import { editHeld } from './cache-edit.ts'

/** Puts a notice that came without an id into the list, until the poll brings its copy. */
export const keepNotice = (client: QueryClient, notice: NotificationEntity): void =>
  editHeld<HeldNotices>(client, keys.notices, held => ({
    ...held,
    value: [...held.value, notice].toSorted(compareNotifications),
  }))
