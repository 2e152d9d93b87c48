import { expect, type Page } from '@playwright/test'

/** What this browser keeps in its database: drafts and what was not sent yet. */
export const kept = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result))
        request.addEventListener('error', () => fail(new Error('What is kept could not be read')))
      })
    const database = await asked(indexedDB.open('keyval-store'))
    const values = await asked(database.transaction('keyval').objectStore('keyval').getAll())
    database.close()
    return values as unknown[]
  })

/** Waits until these words are kept: a page that is loaded anew before that has lost them. */
export const expectKept = (page: Page, words: string): Promise<void> =>
  expect.poll(async () => JSON.stringify(await kept(page)), { message: 'what is kept' }).toContain(words)
