import type { ConversationEntity } from '@parley/core/conversations/api'
import { useNavigate } from 'react-router'
import { closeOffer, type IncomingOffer as Offer } from '../data/assignments/incoming-offer.ts'
import { IncomingAssignment } from '../features/assignments/offers/IncomingAssignment.tsx'
import { LastMessage } from '../features/inbox/rows/LastMessage.tsx'
import { lastMessageView } from '../features/inbox/rows/last-message.ts'

const lastMessage = (row: ConversationEntity, viewerId: string) => (
  <LastMessage view={lastMessageView(row, viewerId)} unread={false} />
)

/** The offer that is shown for an answer; accepting it leads to its conversation. */
export function IncomingOffer({ offer, viewerId }: { offer: Offer; viewerId: string }) {
  'use memo'
  const navigate = useNavigate()
  const accepted = () => {
    closeOffer()
    void navigate(`/conversations/${offer.conversationId}`)
  }
  return (
    <IncomingAssignment
      key={offer.conversationId}
      offer={offer}
      viewerId={viewerId}
      lastMessage={lastMessage}
      onAccepted={accepted}
      onClose={closeOffer}
    />
  )
}
