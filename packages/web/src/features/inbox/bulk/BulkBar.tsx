import { plural, t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { conversationsLabel } from '@parley/core/bulk/rules'
import { type SettableStatus, settableStatuses, statusLabel } from '@parley/core/conversations/rules'
import { maxBulk } from '@parley/core/bulk/constants'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { keysLabel } from '../../../commands/catalogue.ts'
import { backNow, type SnoozeChange } from '../../../data/conversations/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx'
import { SnoozeDialog } from '../../conversation/SnoozeDialog.tsx'
import styles from './BulkBar.module.css'
import { type BulkTag, BulkTags } from './BulkTags.tsx'

interface BulkBarProps {
  /** What is selected. */
  readonly rows: readonly ConversationEntity[]
  readonly busy: boolean
  /** Whether the server stores statuses. */
  readonly setsStatus: boolean
  /** The button that opens whom to assign them to. */
  readonly assign: ReactNode
  readonly onStatus: (status: SettableStatus) => void
  readonly onTag: (tag: BulkTag) => void
  readonly onSnooze: (change: SnoozeChange) => void
  readonly onClear: () => void
}

/** How many conversations are selected, and what can be done with all of them. */
export function BulkBar(props: BulkBarProps) {
  const { rows, busy, onSnooze } = props
  const [asks, setAsks] = useState<'snooze' | 'archive' | null>(null)
  const none = rows.length === 0
  const unseen = rows.reduce((sum, row) => sum + row.unread_count, 0)
  const choose = (status: SettableStatus) => {
    if (status === 'ARCHIVED' && unseen > 0) setAsks('archive')
    else props.onStatus(status)
  }
  return (
    <HStack
      role="group"
      aria-label={t('Selected conversations')}
      aria-busy={busy || undefined}
      gap={1.5}
      className={styles.bar}
    >
      <Text role="status" size="list" weight={600} tone="text" cut digits className={styles.count}>
        {t('{count} selected', { count: rows.length })}
        {rows.length === maxBulk && t(', the maximum')}
      </Text>
      {props.assign}
      <Menu
        trigger={
          <Button size="small" disabled={busy || none || !props.setsStatus}>
            {t('Status')}
            <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
          </Button>
        }
      >
        {settableStatuses.map(status => (
          <MenuItem key={status} onSelect={() => choose(status)}>
            {statusLabel(status)}
          </MenuItem>
        ))}
      </Menu>
      <BulkTags rows={rows} disabled={busy || none} onTag={props.onTag} />
      <Button size="small" disabled={busy || none} onClick={() => setAsks('snooze')}>
        {t('Snooze')}
      </Button>
      {rows.some(row => row.snoozed !== null) && (
        <Button size="small" disabled={busy} onClick={() => onSnooze(backNow)}>
          {t('Unsnooze')}
        </Button>
      )}
      <IconButton
        size="small"
        label={t('Clear')}
        shortcut={keysLabel('table.clear')}
        disabled={none}
        onClick={props.onClear}
      >
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {asks === 'snooze' && (
        <SnoozeDialog
          title={t('Snooze {count}', { count: conversationsLabel(rows.length) })}
          onClose={() => setAsks(null)}
          onSnooze={onSnooze}
        />
      )}
      {asks === 'archive' && (
        <ConfirmDialog
          title={t('Archive {count}?', { count: conversationsLabel(rows.length) })}
          action={t('Archive')}
          busy={false}
          failure={null}
          onClose={() => setAsks(null)}
          onConfirm={() => {
            setAsks(null)
            props.onStatus('ARCHIVED')
          }}
        >
          <p>
            {unseen > 0 &&
              plural(unseen, {
                one: 'They have {count} message that you have not seen. ',
                other: 'They have {count} messages that you have not seen. ',
              })}
            {t(
              'You cannot reply in archived conversations. If a customer writes again, a new conversation starts.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </HStack>
  )
}
