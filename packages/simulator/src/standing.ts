export const qualities = ['GREEN', 'YELLOW', 'RED'] as const
export const standings = ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'BANNED'] as const
export const sendings = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const

/** How the business number stands with the simulated Meta. */
export type NumberStanding = {
  quality: (typeof qualities)[number]
  status: (typeof standings)[number]
  sending: (typeof sendings)[number]
}

export const wellStanding: NumberStanding = { quality: 'GREEN', status: 'CONNECTED', sending: 'AVAILABLE' }
