export const qualities = ['GREEN', 'YELLOW', 'RED'] as const
export const standings = ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'BANNED'] as const
export const sendings = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const

/** How a business number stands with the simulated Meta; `sending` is its account's. */
export type NumberStanding = {
  quality: (typeof qualities)[number]
  status: (typeof standings)[number]
  sending: (typeof sendings)[number]
}
