import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { useSession } from '../data/session/session.ts'
import { useOpenOffers, wholeOfferShown } from '../features/assignments/offers/use-open-offers.ts'
import { lazyPart } from '../ui/hooks/lazy-part.ts'
import { useEver } from '../ui/hooks/use-ever.ts'
import { LastMessage, lastMessageView } from '../features/inbox/rows/LastMessage.tsx'

const WholeOffer = lazyPart(
  async () => (await import('../features/assignments/offers/WholeOffer.tsx')).WholeOffer,
)

/** Where nothing else is open: the first offer whole, in the flow of the page, in place of the line above the screen. */
export function OfferPlace() {
  const navigate = useNavigate()
  const session = useSession()
  const wereSome = useEver(useOpenOffers().offers.length > 0)
  useLayoutEffect(() => {
    wholeOfferShown.set(true)
    return () => wholeOfferShown.set(false)
  }, [])
  if (session === null || !wereSome) return null
  const accepted = (id: string) => void navigate(`/conversations/${id}`)
  return <WholeOffer viewerId={session.user.id} lastMessage={lastMessage} onAccepted={accepted} />
}

/** The last message of a conversation in one line, for an offer. */
export const lastMessage = (row: ConversationEntity, viewerId: string) => (
  <LastMessage view={lastMessageView(row, viewerId)} unread={false} />
)
