import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { AssignmentFailure } from '../../../data/assignments/actions.ts'

/** What an agent answers an assignment with. */
export type Answer = 'accept' | 'reject' | 'later'

/** How an answer is getting on. */
export interface Answering {
  readonly working: Answer | null
  /** The last answer did not work: what is said (ASSIGN-16, 17), and the reason, in the server's words if it gave one. */
  readonly failure: { readonly text: string; readonly reason: string } | null
  /** It failed because something else happened meanwhile: there is nothing to answer any more. */
  readonly decided: boolean
  /** Runs an answer unless one is on its way. Resolves to whether it worked. */
  readonly answer: (which: Answer, act: () => Promise<void>) => Promise<boolean>
  /** Forgets what became of the last one. */
  readonly forget: () => void
}

/** One answer at a time, and what became of the last one. */
export function useAnswer(): Answering {
  const [working, setWorking] = useState<Answer | null>(null)
  const [failed, setFailed] = useState<AssignmentFailure | null>(null)
  return {
    working,
    failure:
      failed === null
        ? null
        : {
            text: t('{message}. Please try again.', { message: failed.message }),
            reason: reasonOf(failed.cause),
          },
    decided: failed?.isDecided ?? false,
    forget: () => setFailed(null),
    answer: async (which, act) => {
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
