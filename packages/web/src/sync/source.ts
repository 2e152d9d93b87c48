import { api } from '../client/client.ts'
import type { Source } from './load.ts'
import { recentFrames } from './recent-frames.ts'
import { Needs } from './refetch-needs.ts'

/** Where this page's cached answers come from. */
export const source: Source = { ask: api, recent: recentFrames, needs: new Needs() }
