import { t } from '@parley/core/text/translate'
import { listAsOf } from '../../ui/lists/as-of.ts'

/** The banner's words: what failed, and what is on the screen instead. */
export function listFailureText(list: {
  readonly failure: string | null
  readonly sample: boolean
  readonly rows: readonly unknown[]
  readonly fetchedAt: number | null
}): string {
  const failure = String(list.failure)
  if (list.sample) return t('{failure}. Showing sample conversations, not real customers', { failure })
  if (list.rows.length === 0 || list.fetchedAt === null) return failure
  return listAsOf(failure, list.fetchedAt)
}
