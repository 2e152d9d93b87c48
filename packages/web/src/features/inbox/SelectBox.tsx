import { t } from '@parley/core/text/translate'
import { memo } from 'react'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './SelectBox.module.css'

export interface SelectBoxProps {
  readonly id: string
  /** Whose conversation it is. */
  readonly name: string
  readonly selected: boolean
  /** The same function for as long as the list stands. */
  readonly onSelect: (id: string, isRange: boolean) => void
}

/** Selects one row, with Shift all rows up to it. By key that is the row's own business (X). */
export const SelectBox = memo(function SelectBox({ id, name, selected, onSelect }: SelectBoxProps) {
  return (
    <HStack as="label" justify="center" inline flex="none" className={styles.hit}>
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        aria-label={t('Select {name}', { name })}
        checked={selected}
        onChange={({ nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          // With Shift the browser marks the words up to here too.
          if (isRange) getSelection()?.removeAllRanges()
          onSelect(id, isRange)
        }}
      />
    </HStack>
  )
})

interface SelectAllProps {
  readonly all: 'none' | 'some' | 'all'
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

/** Selects all rows of the list, or none. */
export function SelectAll({ all, onSelectAll, onClear }: SelectAllProps) {
  return (
    <HStack as="label" justify="center" inline flex="none" className={styles.hit}>
      <input
        ref={input => {
          if (input !== null) input.indeterminate = all === 'some'
        }}
        type="checkbox"
        className={styles.box}
        aria-label={t('Select all shown')}
        checked={all === 'all'}
        onChange={() => (all === 'none' ? onSelectAll() : onClear())}
      />
    </HStack>
  )
}
