import { expect, type Page } from '@playwright/test'

/** The full content of this origin's databases, readable by anyone with the device. */
export const readable = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result))
        request.addEventListener('error', () => fail(new Error('What is kept could not be read')))
      })
    const found: string[] = []
    const take = (value: unknown): void => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        for (const encoding of ['utf-8', 'utf-16le']) found.push(new TextDecoder(encoding).decode(value))
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, part] of Object.entries(value)) {
          found.push(name)
          take(part)
        }
      } else found.push(String(value))
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''))
      for (const each of database.objectStoreNames) {
        const store = database.transaction(each).objectStore(each)
        const [places, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())])
        for (const part of [...places, ...values]) take(part)
      }
      database.close()
    }
    return found.join('\n')
  })

/** The key that encrypts the browser's storage of the signed-in agent. */
export const sealingKeyOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('token')}`
    const answer = await fetch('/api/v1/capabilities', { headers: { authorization } })
    return ((await answer.json()) as { sealing_key: string }).sealing_key
  })

/** The browser's storage of the signed-in agent, decrypted with their key: drafts and unsent replies. */
const kept = (page: Page, sealingKey: string): Promise<string> =>
  page.evaluate(async sealing => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result))
        request.addEventListener('error', () => fail(new Error('What is kept could not be read')))
      })
    const bytes = Uint8Array.from(atob(sealing.replaceAll('-', '+').replaceAll('_', '/')), letter =>
      letter.charCodeAt(0),
    )
    const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
    const { id } = JSON.parse(localStorage.getItem('user') ?? '') as { id: string }
    const database = await asked(indexedDB.open('parley'))
    const store = database.transaction('sealed').objectStore('sealed')
    const [places, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())])
    database.close()
    const opened = values.map(async ({ iv, body }: { iv: BufferSource; body: BufferSource }, at) => {
      const place = places[at] as string
      if (place.split(':')[1] !== id) return ''
      const additionalData = new TextEncoder().encode(JSON.stringify([id, place]))
      return new TextDecoder().decode(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, body),
      )
    })
    return (await Promise.all(opened)).join('\n')
  }, sealingKey)

/**
 * Waits until this text is stored: a reload before that would lose it. Without a connection, pass a key that was fetched before.
 */
export async function expectKept(page: Page, words: string, key?: string): Promise<void> {
  const sealingKey = key ?? (await sealingKeyOf(page))
  await expect.poll(() => kept(page, sealingKey), { message: 'what is kept' }).toContain(words)
}
