import type { ConversationEntity } from '@parley/core/conversations/api'
import { LastMessage } from '../features/inbox/rows/LastMessage.tsx'
import { lastMessageView } from '../features/inbox/rows/last-message.ts'

/** The last message of a conversation in one line, for an offer. */
export const lastMessage = (row: ConversationEntity, viewerId: string) => (
  <LastMessage view={lastMessageView(row, viewerId)} unread={false} />
)
