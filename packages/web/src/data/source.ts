import { Needs } from '../live/needs.ts'
import { recentFrames } from '../live/recent.ts'
import { api } from './client.ts'
import type { Source } from './load.ts'

/** Where this page's cached answers come from. */
export const source: Source = { ask: api, recent: recentFrames, needs: new Needs() }
