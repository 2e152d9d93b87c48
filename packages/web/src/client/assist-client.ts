import { apiWith } from './client.ts'

/** The server gives assist ten seconds, and says then what went wrong. */
const longestMs = 15_000

/** The calls that wait for assist. Every function rejects with `ApiFailure` alone. */
export const assistApi = apiWith({ longestMs })
