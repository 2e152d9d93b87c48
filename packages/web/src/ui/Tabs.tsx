import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'
import { Box, HStack, Text, VStack } from './layout/Layout.tsx'

type TabsProps<Value extends string> = {
  /** The accessible name of the row of tabs. */
  label: string
  /** Null: what is shown has no tab, so none is chosen. */
  value: Value | null
  /** Also called for the tab that is chosen already: a press on it asks for what it stands for. */
  onChange: (value: Value) => void
  /** `count` ("100+" where it is not known better) is drawn after the words; leave it out while it is not known. */
  tabs: readonly { value: Value; label: string; count?: number | string | undefined }[]
  /** `line`: underlined, for the parts of one thing; without it they narrow a list. */
  variant?: 'pill' | 'line'
  /** What stands right after the last tab and goes with them. */
  after?: ReactNode
  /** What stands between the tabs and the panel, on the tabs' line. */
  beside?: ReactNode
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** A row of tabs over one panel. Arrow keys move and choose, as the ARIA practices have it for a panel that shows at once. */
export const Tabs = <Value extends string>({
  label,
  value,
  onChange,
  tabs,
  variant = 'pill',
  after,
  beside,
  children,
}: TabsProps<Value>) => (
  <VStack
    as={Base.Root}
    full
    flex="fill"
    value={value}
    onValueChange={(next: Value, { event }) => {
      // Focus that comes from outside of the row, by Tab or with the window, chooses nothing.
      if (!(event instanceof FocusEvent) || isTab(event.relatedTarget)) onChange(next)
    }}
  >
    <HStack gap={3} wrap rule="bottom" className={styles.bar} data-variant={variant}>
      <HStack gap={0.5} flex="shrink" className={styles.tabs}>
        <HStack
          as={Base.List}
          activateOnFocus
          aria-label={label}
          gap={0.5}
          align="stretch"
          className={styles.list}
        >
          {tabs.map(tab => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Base UI draws a button
            <HStack
              as={Base.Tab}
              key={tab.value}
              value={tab.value}
              gap={1.5}
              inline
              size="list"
              weight={500}
              tone="muted"
              nowrap
              className={styles.tab}
              onClick={tab.value === value ? () => onChange(tab.value) : undefined}
            >
              {tab.label}
              {tab.count !== undefined && (
                <Text weight={400} tone="faint" digits className={styles.count}>
                  {tab.count}
                </Text>
              )}
            </HStack>
          ))}
        </HStack>
        {after}
      </HStack>
      {beside}
    </HStack>
    <Box
      as={Base.Panel}
      value={value}
      aria-label={value === null ? label : undefined}
      tabIndex={-1}
      flex="fill"
    >
      {children}
    </Box>
  </VStack>
)

const isTab = (target: EventTarget | null) => target instanceof Element && target.role === 'tab'
