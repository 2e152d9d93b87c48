import { isOfferNotice } from '@parley/core/notifications/rules'
import { useEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { openOffer, useIncomingOffer } from '../data/assignments/incoming-offer.ts'
import { useNotices } from '../data/notifications/queries.ts'

/**
 * Shows the newest open offer that this page has not shown yet, whenever none is shown: those that were open when the page
 * was loaded, and those that came while another was answered. What was put off stays away until it is offered anew, and an
 * offer's own conversation asks for an answer itself. Draws nothing.
 */
export function OfferLeftOpen() {
  const { notices, isLoaded } = useNotices()
  // By the address: the screen's own code may come after the notices.
  const shownId = matchPath('/conversations/:id', useLocation().pathname)?.params.id
  const offer = useIncomingOffer()
  // Which were shown, and whether their notice has been listed since: one may be put off before it is.
  const told = useRef(new Map<string, boolean>())
  useEffect(() => {
    if (offer !== null && !told.current.has(offer.conversationId))
      told.current.set(offer.conversationId, false)
    if (!isLoaded) return
    const open = new Set(
      notices.flatMap(notice => (isOfferNotice(notice) ? (notice.conversation_id ?? []) : [])),
    )
    for (const [id, wasListed] of told.current) {
      if (open.has(id)) told.current.set(id, true)
      else if (wasListed) told.current.delete(id)
    }
    if (offer !== null) return
    const isNew = (id: string | null) => id !== null && id !== shownId && !told.current.has(id)
    const next = notices.find(one => isOfferNotice(one) && !one.read && isNew(one.conversation_id))
    if (next !== undefined && next.conversation_id !== null) openOffer(next.conversation_id, next.message)
  }, [notices, isLoaded, shownId, offer])
  return null
}
