/** Closed by the server because the session ended. */
export const closedBySessionEnd = 4401
/** Closed by the server because the account must set up a second factor first. */
export const closedForSecondFactor = 4403
/** Closed by the server because it stops; a server is back soon (RFC 6455's registry: Service Restart). */
export const closedForRestart = 1012
/** Closed by the server because it cannot follow the events (Try Again Later). */
export const closedAsBehind = 1013
