import { del, get, set } from 'idb-keyval'

/** Reads what this browser keeps under a key; undefined when there is nothing, or its database cannot be used. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  try {
    return await get<T>(key)
  } catch (cause) {
    console.warn('What this browser keeps could not be read', cause)
    return undefined
  }
}

/** What waits for this browser's database waits no longer: another tab's long write must not hold up a message. */
export const deviceWaitMs = 300

/** Settles with the work, or after 300 ms all the same while the work goes on. */
export const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>(done => setTimeout(() => done(undefined), deviceWaitMs))])

/** Keeps a value; undefined forgets it. A browser without a usable database keeps it only until the page closes. */
export async function keep(key: string, value: unknown): Promise<void> {
  try {
    await (value === undefined ? del(key) : set(key, value))
  } catch (cause) {
    console.warn('This browser could not keep a change', cause)
  }
}
