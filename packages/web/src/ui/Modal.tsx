import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Modal.module.css'
import { modalMark } from './modal-open.ts'

/** Widths: 400, 560, 760, 1040 px, and all but a margin. */
export const modalSizes = ['sm', 'md', 'lg', 'xl', 'full'] as const

type ModalProps = {
  open: boolean
  /** Called with Escape, the cross and a press beside it; the caller may decline, for instance to ask about lost notes. */
  onClose: () => void
  /** The accessible name, shown at the top. */
  title: string
  /** Stands at the top in place of the title, which is then said and not shown; the window hangs from the page's upper edge. */
  heading?: ReactNode
  size?: (typeof modalSizes)[number]
  /** What has the focus when it opens; the first control unless there is one. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode
  children: ReactNode
}

/** A window over the page: focus stays inside and returns to where it was. */
export function Modal({
  open,
  onClose,
  title,
  heading,
  size = 'md',
  initialFocus,
  actions,
  footer,
  children,
}: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Viewport className={classNames(styles.viewport, heading !== undefined && styles.hung)}>
          <Dialog.Popup
            {...modalMark}
            className={classNames(styles.popup, styles[size])}
            initialFocus={initialFocus}
          >
            <div className={styles.header}>
              <Dialog.Title className={heading === undefined ? styles.title : 'visually-hidden'}>
                {title}
              </Dialog.Title>
              {heading}
              {actions}
              <Dialog.Close
                render={
                  <IconButton label="Close">
                    <X size={16} strokeWidth={1.8} aria-hidden="true" />
                  </IconButton>
                }
              />
            </div>
            <div className={styles.body}>{children}</div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
