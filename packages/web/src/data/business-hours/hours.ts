import type { BusinessHours, KeptHours } from '@parley/core/business-hours/api'
import { api } from '../../client/client.ts'
import { useFresh, useReplacing } from '../../sync/fresh-query.ts'

const key = ['bot', 'hours'] as const

/** When people are there; asked for anew when a frame says so, too. */
export const useBusinessHours = () =>
  useFresh(key, async () => (await api.businessHours()).value as KeptHours)

/** Decides when people are there. Rejects with `ApiFailure`. */
export const useChangeHours = () =>
  useReplacing(key, (hours: BusinessHours, version: number) =>
    api.changeBusinessHours({ body: { version, hours } }),
  )
