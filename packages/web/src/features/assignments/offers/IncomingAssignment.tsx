import { t } from '@parley/core/text/translate'
import { useCallback } from 'react'
import type { IncomingOffer } from '../../../data/assignments/actions.ts'
import { Grid } from '../../../ui/layout/Layout.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { type LastMessageOf, OfferAnswers, OfferBrief, OfferHead, OfferSaid } from './OfferParts.tsx'
import { useOffer } from './use-offer.ts'
import { dropOffer } from './use-open-offers.ts'

interface IncomingAssignmentProps {
  readonly offer: IncomingOffer
  readonly viewerId: string
  readonly lastMessage: LastMessageOf
  readonly onAccepted: () => void
  readonly onClose: () => void
}

/** The window of an offer, which the agent opens from its line: all that is known of it, and the answers. */
export function IncomingAssignment(props: IncomingAssignmentProps) {
  const { viewerId, lastMessage, onAccepted, onClose } = props
  const { conversationId, message, key } = props.offer
  const leave = useCallback(() => {
    dropOffer(key)
    onClose()
  }, [key, onClose])
  const accepted = () => {
    leave()
    onAccepted()
  }
  const offer = useOffer(conversationId, viewerId, { onAccepted: accepted, onAnswered: leave })
  return (
    <Modal
      open
      title={t('New Assignment')}
      onClose={() => offer.answering.working === null && onClose()}
      footer={<OfferAnswers offer={offer} onClose={leave} />}
    >
      <Grid gap={3.5}>
        <OfferHead offer={offer} />
        <OfferSaid offer={offer} message={message} viewerId={viewerId} lastMessage={lastMessage} />
        <OfferBrief offer={offer} />
      </Grid>
    </Modal>
  )
}
