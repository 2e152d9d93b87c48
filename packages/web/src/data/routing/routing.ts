import type { KeptRouting, Routing } from '@parley/core/routing/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

const key = ['bot', 'routing'] as const

/** Who is offered what waits; asked for anew when shown, and when a frame says so. */
export const useRouting = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await api.routing()).value as KeptRouting,
    staleTime: 0,
  })

/** Decides who is offered what waits. Rejects with `ApiFailure`. */
export function useChangeRouting(): (routing: Routing, version: number) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async (routing, version) => {
    try {
      const { value } = await api.changeRouting({ body: { version, routing } })
      client.setQueryData(key, value)
    } catch (cause) {
      void client.invalidateQueries({ queryKey: key })
      throw cause
    }
  }
}
