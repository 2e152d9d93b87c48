/** Closed by the server because the session ended. */
export const closedBySessionEnd = 4401
/** Closed by the server because the account must set up a second factor first. */
export const closedForSecondFactor = 4403
