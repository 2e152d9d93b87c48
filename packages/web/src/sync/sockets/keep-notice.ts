import type { NotificationEntity } from '@parley/core/notifications/api'
import { type CachedNotices, keys } from '@parley/core/live/cached'
import { compareNotifications } from '@parley/core/notifications/rules'
import type { QueryClient } from '@tanstack/react-query'
import { editCached } from '../cache-edit.ts'

/** Puts a notice that came without an id into the list, until the poll brings its copy. */
export const keepNotice = (client: QueryClient, notice: NotificationEntity): void =>
  editCached<CachedNotices>(client, keys.notices, cached => ({
    ...cached,
    value: [...cached.value, notice].toSorted(compareNotifications),
  }))
