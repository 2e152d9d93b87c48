import { Suspense, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../data/session/session.ts'
import { useOpenOffers, wholeOfferShown } from '../features/assignments/offers/use-open-offers.ts'
import { lazyWithRetry } from '../ui/hooks/lazy-part.ts'
import { lastMessage } from './last-message.tsx'

const whole = lazyWithRetry(
  async () => (await import('../features/assignments/offers/WholeOffer.tsx')).WholeOffer,
)

/** Where nothing else is open: the first offer whole, in the flow of the page, in place of the line above the screen. */
export function OfferPlace() {
  const navigate = useNavigate()
  const session = useSession()
  const isSome = useOpenOffers().offers.length > 0
  const [wereSome, setWereSome] = useState(isSome)
  if (isSome && !wereSome) setWereSome(true)
  useLayoutEffect(() => {
    wholeOfferShown.set(true)
    return () => wholeOfferShown.set(false)
  }, [])
  if (session === null || !wereSome) return null
  const accepted = (id: string) => void navigate(`/conversations/${id}`)
  return (
    <Suspense fallback={null}>
      <whole.Part viewerId={session.user.id} lastMessage={lastMessage} onAccepted={accepted} />
    </Suspense>
  )
}
