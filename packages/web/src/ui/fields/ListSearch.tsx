import { t } from '@parley/core/text/translate'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Search, X } from 'lucide-react'
import { IconButton } from '../IconButton.tsx'
import { HStack } from '../layout/Layout.tsx'
import styles from './ListSearch.module.css'

const DEBOUNCE_MS = 200

type ListSearchProps = {
  /** What is searched, in small letters: "conversations". */
  of: string
  /** What the list shows the results of. */
  search: string
  onSearch: (search: string) => void
}

/** Searches while typing, 200 ms after the last key. */
export function ListSearch({ of, search, onSearch }: ListSearchProps) {
  const [box, setBox] = useState(() => searchBox(search))
  const { typed } = box
  const report = useRef(onSearch)
  const next = withShown(box, search)
  if (next !== box) setBox(next)
  useEffect(() => {
    report.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === search) return undefined
    const timer = setTimeout(() => {
      setBox(now => withReport(now, typed.trim()))
      report.current(typed.trim())
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, search])
  return (
    <SearchField
      label={t('Search {of}', { of })}
      placeholder={t('Search {of}...', { of })}
      value={typed}
      onChange={text => setBox(now => ({ ...now, typed: text }))}
    />
  )
}

/** A box that searches while typing: what stands in it, and what the list has taken up of it. */
interface SearchBox {
  readonly typed: string
  /** What the list shows the results of. */
  readonly shown: string
  /** Searches that were reported and that the list has not shown yet, oldest first. */
  readonly reported: readonly string[]
}

export const searchBox = (search: string): SearchBox => ({ typed: search, shown: search, reported: [] })

/** The box reports what was typed. */
export const withReport = (box: SearchBox, search: string): SearchBox => ({
  ...box,
  reported: [...box.reported, search],
})

/**
 * The list shows the results of another search. One that the box reported comes late, after further keys, and leaves what is
 * typed; those reported before it are over. Any other came from elsewhere, by a link or a press of Back, and ends them all.
 */
export function withShown(box: SearchBox, search: string): SearchBox {
  if (search === box.shown) return box
  const at = box.reported.indexOf(search)
  return at === -1 ? searchBox(search) : { ...box, shown: search, reported: box.reported.slice(at + 1) }
}

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
    <HStack role="search" gap={2} flex="shrink" frame="control" className={styles.search}>
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
