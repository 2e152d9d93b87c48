import type { ConversationStatus } from '@parley/core/api/conversations'
import type { ConversationEntity, Standing } from '@parley/core/entities/conversation'
import { type SettableStatus, settableStatuses, ticketLabel } from '@parley/core/rules/conversation'
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
import { showToast } from '../ui/toasts.ts'

interface DeskEditsProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
}

/** How the conversation stands; a placeholder's status cannot be changed. */
export function DeskStatus({ detail }: DeskEditsProps) {
  const { conversation } = detail
  const control = useConversationStatus(conversation, (next, before, set) => {
    if (next === 'RESOLVED') tellResolved(conversation, () => set(undoOf(before)))
  })
  const { status, area, busy, set } = control
  const canResolve =
    detail.state === 'ready' && status !== 'RESOLVED' && !busy && (area === 'served' || area === 'sample')
  useCommand('conversation.resolve', canResolve ? () => set('RESOLVED') : null)
  if (detail.state === 'unloaded') {
    return detail.known ? <StatusBadge status={conversation.status} /> : <Badge tone="grey">Unknown</Badge>
  }
  return <StatusControl control={control} unseen={conversation.unread_count} />
}

/** Undone, it is as it was; what nobody sets by hand is active again. */
const undoOf = (before: ConversationStatus): SettableStatus =>
  settableStatuses.find(status => status === before && status !== 'RESOLVED') ?? 'ACTIVE'

/** Says that it is resolved, and what of it is open all the same. */
function tellResolved(conversation: ConversationEntity, undo: () => void): void {
  const { ticket, open_issues: issues } = conversation
  const open = [
    ...(ticket === null ? [] : [`ticket ${ticketLabel(ticket)}`]),
    ...(issues === 0 ? [] : [issues === 1 ? 'an issue' : `${issues} issues`]),
  ]
  showToast({
    key: `resolved ${conversation.id}`,
    title: `Resolved: ${conversation.customer_name}`,
    ...(open.length > 0 && { description: `Still open: ${open.join(', ')}` }),
    action: 'Undo',
    onPress: undo,
  })
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
