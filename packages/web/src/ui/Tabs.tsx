import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

type TabsProps<Value extends string> = {
  /** The accessible name of the row of tabs. */
  label: string
  value: Value
  /** Also called for the tab that is chosen already: a press on it asks for what it stands for. */
  onChange: (value: Value) => void
  /** `count` ("100+" where it is not known better) is drawn after the words; leave it out while it is not known. */
  tabs: readonly { value: Value; label: string; count?: number | string | undefined }[]
  /** `line`: underlined, for the parts of one thing; without it they narrow a list. */
  variant?: 'pill' | 'line'
  /** What stands between the tabs and the panel, on the tabs' line. */
  beside?: ReactNode
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** A row of tabs over one panel. Arrow keys move and choose. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  variant = 'pill',
  beside,
  children,
}: TabsProps<Value>) {
  return (
    <Base.Root className={styles.root} value={value} onValueChange={next => onChange(next as Value)}>
      <div className={styles.bar} data-variant={variant}>
        <Base.List className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map(tab => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={styles.tab}
              onClick={() => {
                if (tab.value === value) onChange(value)
              }}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {beside}
      </div>
      <Base.Panel value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
