import { plural, t } from '@parley/core/text/translate'
import type { ConversationStatus, ConversationMeta } from '@parley/core/conversations/api'
import {
  type SettableStatus,
  customerNameOf,
  settableStatuses,
  ticketLabel,
} from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCommand } from '../../../commands/live.ts'
import { useConversationStatus } from '../../../data/conversations/status.ts'
import { cachedTags, useTags } from '../../../data/conversations/tags.ts'
import { StatusControl } from './StatusControl.tsx'
import { TagEditor } from './TagEditor.tsx'
import type { Readable } from '../../../store.ts'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { toastMs } from '../../../ui/states/toast-queue.ts'
import { closeToast, showToast } from '../../../ui/states/toasts.ts'

interface StatusFieldProps {
  /** A placeholder's status cannot be changed; one that nothing is known of has none. */
  readonly state: 'ready' | 'unloaded' | 'unknown'
  readonly conversation: ConversationMeta
  /** How many messages the agent has not seen. */
  readonly unseen: Readable<number>
}

/** How the conversation stands. */
export function StatusField({ state, conversation, unseen }: StatusFieldProps) {
  const [undo, setUndo] = useState<{ readonly run: () => void } | null>(null)
  useEffect(() => {
    if (undo === null) return
    const timer = setTimeout(() => setUndo(null), toastMs)
    return () => clearTimeout(timer)
  }, [undo])
  const control = useConversationStatus(conversation, (next, before, set) => {
    if (next !== 'RESOLVED') {
      closeToast(toastOf(conversation.id))
      return setUndo(null)
    }
    const run = () => set(undoOf(before))
    setUndo({ run })
    tellResolved(conversation, run)
  })
  const { status, area, busy, set } = control
  const canResolve =
    state === 'ready' && status !== 'RESOLVED' && !busy && (area === 'served' || area === 'sample')
  // The same key takes it back for a moment.
  const takeBack = status === 'RESOLVED' && !busy ? undo : null
  useCommand('conversation.resolve', canResolve ? () => set('RESOLVED') : (takeBack?.run ?? null))
  if (state === 'unknown') return <Badge tone="grey">{t('Unknown')}</Badge>
  if (state === 'unloaded') return <StatusBadge status={conversation.status} />
  return <StatusControl control={control} unseen={unseen} />
}

/** Undone, it is as it was; what nobody sets by hand is active again. */
const undoOf = (before: ConversationStatus): SettableStatus =>
  settableStatuses.find(status => status === before && status !== 'RESOLVED') ?? 'ACTIVE'

const toastOf = (id: string): string => `resolved ${id}`

/** Says that it is resolved, and what of it is open all the same. */
function tellResolved(conversation: ConversationMeta, undo: () => void): void {
  const { ticket, open_issues: issues } = conversation
  const open = [
    ...(ticket === null ? [] : [`ticket ${ticketLabel(ticket)}`]),
    ...(issues === 0 ? [] : [plural(issues, { one: 'an issue', other: '{count} issues' })]),
  ]
  showToast({
    key: toastOf(conversation.id),
    title: t('Resolved: {conversation}', { conversation: customerNameOf(conversation) }),
    ...(open.length > 0 && { description: t('Still open: {open}', { open: open.join(', ') }) }),
    action: t('Undo'),
    onPress: undo,
  })
}

interface TagsFieldProps {
  readonly isReal: boolean
  readonly conversation: ConversationMeta
}

/** The conversation's tags; a placeholder's cannot be edited. */
export function TagsField({ isReal, conversation }: TagsFieldProps) {
  'use memo'
  const client = useQueryClient()
  const tags = useTags(conversation)
  const suggest = () => cachedTags(client)
  if (!isReal) return conversation.tags.map(tag => <Tag key={tag}>{tag}</Tag>)
  return <TagEditor tags={tags} suggest={suggest} />
}
