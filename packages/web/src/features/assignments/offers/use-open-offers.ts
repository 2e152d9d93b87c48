import type { NotificationEntity } from '@parley/core/notifications/api'
import { isOfferNotice } from '@parley/core/notifications/rules'
import { useMemo, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import type { IncomingOffer } from '../../../data/assignments/actions.ts'
import { useNotices } from '../../../data/notifications/queries.ts'
import { createStore, useStore } from '../../../store.ts'

/** Offers that are answered or over here, whose notice may still be listed. */
const dropped = createStore<ReadonlySet<string>>(new Set())

/** The offer needs no answer any more: it leaves the page. */
export const dropOffer = (key: string): void => dropped.set(new Set(dropped.get()).add(key))

/** Oldest first, which is the one that ends first; a conversation once. */
function offersIn(notices: readonly NotificationEntity[], isDropped: ReadonlySet<string>): IncomingOffer[] {
  const offers = new Map<string, IncomingOffer>()
  for (const notice of notices) {
    const { conversation_id: id, message } = notice
    const key = `${notice.id} ${notice.timestamp}`
    if (!isOfferNotice(notice) || id === null || isDropped.has(key) || offers.has(id)) continue
    offers.set(id, { conversationId: id, message, key })
  }
  return [...offers.values()].toReversed()
}

/** The viewer's open offers. One that ends while it is shown first stays until it is dropped, to say what became of it. */
export function useOpenOffers() {
  const { notices } = useNotices()
  const isDropped = useStore(dropped)
  // By the address: the screen's own code may come after the notices.
  const hereId = matchPath('/conversations/:id', useLocation().pathname)?.params.id
  const all = useMemo(() => offersIn(notices, isDropped), [notices, isDropped])
  const open = all.filter(({ conversationId }) => conversationId !== hereId)
  const [shown, setShown] = useState<IncomingOffer | null>(null)
  const stays = shown !== null && shown.conversationId !== hereId && !isDropped.has(shown.key)
  const first = stays
    ? (open.find(one => one.conversationId === shown.conversationId) ?? shown)
    : (open[0] ?? null)
  if (first?.key !== shown?.key) setShown(first)
  return {
    /** Those to show, the first to be answered before the others. */
    offers: first === null ? [] : [first, ...open.filter(one => one.conversationId !== first.conversationId)],
    /** The open conversation is offered too: it asks for an answer itself. */
    isAskedHere: all.length > open.length,
  }
}

/** Whether the page has a place in which it shows the first offer whole. */
export const wholeOfferShown = createStore(false)
