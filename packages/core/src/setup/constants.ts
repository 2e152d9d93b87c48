/** Why something that a number needs has not been seen to work, in the order in which one mends it. */
export const setupTroubles = [
  'token-refused',
  'unreached',
  'number-refused',
  'number-unknown',
  'verify-token-differs',
  'app-secret-differs',
] as const
export type SetupTrouble = (typeof setupTroubles)[number]

/** So many people who answer, each signed in once, make a team. */
export const peopleWanted = 2

/** Whether administrators are led to the first steps while they are not done. */
export const getStarted = ['offered', 'skipped'] as const
