import { createStore, get, promisifyRequest } from 'idb-keyval'

const keyval = createStore('keyval-store', 'keyval')

/** Reads what this browser keeps under a key; undefined when there is nothing, or its database cannot be used. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  try {
    return await get<T>(key, keyval)
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
    await keyval('readwrite', store => {
      if (value === undefined) store.delete(key)
      else store.put(value, key)
      // Not left to the browser, which commits only after it has told the page: one that ends meanwhile would lose it.
      store.transaction.commit()
      return promisifyRequest(store.transaction)
    })
  } catch (cause) {
    console.warn('This browser could not keep a change', cause)
  }
}
