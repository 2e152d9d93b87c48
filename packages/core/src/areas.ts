import * as z from 'zod'

/** Areas that a server may leave to the console's built-in sample source. */
export const areas = ['issues', 'applications', 'conversation-status', 'dashboard'] as const

export const Area = z.enum(areas)
export type Area = z.output<typeof Area>
