import type { AuditEntry } from '@parley/core/audit/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

const pageSize = 100
const mostAtOnce = 500

/** What of the audit log is asked for; absent: all of it. */
export interface AuditFilter {
  /** Names of actions. */
  readonly actions?: readonly string[] | undefined
  /** An agent's id. */
  readonly by?: string | undefined
  /** The id of what it was done to. */
  readonly on?: string | undefined
  /** ISO 8601; up to `until` and without it. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** One page of the log, newest first. Rejects with `ApiFailure`. */
async function fetchAudit(
  { actions, ...others }: AuditFilter,
  after: string | null,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const query = { limit, action: actions?.join(','), ...others, after: after ?? undefined }
  return (await api.audit({ query })).value as AuditEntry[]
}

/** All that the filter lets through, page after page. Rejects with `ApiFailure`. */
export async function fetchWholeAudit(filter: AuditFilter): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (;;) {
    const page = await fetchAudit(filter, entries.at(-1)?.id ?? null, mostAtOnce)
    entries.push(...page)
    if (page.length < mostAtOnce) return entries
  }
}

/** The log a page at a time, as it is when it is opened or asked for again. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => fetchAudit(filter, pageParam, pageSize),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    gcTime: 0,
  })
}
