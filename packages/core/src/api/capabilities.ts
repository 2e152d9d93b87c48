import * as z from 'zod'
import { Area } from './areas.ts'
import { declare } from './call.ts'

export const capabilityCalls = declare({
  capabilities: {
    method: 'GET',
    path: '/capabilities',
    summary: 'The areas that this server stores and shares; the console shows samples for the others',
    access: 'session',
    reply: z.object({ areas: z.array(Area) }),
    problems: [],
  },
})
