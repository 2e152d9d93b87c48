import { useEffect, useState } from 'react'

const restMs = 400
const longestMs = 3_000
const lookEveryMs = 100

let movedAt = Number.NEGATIVE_INFINITY
for (const kind of ['pointermove', 'pointerdown', 'pointerup'])
  addEventListener(kind, () => (movedAt = performance.now()), { capture: true, passive: true })

/**
 * A value whose coming and going moves the page: it comes and goes once the pointer has rested, at the latest after 3 s, so
 * that nothing moves away under a press. While it is there its changes show at once. `absent`: the value before.
 */
export function useCalm<T>(value: T, isThere: (value: T) => boolean, absent: T): T {
  const [shown, setShown] = useState(absent)
  const waits = isThere(shown) !== isThere(value)
  useEffect(() => {
    if (!waits) return
    const until = performance.now() + longestMs
    const look = () => {
      const now = performance.now()
      if (now - movedAt >= restMs || now >= until) setShown(value)
    }
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [waits, value])
  return waits ? shown : value
}
