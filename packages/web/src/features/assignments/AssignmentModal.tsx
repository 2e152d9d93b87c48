import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AssignmentModal.module.css'
import type { Answering } from './use-answer.ts'

interface AssignmentModalProps {
  readonly message: string
  /** Which of the two it is: what has happened, and what the buttons do. */
  readonly note: string
  readonly clock?: ReactNode
  readonly answering: Answering
  /** What came in between, in words: nothing can be answered any more. */
  readonly over: string | null
  /** The time to answer is over. */
  readonly late?: boolean
  readonly onAccept: () => void
  readonly onReject: () => void
  /** Maybe Later, Escape, the cross. */
  readonly onLater: () => void
  readonly children: ReactNode
}

/** "New Assignment", for an assignment about to be made and for one that waits for the viewer's answer. */
export function AssignmentModal(props: AssignmentModalProps) {
  const { message, note, clock, answering, over, late = false, onAccept, onReject, onLater, children } = props
  const { working, failure, decided } = answering
  const isOver = over !== null || decided
  return (
    <Modal
      open
      onClose={() => working === null && onLater()}
      title="New Assignment"
      actions={clock}
      footer={
        !isOver ? (
          <>
            <div className={styles.later}>
              <Button variant="quiet" onClick={onLater} disabled={working !== null}>
                Maybe Later
              </Button>
            </div>
            <Button variant="danger" onClick={onReject} busy={working === 'reject'} disabled={late}>
              {working === 'reject' ? 'Rejecting...' : 'Reject'}
            </Button>
            <Button variant="primary" onClick={onAccept} busy={working === 'accept'} disabled={late}>
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
        {late && !isOver && <Notice tone="warn">The time to answer is over</Notice>}
        {over !== null && failure === null && <Notice tone="warn">{over}</Notice>}
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
