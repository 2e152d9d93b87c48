/** Whoever signs out waits no longer than this for it, in milliseconds. */
const longestMs = 1_000

/** What is still to be written on the server before the session ends; each settles when it is, and none rejects. */
export const lastWords = new Set<() => Promise<void>>()

/** Resolves when that is done, or has taken too long: the device has it too. */
export const lastWordsWritten = (): Promise<unknown> =>
  Promise.race([
    Promise.all([...lastWords].map(write => write())),
    new Promise(resolve => setTimeout(resolve, longestMs)),
  ])
