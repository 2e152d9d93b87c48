import { plural, t } from '@parley/core/text/translate'
import { settableStatuses, statusLabel } from '@parley/core/conversations/rules'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { StatusControlState } from '../../../data/conversations/status.ts'
import { type Readable, useStore } from '../../../store.ts'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Menu, MenuChoice, MenuNote } from '../../../ui/overlays/Menu.tsx'
import { SampleMark } from '../../../ui/marks/SampleMark.tsx'
import styles from './ConversationHeader.module.css'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'

interface StatusFieldProps extends StatusControlProps {
  /** A placeholder's status cannot be changed; one that nothing is known of has none. */
  readonly state: 'ready' | 'unloaded' | 'unknown'
}

/** How the conversation stands. */
export function StatusField({ state, control, unseen }: StatusFieldProps) {
  if (state === 'unknown') return <Badge tone="grey">{t('Unknown')}</Badge>
  if (state === 'unloaded') return <StatusBadge status={control.status} />
  return <StatusControl control={control} unseen={unseen} />
}

interface StatusControlProps {
  readonly control: StatusControlState
  /** How many messages the agent has not seen: archiving asks first. */
  readonly unseen: Readable<number>
}

/** The status badge, which opens a menu of the four statuses. Why a change was not made lies under it, over the thread. */
function StatusControl({ control, unseen }: StatusControlProps) {
  const { area, status, sample, busy, failure, dismiss, set } = control
  const [asking, setAsking] = useState(false)
  const isOff = area === 'unknown' || area === 'unavailable'
  const choose = (chosen: string) => {
    const next = settableStatuses.find(one => one === chosen)
    if (next === undefined || next === status || busy) return
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
        <MenuChoice label={t('Status')} value={status} choices={shown} closes onChange={choose} />
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

interface ArchiveQuestionProps extends Pick<StatusControlProps, 'unseen'> {
  readonly onCancel: () => void
  readonly onArchive: () => void
}

/** Asks before a conversation is put away with words in it that the agent has not seen. */
function ArchiveQuestion({ unseen, onCancel, onArchive }: ArchiveQuestionProps) {
  const count = useStore(unseen)
  const archive = () => {
    onCancel()
    onArchive()
  }
  return (
    <Modal
      open
      onClose={onCancel}
      title={t('Archive this conversation?')}
      size="sm"
      footer={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button variant="danger" onClick={archive}>
            {t('Archive')}
          </Button>
        </>
      }
    >
      <p>
        {/* They may be seen meanwhile, in another tab. */}
        {count > 0 &&
          plural(count, {
            one: 'It has {count} message that you have not seen. ',
            other: 'It has {count} messages that you have not seen. ',
          })}
        {t(
          'You cannot reply in an archived conversation. If the customer writes again, a new conversation starts.',
        )}
      </p>
    </Modal>
  )
}
