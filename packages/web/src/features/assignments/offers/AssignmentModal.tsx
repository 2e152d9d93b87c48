import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import styles from './AssignmentModal.module.css'
import type { Answering } from './use-answer.ts'

interface AssignmentModalProps {
  readonly message: string
  /** What the button does. */
  readonly note: string
  readonly answering: Answering
  readonly onAssign: () => void
  /** Cancel, Escape, the cross. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** "New Assignment", for an assignment about to be made: its buttons are the giver's. */
export function AssignmentModal(props: AssignmentModalProps) {
  const { message, note, answering, onAssign, onCancel, children } = props
  const { working, failure, decided: isOver } = answering
  const isWorking = working !== null
  return (
    <Modal
      open
      onClose={() => !isWorking && onCancel()}
      title={t('New Assignment')}
      footer={
        !isOver ? (
          <>
            <Button variant="quiet" onClick={onCancel} disabled={isWorking}>
              {t('Cancel')}
            </Button>
            <Button variant="primary" onClick={onAssign} busy={isWorking}>
              {isWorking ? t('Assigning...') : t('Assign')}
            </Button>
          </>
        ) : (
          <Button onClick={onCancel}>{t('Close')}</Button>
        )
      }
    >
      <Grid gap={3.5}>
        <div>
          <p>{message}</p>
          {!isOver && (
            <Text as="p" size="meta" tone="muted" className={styles.note}>
              {note}
            </Text>
          )}
        </div>
        {children}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure.text}</p>
            <p>{failure.reason}</p>
          </Notice>
        )}
      </Grid>
    </Modal>
  )
}
