import * as z from 'zod'
import { Area } from './areas.ts'
import { declare } from './call.ts'

export const capabilityCalls = declare({
  capabilities: {
    method: 'GET',
    path: '/capabilities',
    summary: 'The areas that this server stores and shares, and the time zone of its figures',
    access: 'session',
    reply: z.object({
      areas: z.array(Area),
      /** IANA; figures are counted in days of this zone. */
      time_zone: z.string(),
    }),
    problems: [],
  },
})
