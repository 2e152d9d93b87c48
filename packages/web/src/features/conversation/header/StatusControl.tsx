import { t } from '@parley/core/text/translate'
import { type SettableStatus, settableStatuses, statusLabel } from '@parley/core/conversations/rules'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { StatusControlState } from '../../../data/conversations/status.ts'
import type { Readable } from '../../../store.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Menu, MenuChoice, MenuNote } from '../../../ui/overlays/Menu.tsx'
import { SampleMark } from '../../../ui/marks/SampleMark.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { ArchiveQuestion } from './ArchiveQuestion.tsx'
import styles from './ConversationHeader.module.css'

interface StatusControlProps {
  readonly control: StatusControlState
  /** How many messages the agent has not seen: archiving asks first. */
  readonly unseen: Readable<number>
}

/** The status badge, which opens a menu of the four statuses. Why a change was not made lies under it, over the thread. */
export function StatusControl({ control, unseen }: StatusControlProps) {
  const { area, status, sample, busy, failure, dismiss, set } = control
  const [asking, setAsking] = useState(false)
  const isOff = area === 'unknown' || area === 'unavailable'
  const choose = (next: SettableStatus) => {
    if (next === status || busy) return
    if (next === 'ARCHIVED' && unseen.get() > 0) setAsking(true)
    else set(next)
  }
  const choices = settableStatuses.map(value => ({ value, label: statusLabel(value), disabled: isOff }))
  const shown = choices.some(({ value }) => value === status)
    ? choices
    : [...choices, { value: status, label: statusLabel(status), disabled: true }]
  return (
    <>
      <Menu
        trigger={
          <HStack
            as="button"
            type="button"
            gap={0.5}
            inline
            tone="muted"
            className={styles.trigger}
            aria-label={t('Status: {status}', { status: statusLabel(status) })}
            aria-busy={busy || undefined}
            title={t('Change the status')}
          >
            <StatusBadge status={status} />
            <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
          </HStack>
        }
      >
        <MenuChoice
          label={t('Status')}
          value={status}
          choices={shown}
          closes
          onChange={next => {
            const settable = settableStatuses.find(one => one === next)
            if (settable !== undefined) choose(settable)
          }}
        />
        {area === 'sample' && <MenuNote>{t('Sample data: a change stays in this browser.')}</MenuNote>}
        {area === 'unavailable' && (
          <MenuNote>
            {t('The status cannot be changed right now. Parley tries again every 10 seconds.')}
          </MenuNote>
        )}
      </Menu>
      {sample && <SampleMark />}
      {failure !== null && (
        <div className={styles.refused}>
          <FailureNote onDismiss={dismiss}>{failure}</FailureNote>
        </div>
      )}
      {asking && (
        <ArchiveQuestion
          unseen={unseen}
          onCancel={() => setAsking(false)}
          onArchive={() => set('ARCHIVED')}
        />
      )}
    </>
  )
}
