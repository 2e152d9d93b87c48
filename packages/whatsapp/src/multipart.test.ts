import { expect, test } from 'vitest'
import { type Answer, graph, json, refusal } from './graph.fixture.ts'

const pdf = Buffer.from('%PDF-1.7 \r\n--not a boundary\r\n')
async function* pieces() {
  yield pdf.subarray(0, 5)
  yield pdf.subarray(5)
}
/** Longer than an answer takes on the busiest machine. */
const patient = { timeoutMs: 30_000 }

test.each([
  ['at once', pdf],
  ['as a stream', { stream: pieces(), size: pdf.byteLength }],
])('[COMP-14] a file uploaded %s arrives whole, with its length declared', async (_name, bytes) => {
  const { client, seen } = await graph(json(200, { id: '77' }))
  const file = { bytes, filename: 'a "b"\r\nX: y.pdf', mimeType: 'application/pdf' }
  expect(await client.uploadMedia(file, patient)).toEqual({ outcome: 'uploaded', mediaId: '77' })
  const call = seen[0]
  expect(call).toMatchObject({ url: '/v23.0/100/media', authorization: 'Bearer token' })
  expect(Number(call?.headers['content-length'])).toBe(call?.body.length)
  expect(call?.headers['transfer-encoding']).toBeUndefined()
  const form = await new Response(Buffer.from(call?.body ?? '', 'latin1'), {
    headers: { 'content-type': call?.headers['content-type'] ?? '' },
  }).formData()
  expect(form.get('messaging_product')).toBe('whatsapp')
  expect(form.get('type')).toBe('application/pdf')
  const arrived = form.get('file') as File
  expect(arrived.name).toBe('a "b" X: y.pdf')
  expect(Buffer.from(await arrived.arrayBuffer())).toEqual(pdf)
})

const file = { bytes: pdf, filename: 'a.pdf', mimeType: 'application/pdf' }
test.each<[string, Answer, object]>([
  ['a refused type', json(400, refusal(100)), { outcome: 'refused', retry: 'permanent' }],
  ['a bare 500', response => response.writeHead(500).end(), { outcome: 'unreached' }],
  ['a reset', response => response.destroy(), { outcome: 'unreached' }],
  ['a success nobody can read', json(200, {}), { outcome: 'unreached' }],
])('[Q-039] an upload answered with %s may be judged without doubt', async (_name, answer, outcome) => {
  const { client } = await graph(answer)
  expect(await client.uploadMedia(file, patient)).toMatchObject(outcome)
})

test('[Q-039] an upload answered with silence may be judged without doubt', async () => {
  const { client } = await graph(() => undefined)
  expect(await client.uploadMedia(file, { timeoutMs: 300 })).toEqual({
    outcome: 'unreached',
    reason: 'TimeoutError',
  })
})
