import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { Center, Text } from '../layout/Layout.tsx'
import styles from './Menu.module.css'
import { isModalOpen } from './open-modals.tsx'
import surface from '../Surface.module.css'
import { boxToReturnTo, focusAfter } from '../fields/write-box.ts'

type MenuProps = {
  /** A button; it gets the menu's aria attributes and opens it. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  /** Open from the first render on, for a menu whose code arrived after the press. */
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /**
   * Asked when it closes: whether its button has the focus; false: the caller has put it elsewhere. Not asked where
   * one of its items has opened a window, which has the focus by then.
   */
  finalFocus?: () => boolean
}

/** A menu under (or above) its button: arrows, Home, End, type-ahead, Escape; focus goes back to the button, or to the box in which the agent writes. */
export function Menu({
  trigger,
  children,
  side = 'bottom',
  align = 'start',
  defaultOpen = false,
  onOpenChange,
  finalFocus,
}: MenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root defaultOpen={defaultOpen} onOpenChange={open => onOpenChange?.(open)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className={surface.positioner}>
          <Base.Popup
            ref={popup}
            finalFocus={
              finalFocus === undefined
                ? () => focusAfter(popup.current, true)
                : () => !isModalOpen() && finalFocus() && (boxToReturnTo() ?? true)
            }
            className={classNames(surface.popup, surface.choices, styles.popup)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  disabled?: boolean
  tone?: 'danger'
  /** What type-ahead looks for, where the item shows more than that. */
  typeAhead?: string
  /** For an action whose effect shows in the menu itself. */
  staysOpen?: boolean
}

/** An action; choosing it closes the menu. */
export const MenuItem = ({
  icon,
  children,
  onSelect,
  disabled = false,
  tone,
  typeAhead,
  staysOpen = false,
}: MenuItemProps) => (
  <Base.Item
    className={classNames(surface.item, styles.item)}
    onClick={onSelect}
    disabled={disabled}
    data-tone={tone}
    label={typeAhead}
    closeOnClick={!staysOpen}
  >
    {icon && (
      <Center as="span" tone="muted" className={surface.mark}>
        {icon}
      </Center>
    )}
    {children}
  </Base.Item>
)

type MenuChoiceProps<Value extends string> = {
  /** What is chosen between, shown above the choices. */
  label: string
  value: Value
  onChange: (value: Value) => void
  /** `beside` stands at the end of the line. */
  choices: readonly { value: Value; label: string; beside?: ReactNode; disabled?: boolean }[]
  /** Choosing closes the menu; else it stays open so that the effect can be seen. */
  closes?: boolean
}

/** One of several, with a tick at the one in force. */
export const MenuChoice = <Value extends string>({
  label,
  value,
  onChange,
  choices,
  closes = false,
}: MenuChoiceProps<Value>) => (
  <MenuGroup label={label}>
    <Base.RadioGroup value={value} onValueChange={next => onChange(next as Value)}>
      {choices.map(choice => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          className={classNames(surface.item, styles.item)}
          disabled={choice.disabled ?? false}
          closeOnClick={closes}
        >
          <Center as="span" tone="muted" className={surface.mark}>
            <Base.RadioItemIndicator>
              <Check size={14} strokeWidth={2.2} aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Center>
          <Text flex="grow" breaks>
            {choice.label}
          </Text>
          {choice.beside}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </MenuGroup>
)

/** A remark in the menu that nothing can be done with. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <Text as="p" size="meta" tone="muted" className={styles.note}>
    {children}
  </Text>
)

/** Items under a heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

/** A hairline between groups. */
export const MenuSeparator = () => <Base.Separator className={styles.separator} />
