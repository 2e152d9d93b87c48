import type { ChangeFrame } from '../sockets/api.ts'
import type { NotificationEntity } from '../notifications/api.ts'
import { readNotification } from '../read/entities.ts'
import { compareNotifications } from '../notifications/rules.ts'

/** The viewer's notices, newest first, after one frame; a dismissed one leaves. */
export function applyToNotifications(
  notices: readonly NotificationEntity[],
  frame: ChangeFrame,
): readonly NotificationEntity[] {
  if (frame.event !== 'notification') return notices
  const others = notices.filter(notice => notice.id !== frame.data.id)
  if (frame.data.dismissed) return others
  return [...others, readNotification(frame.data)].toSorted(compareNotifications)
}
