import { calendar } from '@parley/core/text/format'

const local = calendar()

/** The time of day of an epoch in milliseconds, as the screen says it. */
export const clockLabel = (at: number): string => local.clock(new Date(at))

/** The banner's words: what failed, and what is on the screen instead. */
export function listFailureText(list: {
  readonly failure: string | null
  readonly sample: boolean
  readonly rows: readonly unknown[]
  readonly fetchedAt: number | null
}): string {
  if (list.sample) return `${list.failure}. Showing sample conversations, not real customers`
  if (list.rows.length === 0 || list.fetchedAt === null) return `${list.failure}`
  return `${list.failure}. Showing the list as of ${clockLabel(list.fetchedAt)}`
}
