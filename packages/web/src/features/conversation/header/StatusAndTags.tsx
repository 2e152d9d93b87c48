import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import type { StatusControlState } from '../../../data/conversations/status.ts'
import { cachedTags, useTags } from '../../../data/conversations/tags.ts'
import { StatusControl } from './StatusControl.tsx'
import { TagEditor } from './TagEditor.tsx'
import type { Readable } from '../../../store.ts'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { useNotedAction } from '../finish/use-noted-action.ts'

interface StatusFieldProps {
  /** A placeholder's status cannot be changed; one that nothing is known of has none. */
  readonly state: 'ready' | 'unloaded' | 'unknown'
  readonly control: StatusControlState
  /** How many messages the agent has not seen. */
  readonly unseen: Readable<number>
}

/** How the conversation stands. */
export function StatusField({ state, control, unseen }: StatusFieldProps) {
  if (state === 'unknown') return <Badge tone="grey">{t('Unknown')}</Badge>
  if (state === 'unloaded') return <StatusBadge status={control.status} />
  return <StatusControl control={control} unseen={unseen} />
}

interface TagsFieldProps {
  readonly isReal: boolean
  readonly conversation: ConversationMeta
}

/** The conversation's tags; a placeholder's cannot be edited. */
export function TagsField({ isReal, conversation }: TagsFieldProps) {
  'use memo'
  const client = useQueryClient()
  const note = useNotedAction()
  const { id } = conversation
  const tags = useTags(conversation, ({ kind, tag }, undo) => {
    const name = customerNameOf(conversation)
    const done =
      kind === 'add' ? t('Tagged {name} “{tag}”', { name, tag }) : t('Untagged {name} “{tag}”', { name, tag })
    note({ key: `tags ${id}`, done, conversationId: id, undo, told: null })
  })
  const suggest = () => cachedTags(client)
  if (!isReal) return conversation.tags.map(tag => <Tag key={tag}>{tag}</Tag>)
  return <TagEditor tags={tags} suggest={suggest} />
}
