import * as z from 'zod'
import { declare } from './call.ts'

/** Areas that a server may leave to the console's built-in sample source. */
export const areas = ['issues', 'applications', 'conversation-status', 'dashboard'] as const
export const Area = z.enum(areas)
export type Area = z.output<typeof Area>

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
