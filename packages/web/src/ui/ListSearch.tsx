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
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  // A report is taken up by a render that may come after further keys; until then the list still shows the search before.
  const [reported, setReported] = useState<string>()
  const report = useRef(onSearch)
  if (search !== shown) {
    setShown(search)
    if (reported === undefined) setTyped(search)
    else if (search === reported) setReported(undefined)
  }
  useEffect(() => {
    report.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === search) return undefined
    const timer = setTimeout(() => {
      setReported(typed.trim())
      report.current(typed.trim())
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, search])
  return (
    <SearchField label={`Search ${of}`} placeholder={`Search ${of}...`} value={typed} onChange={setTyped} />
  )
}
