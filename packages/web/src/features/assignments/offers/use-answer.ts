import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { AssignmentFailure } from '../../../data/assignments/actions.ts'

/** How an answer is getting on. */
export type Answering = ReturnType<typeof useAnswer>

/** One answer at a time, and what became of the last one. */
export function useAnswer() {
  const [working, setWorking] = useState<'accept' | 'reject' | 'later' | null>(null)
  const [failed, setFailed] = useState<AssignmentFailure | null>(null)
  return {
    working,
    /** The last answer did not work: what is said (ASSIGN-16, 17), and the reason, in the server's words if it gave one. */
    failure: failed && {
      text: t('{message}. Please try again.', { message: failed.message }),
      reason: reasonOf(failed.cause),
    },
    /** It failed because something else happened meanwhile: there is nothing to answer any more. */
    decided: failed?.isDecided ?? false,
    /** Forgets what became of the last one. */
    forget: () => setFailed(null),
    /** Runs an answer unless one is on its way. Resolves to whether it worked. */
    answer: async (which: NonNullable<typeof working>, act: () => Promise<void>) => {
      if (working !== null) return false
      setWorking(which)
      setFailed(null)
      try {
        await act()
        return true
      } catch (cause) {
        if (!(cause instanceof AssignmentFailure)) throw cause
        setFailed(cause)
        return false
      } finally {
        setWorking(null)
      }
    },
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.message.replace(/\.$/, '')}.` : ''
