import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { HStack, Text, VStack } from '../layout/Layout.tsx'
import styles from './Popover.module.css'
import surface from '../Surface.module.css'
import { focusAfter } from '../fields/write-box.ts'

/** A button that gets the popover's aria attributes and opens it; or what stands already, opens it and has them itself. */
type Opener =
  | { trigger: ReactElement<Record<string, unknown>>; anchor?: never }
  | { anchor: RefObject<HTMLElement | null>; trigger?: never }

type PopoverProps = Opener & {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name, shown at the top. */
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * A panel under its button, or above one that stands low. Focus goes inside and comes back; Escape and a press beside it
 * close it.
 */
export function Popover({
  trigger,
  anchor,
  open,
  onOpenChange,
  title,
  actions,
  align = 'end',
  children,
}: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  // A field that fades away takes no more letters: until the focus is back, they are typed nowhere.
  useLayoutEffect(() => {
    const held = document.activeElement
    if (!open && held instanceof HTMLElement && popup.current?.contains(held)) held.blur()
  }, [open])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // Its own press closes it then.
        if (!next && event.target instanceof Node && anchor?.current?.contains(event.target)) return
        onOpenChange(next)
      }}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner
          side="bottom"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          collisionAvoidance={{ side: anchor ? 'flip' : 'none', align: 'shift', fallbackAxisSide: 'none' }}
          {...(anchor && { anchor })}
          className={surface.positioner}
        >
          <VStack
            as={Base.Popup}
            className={classNames(surface.popup, styles.popup)}
            ref={popup}
            finalFocus={() => focusAfter(popup.current, anchor?.current ?? true)}
          >
            <HStack gap={1} flex="none" rule="bottom" className={styles.header}>
              <Text as={Base.Title} flex="grow" size="body" weight={600}>
                {title}
              </Text>
              {actions}
            </HStack>
            {children}
          </VStack>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
