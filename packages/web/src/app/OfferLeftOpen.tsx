import { isOfferNotice } from '@parley/core/rules/notification'
import { useEffect, useRef } from 'react'
import { isOfferShown, openOffer } from '../data/assignments/incoming-offer.ts'
import { selectedConversation } from '../data/conversations/selection.ts'
import { useNotices } from '../data/notifications/queries.ts'

/**
 * Shows the newest offer that was open when the page was loaded: nobody told of it since. Its own conversation asks for an
 * answer itself, and what comes afterwards is told as it comes. Draws nothing.
 */
export function OfferLeftOpen() {
  const { notices, isLoaded } = useNotices()
  const looked = useRef(false)
  useEffect(() => {
    if (!isLoaded || looked.current) return
    looked.current = true
    const offer = notices.find(notice => isOfferNotice(notice) && !notice.read)
    const id = offer?.conversation_id ?? null
    if (offer === undefined || id === null || id === selectedConversation() || isOfferShown()) return
    openOffer(id, offer.message)
  }, [notices, isLoaded])
  return null
}
