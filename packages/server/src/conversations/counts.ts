import type { Reader } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'
import { conversationCounts, type ListFilter, type StatusCounts } from './queries.ts'

/**
 * Counts by status for the list's tabs. Those of the whole workspace are kept until anything is written: every change has
 * a number in the log, so the same number means the same counts.
 */
export function conversationCounter(
  reader: Reader,
): (filter: ListFilter, seq: number) => Promise<StatusCounts> {
  let kept: { readonly seq: number; readonly counts: StatusCounts } | null = null
  return async (filter, seq) => {
    const isWhole =
      (filter.search?.trim() ?? '') === '' &&
      filter.assigneeId === undefined &&
      filter.hasOpenIssues === undefined
    if (isWhole && kept?.seq === seq) return kept.counts
    const counts = await conversationCounts(reader, filter)
    // Only what surely was not written into while it was counted.
    if (isWhole && (await currentSeq(reader)) === seq) kept = { seq, counts }
    return counts
  }
}
