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
  const [reported, setReported] = useState(search)
  const report = useRef(onSearch)
  if (search !== reported) {
    setReported(search)
    setTyped(search)
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
