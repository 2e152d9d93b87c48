import { contentLabel } from '@parley/core/rules/thread'
import { MessageBubble } from './MessageBubble.tsx'
import { OutboxBubble } from './OutboxBubble.tsx'
import { SystemLine } from './ThreadLines.tsx'
import type { ThreadProps } from './thread-props.ts'
import type { ThreadRow } from './thread-rows.ts'

/** One row of the thread, without what stands above it. */
export function Row({ row, ...props }: ThreadProps & { readonly row: ThreadRow }) {
  switch (row.kind) {
    case 'system':
      return <SystemLine>{contentLabel(row.message)}</SystemLine>
    case 'outbox':
      return (
        <OutboxBubble
          entry={row.entry}
          continues={row.continues}
          onRetry={props.onRetryEntry}
          onEdit={props.onEditEntry}
        />
      )
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          continues={row.continues}
          attachment={props.attachment}
          beside={props.beside}
          onRetry={props.onRetryMessage}
          onEdit={props.onEditMessage}
        />
      )
  }
}
