import type { BusinessHours, KeptHours } from '@parley/core/business-hours/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

const key = ['bot', 'hours'] as const

/** When people are there; asked for anew when shown, and when a frame says so. */
export const useBusinessHours = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await api.businessHours()).value as KeptHours,
    staleTime: 0,
  })

/** Decides when people are there. Rejects with `ApiFailure`. */
export function useChangeHours(): (hours: BusinessHours, version: number) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async (hours, version) => {
    try {
      const { value } = await api.changeBusinessHours({ body: { version, hours } })
      client.setQueryData(key, value)
    } catch (cause) {
      void client.invalidateQueries({ queryKey: key })
      throw cause
    }
  }
}
