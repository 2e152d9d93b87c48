import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AssignmentModal.module.css'
import type { Answering } from './use-answer.ts'

interface AssignmentModalProps {
  readonly message: string
  /** What has happened, and what the buttons do. */
  readonly note: string
  readonly answering: Answering
  readonly onAccept: () => void
  readonly onReject: () => void
  /** Maybe Later, Escape, the cross. */
  readonly onLater: () => void
  readonly children: ReactNode
}

/** "New Assignment", for an assignment about to be made. */
export function AssignmentModal(props: AssignmentModalProps) {
  const { message, note, answering, onAccept, onReject, onLater, children } = props
  const { working, failure, decided: isOver } = answering
  return (
    <Modal
      open
      onClose={() => working === null && onLater()}
      title="New Assignment"
      footer={
        !isOver ? (
          <>
            <div className={styles.later}>
              <Button variant="quiet" onClick={onLater} disabled={working !== null}>
                Maybe Later
              </Button>
            </div>
            <Button variant="danger" onClick={onReject}>
              Reject
            </Button>
            <Button variant="primary" onClick={onAccept} busy={working === 'accept'}>
              {working === 'accept' ? 'Accepting...' : 'Accept Now'}
            </Button>
          </>
        ) : (
          <Button onClick={onLater}>Close</Button>
        )
      }
    >
      <div className={styles.content}>
        <div>
          <p>{message}</p>
          {!isOver && <p className={styles.note}>{note}</p>}
        </div>
        {children}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure.text}</p>
            <p>{failure.reason}</p>
          </Notice>
        )}
      </div>
    </Modal>
  )
}
