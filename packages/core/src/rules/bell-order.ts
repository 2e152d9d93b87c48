import type { NotificationEntity } from '../api/notifications.ts'
import { isOfferNotice } from './notification.ts'

/** The bell's order: offers first, since they end by themselves, whatever came since; each part keeps the order it has. */
export const bellOrder = <T extends Pick<NotificationEntity, 'type'>>(
  notices: readonly T[],
): readonly T[] => [...notices.filter(isOfferNotice), ...notices.filter(notice => !isOfferNotice(notice))]
