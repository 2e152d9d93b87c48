import { t } from '@parley/core/text/translate'
import { useEffect, useRef, useState } from 'react'
import { SearchField } from './SearchField.tsx'

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
export interface SearchBox {
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
