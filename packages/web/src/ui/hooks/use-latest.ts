import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * What a value was when the screen was last drawn, for a handler that needs it and must not be another function each time
 * that it changes. Always the same function; not to be called while drawing.
 */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
