import { expect, test, vi } from 'vitest'
import { fakeDevice } from './fake-device.fixture.ts'
import { type DraftStorage, memoryStorage, encryptedStorage, importSealingKey } from './sealed-storage.ts'
import { StorageQueue } from './kept-values.ts'

const rest = () => new Promise(resolve => setTimeout(resolve))

/** A keeper that does what is asked when the test says so. */
function slowKeeper() {
  const waiting: (() => void)[] = []
  const done: string[] = []
  const later = (what: string) =>
    new Promise<undefined>(resolve =>
      waiting.push(() => {
        done.push(what)
        resolve(undefined)
      }),
    )
  const keeper: DraftStorage = {
    read: place => later(`read ${place}`),
    keep: (place, value) => later(`keep ${place} ${String(value)}`),
    list: async () => [],
  }
  const go = async () => {
    await rest()
    waiting.shift()?.()
    await rest()
  }
  return { keeper, done, waiting, go }
}

test('[Q-146 Q-174] who asks before the key is there waits, and nothing is lost or turned round', async () => {
  const kept = new StorageQueue()
  const read = vi.fn()
  void kept.read('a').then(read)
  void kept.keep('a', 'first')
  void kept.keep('a', undefined)
  void kept.keep('b', 'other')
  await rest()
  expect(read).not.toHaveBeenCalled()

  const { device, values } = fakeDevice()
  const key = await importSealingKey(crypto, 'A'.repeat(43))
  await kept.open(async () => encryptedStorage(device, crypto, key, '7', () => undefined))
  expect(await kept.read('b')).toBe('other')
  expect(read).toHaveBeenCalledExactlyOnceWith(undefined)
  expect([...values.keys()]).toEqual(['b'])
})

test('[Q-174] of one place one thing is done after the other, of two places nothing waits', async () => {
  const { keeper, done, waiting, go } = slowKeeper()
  const kept = new StorageQueue()
  await kept.open(async () => keeper)
  void kept.keep('a', 1)
  void kept.keep('a', undefined)
  void kept.keep('b', 2)
  await rest()
  expect(waiting).toHaveLength(2)
  for (let n = 0; n < 3; n += 1) await go()
  expect(done).toEqual(['keep a 1', 'keep b 2', 'keep a undefined'])
})

test('[Q-137 Q-174] signed out, the key goes when the last write is done, and who asks then waits for the next', async () => {
  const { keeper, done, go } = slowKeeper()
  const kept = new StorageQueue()
  await kept.open(async () => keeper)
  // As a draft does: the next write is asked for when the one before is done.
  void kept.keep('a', 'typed').then(() => kept.keep('a', 'typed last'))
  const locked = vi.fn()
  void kept.lock().then(locked)
  await go()
  expect(locked).not.toHaveBeenCalled()
  await go()
  expect(locked).toHaveBeenCalledOnce()
  expect(done).toEqual(['keep a typed', 'keep a typed last'])

  void kept.keep('a', 'after')
  await go()
  expect(done).toHaveLength(2)
  const back = memoryStorage()
  await kept.open(async () => back)
  await rest()
  expect(await back.read('a')).toBe('after')
})

test('[Q-137 Q-174] who is back before the last write is done keeps the key', async () => {
  const { keeper, go, done } = slowKeeper()
  const kept = new StorageQueue()
  await kept.open(async () => keeper)
  void kept.keep('a', 1)
  const locked = kept.lock()
  await kept.open(async () => memoryStorage())
  await go()
  await locked
  void kept.keep('a', 2)
  await rest()
  await go()
  expect(done).toEqual(['keep a 1', 'keep a 2'])
})

test('[Q-174] a key that comes when its agent has left opens nothing', async () => {
  const kept = new StorageQueue()
  let arrive: (keeper: DraftStorage) => void = () => undefined
  const opening = kept.open(() => new Promise(resolve => (arrive = resolve)))
  await kept.lock()
  arrive(memoryStorage())
  await opening
  const read = vi.fn()
  void kept.read('a').then(read)
  await rest()
  expect(read).not.toHaveBeenCalled()
})

test('what the browser refuses is logged, and nobody waits for ever', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = () => Promise.reject(new Error('The disk is full'))
  const kept = new StorageQueue()
  await kept.open(async () => ({ read: refuse, keep: refuse, list: refuse }))
  await kept.keep('a', 'secret words')
  expect([await kept.read('a'), await kept.list('a')]).toEqual([undefined, []])
  expect(warn).toHaveBeenCalledTimes(3)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret words')
  warn.mockRestore()
})
