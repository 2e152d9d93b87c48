import { t } from '@parley/core/text/translate'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { IconButton } from '../IconButton.tsx'
import { Box, HStack, Text } from '../layout/Layout.tsx'
import styles from './Modal.module.css'
import { modalMark, ModalTop } from './open-modals.tsx'
import { focusAfter } from '../fields/write-box.ts'

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
  /** What has the focus when it opens; the first field unless there is one, and the cross where it has none. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode
  children: ReactNode
}

/** A window over the page: focus stays inside and returns to where it was, or to the box in which the agent writes. */
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
  const popup = useRef<HTMLDivElement>(null)
  /** At once and not a frame later, as the library does it: a list that was opened by then would lose the focus and close. */
  const takeFocus = (openedBy: string): boolean => {
    const opened = popup.current
    if (opened === null) return true
    // A finger's keyboard would cover what has just opened.
    const target = initialFocus?.current ?? (openedBy === 'touch' ? opened : firstField(opened))
    target?.focus()
    return target === null
  }
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Viewport className={classNames(styles.viewport, heading !== undefined && styles.hung)}>
          <Dialog.Popup
            ref={popup}
            {...modalMark}
            className={classNames(styles.popup, styles[size])}
            initialFocus={takeFocus}
            finalFocus={() => focusAfter(popup.current, true)}
          >
            <HStack gap={3} rule="bottom" className={styles.header}>
              <Text
                as={Dialog.Title}
                flex="grow"
                breaks
                className={heading === undefined ? styles.title : 'visually-hidden'}
              >
                {title}
              </Text>
              {heading}
              {actions}
              <Dialog.Close
                render={
                  <IconButton label={t('Close')}>
                    <X size={16} strokeWidth={1.8} aria-hidden="true" />
                  </IconButton>
                }
              />
            </HStack>
            <ModalTop />
            <Box flex="fill" className={styles.body}>
              {children}
            </Box>
            {footer && (
              <HStack gap={2} align="stretch" justify="end" rule="top" className={styles.footer}>
                {footer}
              </HStack>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const fields =
  'input:enabled:not([type="file"], [type="hidden"]), textarea:enabled, [role="combobox"]:enabled'

/** The first of what one types or chooses in: of a row of radio buttons the one that is chosen. Null where there is none. */
export function firstField(within: HTMLElement): HTMLElement | null {
  const first = within.querySelector<HTMLElement>(fields)
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return within.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first
}
