import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** A database of this browser, a value for each key. Every call may reject, and may take its time. */
export interface Device {
  get(place: string): Promise<unknown>
  set(place: string, value: unknown): Promise<void>
  del(place: string): Promise<void>
  entries(): Promise<readonly (readonly [place: string, value: unknown])[]>
}

const deviceOf = (store?: UseStore): Device => ({
  get: place => get(place, store),
  set: (place, value) => set(place, value, store),
  del: place => del(place, store),
  entries: () => entries<string, unknown>(store),
})

/** Whoever opens the browser reads what is in here: preferences, and how far a renewal of the session has come. */
export const openDevice = deviceOf()

/** Everything that an agent wrote, or that a customer said: sealed, see `StorageQueue`. */
export const sealedDevice = deviceOf(createStore('parley', 'sealed'))

/** What may be kept for everybody to read: nobody's words. */
type OpenPlace = 'renewal' | `preference:${string}`

export const isOpenPlace = (place: string): place is OpenPlace =>
  place === 'renewal' || place.startsWith('preference:')

/** Reads what this browser keeps unsealed; undefined when there is nothing, or its database cannot be used. */
export async function readOpen<T>(place: OpenPlace): Promise<T | undefined> {
  try {
    return (await openDevice.get(place)) as T | undefined
  } catch (cause) {
    console.warn('What this browser keeps could not be read', cause)
    return undefined
  }
}

/** Keeps a value unsealed; undefined forgets it. A browser without a usable database keeps it only until the page closes. */
export async function keepOpen(place: OpenPlace, value: unknown): Promise<void> {
  try {
    await (value === undefined ? openDevice.del(place) : openDevice.set(place, value))
  } catch (cause) {
    console.warn('This browser could not keep a change', cause)
  }
}

/** What waits for this browser's database waits no longer: another tab's long write must not hold up a message. */
export const deviceWaitMs = 300

/** Settles with the work, or after 300 ms all the same while the work goes on. */
export const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>(done => setTimeout(() => done(undefined), deviceWaitMs))])
