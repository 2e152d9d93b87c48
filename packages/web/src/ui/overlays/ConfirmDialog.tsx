import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { FailureNote } from '../states/FailureNote.tsx'
import { Modal } from './Modal.tsx'

type ConfirmDialogProps = {
  /** A question. */
  title: string
  /** What it brings about. */
  children: ReactNode
  /** The words of the button that does it. */
  action: string
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that is not easily undone. Escape and Cancel leave everything as it is. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  busy,
  failure,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => (
  <Modal
    open
    onClose={onClose}
    title={title}
    size="sm"
    footer={
      <>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="danger" busy={busy} onClick={() => !busy && onConfirm()}>
          {action}
        </Button>
      </>
    }
  >
    {children}
    {failure !== null && <FailureNote>{failure}</FailureNote>}
  </Modal>
)
