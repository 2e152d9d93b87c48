import { useEffect, useState } from 'react'

/** Words that vanish by themselves after some milliseconds; saying something again begins anew. */
export function useShownFor(ms: number): readonly [string | null, (words: string) => void] {
  'use memo'
  const [said, setSaid] = useState<{ readonly words: string } | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), ms)
    return () => clearTimeout(timer)
  }, [said, ms])
  const say = (words: string) => setSaid({ words })
  return [said?.words ?? null, say]
}
