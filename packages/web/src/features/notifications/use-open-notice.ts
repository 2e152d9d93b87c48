import type { NotificationEntity } from '@parley/core/entities/notification'
import { destinationOf, isOfferNotice } from '@parley/core/rules/notification'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { openOffer } from '../../data/assignments/incoming-offer.ts'
import { readNotice } from '../../data/notifications/queries.ts'

/** What a press on a notice does, wherever it is shown: it is read, and leads where it leads; an offer is shown for an answer. */
export function useOpenNotice(): (notice: NotificationEntity) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    notice => {
      void readNotice(client, notice)
      const destination = destinationOf(notice)
      if (destination !== null) void navigate(destination)
      if (isOfferNotice(notice) && notice.conversation_id !== null) {
        openOffer(notice.conversation_id, notice.message)
      }
    },
    [client, navigate],
  )
}
