import { text } from 'node:stream/consumers'
import { MediaBroken } from '@parley/whatsapp/media-download'
import { textMessage } from '@parley/whatsapp/send'
import { expect, test } from 'vitest'
import { eventually, receiver, simulator } from '../simulator.fixture.ts'

const hello = textMessage({ to: { phone: '256700000001' }, text: 'Hello', opaque: 'attempt-1' })
const soon = { timeoutMs: 5_000 }

test.each<[string, object]>([
  ['server-error', { outcome: 'refused', retry: 'transient', code: 131000 }],
  ['bare-500', { outcome: 'unknown' }],
  ['bare-429', { outcome: 'refused', retry: 'rate', code: 429 }],
  ['refused', { outcome: 'refused', retry: 'transient', code: 131000 }],
  ['time-out', { outcome: 'unknown' }],
  ['reset', { outcome: 'unknown' }],
])(
  '[Q-039] under the fault %s a send is not accepted, as often as it was armed for',
  async (name, outcome) => {
    const { url, seen } = await receiver()
    const { client, get, post } = await simulator(url)
    await post('/faults', { name, times: 2 })
    expect(await client.send(hello, soon)).toMatchObject(outcome)
    expect(await client.send(hello, soon)).toMatchObject(outcome)
    expect((await get('/phones/256700000001/messages')).body).toEqual([])
    expect(await client.send(hello, soon)).toMatchObject({ outcome: 'accepted' })
    await eventually(seen, ['status sent', 'status delivered'])
  },
)

test('[Q-190] under the fault refused a send is refused with the given code', async () => {
  const { client, post } = await simulator((await receiver()).url)
  await post('/faults', { name: 'refused', code: 131056 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'refused', retry: 'rate', code: 131056 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'accepted' })
})

test('[Q-190] under the fault refused-later a send is accepted and fails with the given code', async () => {
  const { url, posts, seen } = await receiver()
  const { client, post } = await simulator(url)
  await post('/faults', { name: 'refused-later', code: 131042 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'accepted' })
  await eventually(seen, ['status failed'])
  expect(posts[0]?.items[0]).toMatchObject({ status: { status: 'failed', error: { code: 131042 } } })
})

test('[Q-039] under the fault time-out the connection is held until the client leaves', async () => {
  const { url } = await receiver()
  const { client, post, get } = await simulator(url, { holdMs: 60_000 })
  await post('/faults', { name: 'time-out', times: 1 })
  expect(await client.send(hello, { timeoutMs: 200 })).toEqual({ outcome: 'unknown', reason: 'TimeoutError' })
  expect((await get('/phones/256700000001/messages')).body).toEqual([])
})

test('[Q-039] under the fault answer-lost the message is on the phone and its statuses come', async () => {
  const { url, posts, seen } = await receiver()
  const { client, get, post } = await simulator(url)
  await post('/faults', { name: 'answer-lost', times: 1 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'unknown' })
  expect((await get('/phones/256700000001/messages')).body).toHaveLength(1)
  await eventually(seen, ['status sent', 'status delivered'])
  expect(posts[0]?.items[0]).toMatchObject({ status: { opaque: 'attempt-1' } })
})

test('[Q-018] under the fault status-first the statuses come before the answer', async () => {
  const { url, seen } = await receiver()
  const { client, post } = await simulator(url, { deliveredAfterMs: 60_000 })
  await post('/faults', { name: 'status-first', times: 1 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'accepted' })
  expect(seen()).toEqual(['status sent', 'status delivered'])
})

test.each<[string, object]>([
  ['token-expired', { outcome: 'refused', retry: 'channel', code: 190 }],
  ['media-limited', { outcome: 'refused', retry: 'rate' }],
  ['media-error', { outcome: 'refused', retry: 'transient' }],
  ['media-gone', { outcome: 'gone' }],
  ['media-moved', { outcome: 'misplaced' }],
])(
  '[THREAD-08] under the fault %s a file cannot be fetched, as often as it was armed for',
  async (name, outcome) => {
    const { client, post } = await simulator((await receiver()).url)
    const file = { bytes: Buffer.from('four'), filename: 'a.txt', mimeType: 'text/plain' }
    const uploaded = await client.uploadMedia(file, soon)
    if (uploaded.outcome !== 'uploaded') throw new Error(uploaded.outcome)
    const download = () => client.download(uploaded.mediaId, { maxBytes: 9, ...soon })
    await post('/faults', { name, times: 1 })
    expect(await download()).toMatchObject(outcome)
    await post('/faults', { name: 'media-cut', times: 1 })
    const cut = await download()
    if (cut.outcome !== 'found') throw new Error(cut.outcome)
    await expect(text(cut.media.stream)).rejects.toBeInstanceOf(MediaBroken)
    const found = await download()
    expect(found.outcome === 'found' && (await text(found.media.stream))).toBe('four')
  },
)

test('[Q-184] under the fault window-closed a send is refused, and under the others it fails after it was accepted', async () => {
  const { url, posts, seen } = await receiver()
  const { client, get, post } = await simulator(url)
  await post('/faults', { name: 'window-closed', times: 1 })
  expect(await client.send(hello, soon)).toMatchObject({ outcome: 'refused', retry: 'window', code: 131047 })
  expect((await get('/phones/256700000001/messages')).body).toEqual([])
  for (const [name, code] of [
    ['window-closed-later', 131047],
    ['undeliverable-later', 131026],
  ] as const) {
    posts.length = 0
    await post('/faults', { name, times: 1 })
    expect(await client.send(hello, soon)).toMatchObject({ outcome: 'accepted' })
    await eventually(seen, ['status failed'])
    expect(posts[0]?.items[0]).toMatchObject({ status: { status: 'failed', error: { code } } })
  }
})
