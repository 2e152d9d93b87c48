import type { KeptRouting, Routing } from '@parley/core/routing/api'
import { api } from '../../client/client.ts'
import { useFresh, useReplacing } from '../../sync/fresh-query.ts'

const key = ['bot', 'routing'] as const

/** Who is offered what waits; asked for anew when a frame says so, too. */
export const useRouting = () => useFresh(key, async () => (await api.routing()).value as KeptRouting)

/** Decides who is offered what waits. Rejects with `ApiFailure`. */
export const useChangeRouting = () =>
  useReplacing(key, (routing: Routing, version: number) => api.changeRouting({ body: { version, routing } }))
