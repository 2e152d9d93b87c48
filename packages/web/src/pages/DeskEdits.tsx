import type { Standing } from '@parley/core/entities/conversation'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback } from 'react'
import type { ConversationDetail } from '../data/conversations/conversation.ts'
import { useCommand } from '../commands/live.ts'
import { useConversationStatus } from '../data/conversations/status.ts'
import { heldTags, useTags } from '../data/conversations/tags.ts'
import { StatusControl } from '../features/conversations/StatusControl.tsx'
import { TagEditor } from '../features/conversations/TagEditor.tsx'
import { Badge } from '../ui/Badge.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Tag } from '../ui/Tag.tsx'

interface DeskEditsProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
}

/** How the conversation stands; a placeholder's status cannot be changed. */
export function DeskStatus({ detail }: DeskEditsProps) {
  const { conversation } = detail
  const control = useConversationStatus(conversation)
  const { status, area, busy, set } = control
  const canResolve =
    detail.state === 'ready' && status !== 'RESOLVED' && !busy && (area === 'served' || area === 'sample')
  useCommand('conversation.resolve', canResolve ? () => set('RESOLVED') : null)
  if (detail.state === 'unloaded') {
    return detail.known ? <StatusBadge status={conversation.status} /> : <Badge tone="grey">Unknown</Badge>
  }
  return <StatusControl control={control} unseen={conversation.unread_count} />
}

interface DeskTagsProps {
  readonly state: DeskEditsProps['detail']['state']
  readonly conversation: Standing
}

/** The conversation's tags; a placeholder's cannot be edited. */
export const DeskTags = memo(function DeskTags({ state, conversation }: DeskTagsProps) {
  const client = useQueryClient()
  const tags = useTags(conversation)
  const suggest = useCallback(() => heldTags(client), [client])
  if (state === 'unloaded') return conversation.tags.map(tag => <Tag key={tag}>{tag}</Tag>)
  return <TagEditor tags={tags} suggest={suggest} />
})
