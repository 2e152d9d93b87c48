import type { NotificationEntity } from '@parley/core/notifications/api'
import { destinationOf, isOfferNotice } from '@parley/core/notifications/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { readNotice } from '../../data/notifications/queries.ts'
import { createStore } from '../../store.ts'

/**
 * What a press on a notice does, wherever it is shown: it is read, and leads where it leads. An offer is shown for an
 * answer, and is not read by that: its notice stays until it is answered or over.
 */
export function useOpenNotice(): (notice: NotificationEntity, isOver?: boolean) => void {
  'use memo'
  const client = useQueryClient()
  const navigate = useNavigate()
  return (notice, isOver = false) => {
    const isOpenOffer = isOfferNotice(notice) && notice.conversation_id !== null && !isOver
    if (!isOpenOffer) void readNotice(client, notice)
    const destination = destinationOf(notice)
    if (destination !== null) void navigate(destination)
  }
}

/** Whether the bell's list is open: it shows what arrives, and nothing else needs to. */
export const bellOpen = createStore(false)
