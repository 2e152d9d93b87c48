import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

type TooltipProps = {
  /** Shown on hover and on keyboard focus. The trigger must carry its own accessible name. */
  label: string
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The control that is explained. */
  children: ReactElement<Record<string, unknown>>
}

/** A few words about a control, after 400 ms of hovering or at once on keyboard focus. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
