import { keepPreviousData } from '@tanstack/react-query'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useTelling } from '../../sync/telling.ts'
import { useRefetchOnChange } from './figures.ts'

/** What waits, as the server answers it. */
export type NextUp = Awaited<ReturnType<typeof api.nextUp>>['value']

const slowMs = 60_000
const stirredMs = 2_000

/** Events after which something else may wait for the agent. */
const stirring: ReadonlySet<string> = new Set([
  'new_message',
  'conversation',
  'read',
  'ticket',
  'reminder',
  'sight',
])

export type NextUpView = ReturnType<typeof useNextUp>

/** The end of the browser's day. */
const dayEnd = (now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString()

/** What waits for the viewer, by one call: asked again soon after something happened, and each minute. */
export function useNextUp() {
  const until = dayEnd(useNow())
  const query = useLiveQuery<NextUp | null>(
    {
      key: ['next-up', until],
      load: async () => {
        try {
          return (await api.nextUp({ query: { until } })).value
        } catch (cause) {
          // Another provider has no such call.
          if (isMissing(cause)) return null
          throw cause
        }
      },
      refetchAfter: () => slowMs,
    },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  useRefetchOnChange(query.refresh, stirredMs, stirring)
  const telling = useTelling(Math.max(query.fetchedAt, query.failedAt))
  return {
    ...loadedOf(query),
    ...telling,
    /** What waits; undefined before it has come, null where nobody answers for it. */
    next: query.data,
  }
}
