import type { api as calls } from '@parley/core/api'
import { createClient } from './caller.ts'
import { here } from './client.ts'
import { type ManageCall, manageCallTable } from './manage-call-table.ts'

/** The calls of the screens under "Manage", and of other parts that come later, which come with those. Every function rejects with `ApiFailure` alone. */
export const manageApi = createClient<Pick<typeof calls, ManageCall>>(manageCallTable, here)
