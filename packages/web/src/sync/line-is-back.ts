import { freshnessNow } from './freshness.ts'

/** Resolves when something gets through to the server; at once where it does. */
export const lineIsBack = (): Promise<void> =>
  new Promise(resolve => {
    if (!freshnessNow.get().cut) return resolve()
    const stop = freshnessNow.subscribe(() => {
      if (freshnessNow.get().cut) return
      stop()
      resolve()
    })
  })
