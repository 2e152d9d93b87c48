import type { api as calls } from '@parley/core/calls'
import { createClient } from './caller.ts'
import { here } from './client.ts'
import { type LaterCall, laterCallTable } from './later-call-table.ts'

/** The calls of parts of the page that come later, and with them. Every function rejects with `ApiFailure` alone. */
export const laterApi = createClient<Pick<typeof calls, LaterCall>>(laterCallTable, here)
