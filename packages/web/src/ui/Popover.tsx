import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Popover.module.css'
import surface from './Surface.module.css'

type PopoverProps = {
  /** A button; it gets the popover's aria attributes and opens it. */
  trigger: ReactElement<Record<string, unknown>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name, shown at the top. */
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

/** A panel under its button. Focus goes inside and comes back; Escape and a press beside it close it. */
export function Popover({
  trigger,
  open,
  onOpenChange,
  title,
  actions,
  align = 'end',
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side="bottom"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          collisionAvoidance={{ side: 'none', align: 'shift', fallbackAxisSide: 'none' }}
          className={surface.positioner}
        >
          <Base.Popup className={classNames(surface.popup, styles.popup)}>
            <div className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {actions}
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
