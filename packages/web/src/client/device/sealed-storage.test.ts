import { expect, test, vi } from 'vitest'
import { fakeDevice } from './fake-device.fixture.ts'
import { takeClearValues, encryptedStorage, importSealingKey, type SealedValue } from './sealed-storage.ts'

const keys = { mine: 'A'.repeat(43), other: `${'B'.repeat(42)}A` }
const lost = vi.fn()

async function keeperOn(
  { device }: Pick<ReturnType<typeof fakeDevice>, 'device'>,
  { key = keys.mine, agentId = '7' } = {},
) {
  lost.mockClear()
  return encryptedStorage(device, crypto, await importSealingKey(crypto, key), agentId, lost)
}

const letter = {
  text: 'Your claim of 40,000 is paid — “Nakato”',
  files: [{ name: 'passbook.pdf', size: null }],
}

const everythingIn = (values: ReadonlyMap<string, unknown>): string =>
  [...values]
    .map(([place, value]) => {
      const { iv, body } = value as SealedValue
      return `${place} ${Buffer.from(iv).toString('latin1')} ${Buffer.from(body).toString('latin1')}`
    })
    .join('\n')

test('[Q-137 Q-174] what is kept comes back whole, and no word of it stands in the database', async () => {
  const held = fakeDevice()
  await (await keeperOn(held)).keep('draft:7:1', letter)
  expect(held.values.size).toBe(1)
  for (const word of ['claim', 'Nakato', 'passbook']) expect(everythingIn(held.values)).not.toContain(word)
  expect(await (await keeperOn(held)).read('draft:7:1')).toEqual(letter)
  expect(lost).not.toHaveBeenCalled()
})

test('[Q-174] the same value is sealed differently each time', async () => {
  const held = fakeDevice()
  const keeper = await keeperOn(held)
  const ivs = new Set<string>()
  const bodies = new Set<string>()
  for (let n = 0; n < 50; n += 1) {
    await keeper.keep('draft:7:1', letter)
    const { iv, body } = held.values.get('draft:7:1') as SealedValue
    expect(iv.byteLength).toBe(12)
    ivs.add(Buffer.from(iv).toString('hex'))
    bodies.add(Buffer.from(body).toString('hex'))
  }
  expect([ivs.size, bodies.size]).toEqual([50, 50])
})

test.each([
  ['another key', { key: keys.other }, 'draft:7:1', undefined],
  ['another agent', { agentId: '8' }, 'draft:7:1', undefined],
  ['another place', {}, 'draft:7:2', undefined],
  ['a changed bit', {}, 'draft:7:1', (sealed: SealedValue) => void (new Uint8Array(sealed.body)[0]! ^= 1)],
])(
  '[Q-174] what was sealed opens with nothing else: %s; it is removed, and said',
  async (_, owner, place, change) => {
    const held = fakeDevice()
    await (await keeperOn(held)).keep('draft:7:1', letter)
    const sealed = held.values.get('draft:7:1') as SealedValue
    change?.(sealed)
    held.values.set(place, sealed)
    const keeper = await keeperOn(held, owner)
    expect(await keeper.read(place)).toBeUndefined()
    expect(held.values.has(place)).toBe(false)
    expect(lost).toHaveBeenCalledOnce()
    expect(await keeper.read(place)).toBeUndefined()
    expect(lost).toHaveBeenCalledOnce()
  },
)

test.each([['a text'], [{ text: 'in clear' }], [{ iv: 'x', body: 'y' }], [null]])(
  '[Q-174] a value that was never sealed (%j) is no value',
  async value => {
    const held = fakeDevice({ 'draft:7:1': value })
    expect(await (await keeperOn(held)).read('draft:7:1')).toBeUndefined()
    expect([held.values.size, lost.mock.calls.length]).toEqual([0, 1])
  },
)

test('[Q-137 Q-174] a list has what stands under its beginning, without what does not open', async () => {
  const held = fakeDevice()
  const keeper = await keeperOn(held)
  await keeper.keep('outbox:7:1:a', { content: 'first' })
  await keeper.keep('outbox:7:1:b', { content: 'second' })
  await keeper.keep('outbox:7:12:c', { content: 'elsewhere' })
  held.values.set('outbox:7:1:d', 'not sealed')
  expect(await keeper.list('outbox:7:1:')).toEqual([
    ['outbox:7:1:a', { content: 'first' }],
    ['outbox:7:1:b', { content: 'second' }],
  ])
  await keeper.keep('outbox:7:1:a', undefined)
  expect(await keeper.list('outbox:7:1:')).toEqual([['outbox:7:1:b', { content: 'second' }]])
})

test('[Q-137 Q-174] what an earlier version kept in clear is sealed for its owner, and gone from where it was', async () => {
  const clear = fakeDevice({
    'draft:7:1': letter,
    'outbox:7:1:a': { content: 'left on the way' },
    'draft:7:2': { text: 'older' },
    'draft:8:1': { text: 'of a colleague' },
    'sample-applications': [{ notes: 'a note' }],
    'preference:theme': 'dark',
    renewal: { refreshToken: 'r', renewalId: 'x' },
  })
  const held = fakeDevice()
  const keeper = await keeperOn(held)
  await keeper.keep('draft:7:2', { text: 'newer' })
  await takeClearValues(clear.device, '7', keeper)
  expect([...clear.values.keys()]).toEqual(['preference:theme', 'renewal'])
  expect(await keeper.read('draft:7:1')).toEqual(letter)
  expect(await keeper.list('outbox:7:1:')).toEqual([['outbox:7:1:a', { content: 'left on the way' }]])
  expect(await keeper.read('draft:7:2')).toEqual({ text: 'newer' })
  expect([...held.values.keys()]).not.toContain('draft:8:1')
})
