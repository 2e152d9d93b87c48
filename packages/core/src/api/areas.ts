import * as z from 'zod'
import { areas } from '../words/areas.ts'

export const Area = z.enum(areas)
export type Area = z.output<typeof Area>
