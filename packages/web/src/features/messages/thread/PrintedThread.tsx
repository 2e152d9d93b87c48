import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { ThreadView } from '../../../data/messages/thread.ts'
import { usePrinting } from '../../../ui/files/printing.ts'
import { Text } from '../../../ui/layout/Layout.tsx'
import { local } from '../message-time.ts'
import styles from './Thread.module.css'
import { DayPill } from './ThreadLines.tsx'
import { rowTimeOf, type ThreadRow } from './thread-rows.ts'

interface PrintedThreadProps {
  readonly conversation: ConversationEntity
  readonly thread: ThreadView
  readonly rows: readonly ThreadRow[]
  /** Draws one of them. */
  readonly children: (row: ThreadRow) => ReactNode
}

/**
 * A conversation on paper: all that is loaded of it, which the screen holds a part of only, under whose it is. It stands
 * beside the page, not in it, so that the thread keeps its place while it is printed.
 */
export function PrintedThread(props: PrintedThreadProps) {
  const at = usePrinting()
  return at === null ? null : createPortal(<Paper {...props} at={at} />, document.body)
}

function Paper({ conversation, thread, rows, children, at }: PrintedThreadProps & { readonly at: Date }) {
  return (
    <article className={styles.paper} data-paper aria-label={t('Conversation on paper')}>
      <Text as="header" rule="bottom" tone="muted" className={styles.paperHead}>
        <Text as="h1" dir="auto" size="page" weight={600} tone="text" breaks>
          {customerNameOf(conversation)}
        </Text>
        <p>{phoneLabel(phoneOf(conversation))}</p>
        <p>{t('Printed on {time}', { time: local.full(at) })}</p>
        <p>{extent(rows, thread.hasOlder)}</p>
      </Text>
      <ol>
        {rows.map(row => (
          <li key={row.key} className={styles.printed}>
            {row.day !== null && <DayPill>{`${row.day}, ${local.day(timeOf(row)).slice(0, 4)}`}</DayPill>}
            {children(row)}
          </li>
        ))}
      </ol>
    </article>
  )
}

const timeOf = (row: ThreadRow): Date => new Date(rowTimeOf(row))

/** From when on the messages are on the paper, and whether there are older ones. */
function extent(rows: readonly ThreadRow[], hasOlder: boolean): string {
  const first = rows[0]
  if (first === undefined) return ''
  const since = local.full(timeOf(first))
  return hasOlder
    ? t('Messages since {since}. Older messages were not loaded and are not printed.', { since })
    : t('All messages since the first one, {since}.', { since })
}
