/** Closed by the server because the session ended. */
export const closedBySessionEnd = 4401
