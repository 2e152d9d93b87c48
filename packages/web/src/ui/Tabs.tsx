import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './Tabs.module.css'
import { Box, HStack, Text, VStack } from './layout/Layout.tsx'
import { tabStep } from './tab-step.ts'

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

/**
 * A row of tabs over one panel. Arrow keys move and choose, as the ARIA practices have it for a panel that shows at once.
 * By hand, since the library's tabs are 12 KB of the first load (docs/decisions/0023).
 */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  variant = 'pill',
  after,
  beside,
  children,
}: TabsProps<Value>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex(tab => tab.value === value)
  const step = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = tabStep(event.key, chosen, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (to === null || tab === undefined) return
    event.preventDefault()
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
    onChange(tab.value)
  }
  return (
    <VStack className={styles.root}>
      <HStack gap={3} wrap rule="bottom" className={styles.bar} data-variant={variant}>
        <HStack gap={0.5} flex="shrink" className={styles.tabs}>
          <HStack
            ref={row}
            role="tablist"
            aria-label={label}
            gap={0.5}
            align="stretch"
            className={styles.list}
          >
            {tabs.map((tab, at) => (
              <HStack
                as="button"
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-${tab.value}`}
                aria-selected={at === chosen}
                aria-controls={at === chosen ? `${id}-panel` : undefined}
                tabIndex={at === Math.max(0, chosen) ? 0 : -1}
                gap={1.5}
                inline
                size="list"
                weight={500}
                tone="muted"
                nowrap
                className={styles.tab}
                onClick={() => onChange(tab.value)}
                onKeyDown={step}
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
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={chosen < 0 ? undefined : `${id}-${value}`}
        aria-label={chosen < 0 ? label : undefined}
        tabIndex={-1}
        flex="fill"
      >
        {children}
      </Box>
    </VStack>
  )
}
