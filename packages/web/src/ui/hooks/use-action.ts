import { useCallback, useState } from 'react'

/** One thing that is done at a press: whether it is under way, and why it was not done. */
export interface Action<Words = string> {
  readonly busy: boolean
  readonly failure: Words | null
  /** Does it, unless it is under way. Answers whether it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly dismiss: () => void
}

/** @param wordsOf what a person reads when it fails */
export function useAction<Words = string>(wordsOf: (cause: unknown) => Words): Action<Words> {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Words | null>(null)
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<boolean> => {
      if (busy) return false
      setBusy(true)
      setFailure(null)
      try {
        await work()
        return true
      } catch (cause) {
        const words = wordsOf(cause)
        setFailure(() => words)
        return false
      } finally {
        setBusy(false)
      }
    },
    [busy, wordsOf],
  )
  const dismiss = useCallback(() => setFailure(null), [])
  return { busy, failure, run, dismiss }
}
