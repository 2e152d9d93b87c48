import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../../ui/SearchField.tsx'

const DEBOUNCE_MS = 200

type ListSearchProps = {
  /** What the list shows the results of. */
  search: string
  onSearch: (search: string) => void
}

/** Searches while typing, 200 ms after the last key. */
export function ListSearch({ search, onSearch }: ListSearchProps) {
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
    <SearchField
      label="Search conversations"
      placeholder="Search conversations..."
      value={typed}
      onChange={setTyped}
    />
  )
}
