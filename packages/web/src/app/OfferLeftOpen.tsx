import { isOfferNotice } from '@parley/core/rules/notification'
import { useEffect, useRef } from 'react'
import { isOfferShown, openOffer } from '../data/assignments/incoming-offer.ts'
import { useNotices } from '../data/notifications/queries.ts'

/**
 * Shows the newest offer that was open when the page was loaded: nobody told of it since. What comes afterwards is told as it
 * comes. Draws nothing.
 */
export function OfferLeftOpen() {
  const { notices, isLoaded } = useNotices()
  const looked = useRef(false)
  useEffect(() => {
    if (!isLoaded || looked.current) return
    looked.current = true
    const offer = notices.find(notice => isOfferNotice(notice) && !notice.read)
    if (offer === undefined || offer.conversation_id === null || isOfferShown()) return
    openOffer(offer.conversation_id, offer.message)
  }, [notices, isLoaded])
  return null
}
