import type { ConversationEntity } from '@parley/core/conversations/api'
import { LastMessage, lastMessageView } from '../features/inbox/rows/LastMessage.tsx'

/** The last message of a conversation in one line, for an offer. */
export const lastMessage = (row: ConversationEntity, viewerId: string) => (
  <LastMessage view={lastMessageView(row, viewerId)} unread={false} />
)
