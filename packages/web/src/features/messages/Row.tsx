import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { snoozeSentence, snoozeTime } from '@parley/core/conversations/rules'
import { contentLabel } from '@parley/core/conversations/thread'
import { memo } from 'react'
import { local } from './message-time.ts'
import { MessageBubble } from './MessageBubble.tsx'
import { OutboxBubble } from './OutboxBubble.tsx'
import { SystemLine } from './ThreadLines.tsx'
import type { ThreadProps } from './thread-props.ts'
import type { RowFoot, ThreadRow } from './thread-rows.ts'

/** What a row is drawn with beside its message: of the thread only what is the same for every message. */
export type RowProps = Pick<
  ThreadProps,
  | 'attachment'
  | 'notes'
  | 'marks'
  | 'tools'
  | 'below'
  | 'onRetryMessage'
  | 'onRetryEntry'
  | 'onEditMessage'
  | 'onEditEntry'
  | 'onReply'
  | 'onReact'
  | 'onTemplate'
  | 'onSuggest'
> & {
  /** Goes to a quoted message. */
  readonly onShow: (message: QuotedEntity) => void
}

/** The part of the thread's props that its rows are drawn with. */
export const rowProps = (props: RowProps): RowProps => ({
  attachment: props.attachment,
  notes: props.notes,
  marks: props.marks,
  tools: props.tools,
  below: props.below,
  onRetryMessage: props.onRetryMessage,
  onRetryEntry: props.onRetryEntry,
  onEditMessage: props.onEditMessage,
  onEditEntry: props.onEditEntry,
  onReply: props.onReply,
  onReact: props.onReact,
  onTemplate: props.onTemplate,
  onSuggest: props.onSuggest,
  onShow: props.onShow,
})

function lineOf(message: MessageEntity): string {
  const snooze = message.details?.snooze
  if (snooze === undefined) return contentLabel(message)
  return snoozeSentence(snooze, snoozeTime(local, new Date(snooze.until), new Date(message.created_at)))
}

/** One row of the thread, without what stands above it. A thread is drawn several times for each message that comes. */
export const Row = memo(function Row({
  row,
  foot,
  ...props
}: RowProps & { readonly row: ThreadRow; readonly foot: RowFoot }) {
  switch (row.kind) {
    case 'system':
      return <SystemLine>{lineOf(row.message)}</SystemLine>
    case 'note':
      return props.notes.draw(row.note)
    case 'outbox':
      return (
        <OutboxBubble
          entry={row.entry}
          continues={row.continues}
          foot={foot}
          onRetry={props.onRetryEntry}
          onEdit={props.onEditEntry}
          onShow={props.onShow}
        />
      )
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          continues={row.continues}
          foot={foot}
          attachment={props.attachment}
          marks={props.marks}
          tools={props.tools}
          below={props.below}
          onRetry={props.onRetryMessage}
          onEdit={props.onEditMessage}
          onReply={props.onReply}
          onReact={props.onReact}
          onTemplate={props.onTemplate}
          onSuggest={props.onSuggest}
          onShow={props.onShow}
        />
      )
  }
})
