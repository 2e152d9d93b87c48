import { t } from '@parley/core/text/translate'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { closeOffer, useIncomingOffer } from '../data/assignments/actions.ts'
import { IncomingAssignment } from '../features/assignments/offers/WholeOffer.tsx'
import { OfferLine } from '../features/assignments/offers/OfferLine.tsx'
import { lastMessage } from '../pages/OfferPlace.tsx'
import { useStore } from '../store.ts'
import { Text } from '../ui/layout/Layout.tsx'
import { awaitWriteBox } from '../ui/fields/write-box.ts'
import { modalTop } from '../ui/overlays/open-modals.tsx'

/** The line of the open offers, and the window of the one that the agent looks at. Accepting leads to the conversation. */
export function OffersToAnswer({ viewerId }: { viewerId: string }) {
  const navigate = useNavigate()
  const offer = useIncomingOffer()
  const top = useStore(modalTop)
  const [acceptedId, setAcceptedId] = useState<string | null>(null)
  useEffect(() => {
    if (acceptedId === null) return
    // What is written in a window is not left for it.
    const goOn = () => {
      if (modalTop.get() !== null) return
      setAcceptedId(null)
      awaitWriteBox(performance.now())
      void navigate(`/conversations/${acceptedId}`)
    }
    const timer = setTimeout(goOn)
    const stop = modalTop.subscribe(goOn)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [acceptedId, navigate])
  return (
    <>
      <OfferLine viewerId={viewerId} onAccepted={setAcceptedId} />
      {acceptedId !== null &&
        top !== null &&
        createPortal(
          <Text as="p" role="status" size="list" tone="muted" pad={3}>
            {t('Accepted. The conversation opens when you close this window.')}
          </Text>,
          top,
        )}
      {offer !== null && (
        <IncomingAssignment
          key={offer.key}
          offer={offer}
          viewerId={viewerId}
          lastMessage={lastMessage}
          onAccepted={() => setAcceptedId(offer.conversationId)}
          onClose={closeOffer}
        />
      )}
    </>
  )
}
