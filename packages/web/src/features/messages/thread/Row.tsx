import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { snoozeSentence, snoozeTime } from '@parley/core/conversations/rules'
import { contentLabel } from '@parley/core/conversations/thread'
import { memo } from 'react'
import { NoteBubble } from '../../notes/NoteBubble.tsx'
import { local } from '../message-time.ts'
import { MessageBubble } from '../bubble/MessageBubble.tsx'
import { OutboxBubble } from '../bubble/OutboxBubble.tsx'
import { SystemLine } from './ThreadLines.tsx'
import { useThreadActions } from '../thread-actions.ts'
import type { RowFoot, ThreadRow } from './rows/thread-rows.ts'

function lineOf(message: MessageEntity): string {
  const snooze = message.details?.snooze
  if (snooze === undefined) return contentLabel(message)
  return snoozeSentence(snooze, snoozeTime(local, new Date(snooze.until), new Date(message.created_at)))
}

interface RowProps {
  readonly row: ThreadRow
  readonly foot: RowFoot
  /** Goes to a quoted message. */
  readonly onShow: (message: QuotedEntity) => void
}

/** One row of the thread, without what stands above it. A thread is drawn several times for each message that comes. */
export const Row = memo(function Row({ row, foot, onShow }: RowProps) {
  const { viewerId } = useThreadActions()
  switch (row.kind) {
    case 'system':
      return <SystemLine>{lineOf(row.message)}</SystemLine>
    case 'note':
      return <NoteBubble note={row.note} viewerId={viewerId} />
    case 'outbox':
      return <OutboxBubble entry={row.entry} continues={row.continues} foot={foot} onShow={onShow} />
    case 'message':
      return <MessageBubble message={row.message} continues={row.continues} foot={foot} onShow={onShow} />
  }
})
