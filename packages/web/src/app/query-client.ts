import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../client/api-failure.ts'
import { systemClock, frameScheduler } from '../sync/clock.ts'

const RETRY_DELAY_MS = 600

// Of the frames of a busy minute many come at once: they are drawn once.
notifyManager.setScheduler(
  frameScheduler({ nextFrame: act => requestAnimationFrame(act), clock: systemClock }),
)

/** The one cache. What the server refused is not asked again; what got no answer is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retryDelay: RETRY_DELAY_MS,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiFailure && refused(error)),
    },
    mutations: { networkMode: 'always' },
  },
})

const refused = ({ status }: ApiFailure): boolean => status !== null && status < 500
