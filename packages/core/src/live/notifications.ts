import type { LiveEvent } from '../sockets/api.ts'
import type { NotificationEntity } from '../notifications/api.ts'
import { readNotification } from '../read/entities.ts'
import { compareNotifications } from '../notifications/rules.ts'

/** The viewer's notices, newest first, after one frame; a dismissed one leaves. */
export function applyToNotifications(
  notices: readonly NotificationEntity[],
  event: LiveEvent,
): readonly NotificationEntity[] {
  if (event.event !== 'notification') return notices
  const others = notices.filter(notice => notice.id !== event.data.id)
  if (event.data.dismissed) return others
  return [...others, readNotification(event.data)].toSorted(compareNotifications)
}
