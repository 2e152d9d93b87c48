import type { ApplicationKind } from '@parley/core/applications/application'
import type { Reader } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'
import { applicationCounts, type ListFilter, type StatusCounts } from './rows.ts'

const isWhole = ({ range, search, customer, sight }: ListFilter): boolean =>
  sight === null && range === undefined && customer === undefined && (search?.trim() ?? '') === ''

/**
 * Counts by status for a list's tabs. Those of all applications of a kind are kept until anything is written: every change
 * has a number in the log, so the same number means the same counts.
 */
export function applicationCounter(
  reader: Reader,
): (filter: ListFilter, seq: number, now: Date) => Promise<StatusCounts> {
  const kept = new Map<ApplicationKind, { readonly seq: number; readonly counts: StatusCounts }>()
  return async (filter, seq, now) => {
    const known = isWhole(filter) ? kept.get(filter.kind) : undefined
    if (known?.seq === seq) return known.counts
    const counts = await applicationCounts(reader, filter, now)
    // Only what surely was not written into while it was counted.
    if (isWhole(filter) && (await currentSeq(reader)) === seq) kept.set(filter.kind, { seq, counts })
    return counts
  }
}
