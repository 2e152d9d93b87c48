import { isOfferNotice } from '@parley/core/rules/notification'
import { useEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { isOfferShown, openOffer } from '../data/assignments/incoming-offer.ts'
import { useNotices } from '../data/notifications/queries.ts'

/**
 * Shows the newest offer that was open when the page was loaded: nobody told of it since. Its own conversation asks for an
 * answer itself, and what comes afterwards is told as it comes. Draws nothing.
 */
export function OfferLeftOpen() {
  const { notices, isLoaded } = useNotices()
  // By the address: the screen's own code may come after the notices.
  const shownId = matchPath('/conversations/:id', useLocation().pathname)?.params.id
  const looked = useRef(false)
  useEffect(() => {
    if (!isLoaded || looked.current) return
    looked.current = true
    const offer = notices.find(notice => isOfferNotice(notice) && !notice.read)
    const id = offer?.conversation_id ?? null
    if (offer === undefined || id === null || id === shownId || isOfferShown()) return
    openOffer(id, offer.message)
  }, [notices, isLoaded, shownId])
  return null
}
