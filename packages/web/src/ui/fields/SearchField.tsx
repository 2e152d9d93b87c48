import { t } from '@parley/core/text/translate'
import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from '../IconButton.tsx'
import { HStack } from '../layout/Layout.tsx'
import styles from './SearchField.module.css'

type SearchFieldProps = Omit<
  ComponentProps<'input'>,
  'className' | 'type' | 'value' | 'onChange' | 'aria-label'
> & {
  /** The accessible name. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A box to search with; Escape or the cross empties it, and the caret stays in it. */
export function SearchField({ label, value, onChange, ...input }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <HStack role="search" gap={2} flex="shrink" className={styles.search}>
      <Search size={15} strokeWidth={1.8} aria-hidden="true" className={styles.glass} />
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        ref={box}
        type="search"
        aria-label={label}
        className={styles.input}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            clear()
          }
        }}
      />
      {value !== '' && (
        <IconButton label={t('Clear search')} size="small" onClick={clear}>
          <X size={14} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      )}
    </HStack>
  )
}
