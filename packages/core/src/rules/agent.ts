/** What an agent can take on when nothing else is said. */
export const defaultCapacity = 5

/** Milliseconds after which a presence that is not refreshed counts no more, and how often it is refreshed. */
export const presenceLapsesMs = 60_000
export const presenceRefreshMs = 20_000

/**
 * Milliseconds for which presence must have been kept without a gap before a missing one counts: after a start or an
 * outage of the database everybody's sockets come back first.
 */
export const presenceGraceMs = 90_000

/** For how long, in milliseconds of its clock, a process has been keeping presence: when it began to, and when it last did. */
export interface PresenceKept {
  readonly since: number
  readonly last: number
}

/** Two refreshes in a row that are missing are a gap, long before anything lapses for the want of them. */
const longestGapMs = 2 * presenceRefreshMs

const isUnbroken = (kept: PresenceKept | null, now: number): kept is PresenceKept =>
  kept !== null && now - kept.last <= longestGapMs

/** After every presence of the process was refreshed. What fails to be refreshed leaves a gap. */
export const keepPresence = (kept: PresenceKept | null, now: number): PresenceKept => ({
  since: isUnbroken(kept, now) ? kept.since : now,
  last: now,
})

/** Whether an agent without presence is gone, and not only out of our sight. */
export const isAbsenceSure = (kept: PresenceKept | null, now: number): boolean =>
  isUnbroken(kept, now) && now - kept.since >= presenceGraceMs

/** Only AVAILABLE counts as online; every other word does not. */
export const isAvailable = (status: string): boolean => status.toUpperCase() === 'AVAILABLE'

/** Capacity in any of the three names, in this order; 5 when none is a number from 0 on. */
export function capacityOf(profile: {
  readonly max_capacity?: number | null
  readonly max_concurrent_tickets?: number | null
  readonly max_capacity_concurrent?: number | null
}): number {
  const named = [profile.max_capacity, profile.max_concurrent_tickets, profile.max_capacity_concurrent]
  return named.find(one => typeof one === 'number' && one >= 0) ?? defaultCapacity
}

/** 100 − workload / capacity × 100, never below 0; 0 for a capacity of 0. */
export const availabilityPercentage = (workload: number, capacity: number): number =>
  capacity <= 0 ? 0 : Math.min(100, Math.max(0, 100 - (workload / capacity) * 100))

/** How an agent in a list to assign to is labelled, by availability in percent. */
export const loadLabel = (availability: number): 'Heavy Load' | 'Busy' | 'Available' =>
  availability < 20 ? 'Heavy Load' : availability < 40 ? 'Busy' : 'Available'

/** The order of lists of agents: by name without case, then by id. */
export function compareAgents(
  a: { readonly name: string; readonly id: string },
  b: { readonly name: string; readonly id: string },
): number {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return left === right ? Number(a.id) - Number(b.id) : left < right ? -1 : 1
}
