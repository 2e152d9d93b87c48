import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConversationDetail } from '../data/conversations/conversation.ts'
import { useConversationStatus } from '../data/conversations/status.ts'
import { heldTags, useTags } from '../data/conversations/tags.ts'
import { StatusControl } from '../features/conversations/StatusControl.tsx'
import { TagEditor } from '../features/conversations/TagEditor.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Tag } from '../ui/Tag.tsx'

interface DeskEditsProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
}

/** How the conversation stands; a placeholder's status cannot be changed. */
export function DeskStatus({ detail: { state, conversation } }: DeskEditsProps) {
  const control = useConversationStatus(conversation)
  if (state === 'unloaded') return <StatusBadge status={conversation.status} />
  return <StatusControl control={control} unseen={conversation.unread_count} />
}

/** The conversation's tags; a placeholder's cannot be edited. */
export function DeskTags({ detail: { state, conversation } }: DeskEditsProps) {
  const client = useQueryClient()
  const tags = useTags(conversation)
  const suggest = useCallback(() => heldTags(client), [client])
  if (state === 'unloaded') return conversation.tags.map(tag => <Tag key={tag}>{tag}</Tag>)
  return <TagEditor tags={tags} suggest={suggest} />
}
