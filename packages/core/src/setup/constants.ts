/** Why a check fails, in the order of repair. */
export const setupTroubles = [
  'token-refused',
  'unreached',
  'number-refused',
  'number-unknown',
  'verify-token-differs',
  'app-secret-differs',
] as const
export type SetupTrouble = (typeof setupTroubles)[number]

/** People who must have signed in once. */
export const peopleWanted = 2

/** Whether administrators are sent to the first steps until they are done. */
export const getStarted = ['offered', 'skipped'] as const
