import { api as calls } from '@parley/core/calls'
import { createClient } from './caller.ts'
import { here } from './client.ts'

/** The server gives assist ten seconds, and says then what went wrong. */
const longestMs = 15_000

/** The calls that wait for assist. Every function rejects with `ApiFailure` alone. */
export const assistApi = createClient(calls, { ...here, longestMs })
