import { useEffect, useRef, useState } from 'react'
import { SearchField } from './SearchField.tsx'
import { searchBox, withReport, withShown } from './search-box.ts'

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
      label={`Search ${of}`}
      placeholder={`Search ${of}...`}
      value={typed}
      onChange={text => setBox(now => ({ ...now, typed: text }))}
    />
  )
}
