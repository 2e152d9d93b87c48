import { expect, test } from 'vitest'
import { startClaimLoop } from './claim-loop.ts'

/** A loop over queued items. The test decides when each item's work ends. */
function loopOver(atOnce: number, lookEveryMs = 60_000) {
  const line: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const begun: string[] = []
  const troubles: unknown[] = []
  const table = { broken: false, held: false }
  const loop = startClaimLoop<string>({
    claim: async room => {
      if (table.broken) throw new Error('no database')
      if (table.held && line.length > 0) return 'held'
      return line.splice(0, room)
    },
    work: one =>
      new Promise((resolve, reject) => {
        begun.push(one)
        ends.set(one, error => (error === undefined ? resolve() : reject(error)))
      }),
    atOnce,
    lookEveryMs,
    onTrouble: error => troubles.push(error),
  })
  const queue = (...pieces: readonly string[]) => {
    line.push(...pieces)
    loop.wake()
  }
  return { loop, line, ends, begun, troubles, table, queue }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

test('several are done at once, no more than that, and the next as soon as one has ended', async () => {
  const { loop, ends, begun, queue } = loopOver(2)
  queue('a', 'b', 'c', 'd')
  await settled()
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.()
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const end of ends.values()) end()
  await settled()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends.values()) end()
  await loop.close()
})

test('what is queued while it looks is not overlooked', async () => {
  const { loop, ends, begun, queue } = loopOver(8)
  queue('a')
  queue('b')
  await Promise.resolve()
  queue('c')
  await settled()
  queue('d')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends.values()) end()
  await loop.close()
})

test('woken several times at once it still does no more than it may', async () => {
  const { loop, ends, begun, queue } = loopOver(1)
  queue('a')
  queue('b')
  queue('c')
  await settled()
  expect(begun).toEqual(['a'])
  for (const one of ['a', 'b', 'c']) {
    ends.get(one)?.()
    await settled()
  }
  expect(begun).toEqual(['a', 'b', 'c'])
  await loop.close()
})

test('in whatever moment of a look something is queued, it is found without another wake', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const { loop, ends, begun, queue } = loopOver(8)
    queue('a')
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    queue('b')
    await settled()
    expect({ turns, begun }).toEqual({ turns, begun: ['a', 'b'] })
    for (const end of ends.values()) end()
    await loop.close()
  }
})

test('a piece that fails is reported and holds up no other; so does a look that fails', async () => {
  const { loop, ends, begun, troubles, table, queue } = loopOver(1)
  queue('a', 'b')
  await settled()
  ends.get('a')?.(new Error('a failed'))
  await settled()
  expect([begun, troubles]).toEqual([['a', 'b'], [new Error('a failed')]])
  ends.get('b')?.()
  await settled()
  table.broken = true
  queue('c')
  await settled()
  expect(troubles.at(-1)).toEqual(new Error('no database'))
  table.broken = false
  loop.wake()
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('c')?.()
  await loop.close()
})

test('it looks by itself too, for what another process queued', async () => {
  const { loop, line, ends, begun } = loopOver(1, 1)
  line.push('theirs')
  while (begun.length === 0) await settled()
  ends.get('theirs')?.()
  await loop.close()
  expect(begun).toEqual(['theirs'])
})

test('what other transactions hold is looked for again without another wake', async () => {
  const { loop, ends, begun, table, queue } = loopOver(1)
  table.held = true
  queue('a')
  await settled()
  expect(begun).toEqual([])
  table.held = false
  while (begun.length === 0) await settled()
  expect(begun).toEqual(['a'])
  ends.get('a')?.()
  await loop.close()
})

test('closing waits for what is in flight, and begins nothing more', async () => {
  const { loop, ends, begun, queue } = loopOver(1)
  queue('a', 'b')
  await settled()
  const closing = loop.close()
  const first = await Promise.race([closing.then(() => 'closed'), settled().then(() => 'still open')])
  expect(first).toBe('still open')
  ends.get('a')?.()
  await closing
  loop.wake()
  await settled()
  expect(begun).toEqual(['a'])
})
