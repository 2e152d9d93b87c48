import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const recording = fs.readFileSync(new URL('../../test/recording.ogg', import.meta.url))
const stereo = Buffer.from(recording)
stereo[28 + 9] = 2

describe('[Q-195] a voice note', () => {
  let at: TestServer
  let conversationId: string
  const phone = '256720000195'
  beforeAll(async () => {
    at = await startTestServer()
    await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  })
  afterAll(() => at.close())

  const file = async (bytes: Buffer, name = 'Voice message.ogg') =>
    (await upload(at.server.app, at.ann, name, bytes)).id
  const send = (body: object, client_message_id = unique(), agent = at.ann) =>
    agent.ask('send', { params: { id: conversationId }, body: { client_message_id, ...body } })
  const messages = async () =>
    (await at.ann.get('history', { params: { id: conversationId } })).reply.messages
  const onPhone = () => at.simulator.received(`+${phone}`)

  test('is sent to be played, with its length', async () => {
    const document_id = await file(recording)
    const client = unique()
    const sent = await send({ document_id, voice: true }, client)
    expect(sent).toMatchObject({
      status: 200,
      body: { message_type: 'audio', details: { voice: { seconds: 3 } }, attachments: [{ id: document_id }] },
    })
    const [received] = await eventually('it to arrive', async () => {
      const all = await onPhone()
      return all.length > 0 && all
    })
    expect(received).toMatchObject({ type: 'audio', media: { voice: true } })
    // A repeat is the same message; sent as a file it is another.
    expect((await send({ document_id, voice: true }, client)).body).toMatchObject({
      id: (sent.body as { id: string }).id,
    })
    expect(await send({ document_id }, client)).toMatchObject({ status: 409 })
  })

  test('the same recording is sent as a file without `voice`', async () => {
    const before = (await onPhone()).length
    expect(await send({ document_id: await file(recording) })).toMatchObject({
      status: 200,
      body: { details: null },
    })
    const all = await eventually('it to arrive', async () => {
      const now = await onPhone()
      return now.length > before && now
    })
    expect(all.at(-1)).toMatchObject({ type: 'audio', media: { voice: false } })
  })

  test.each<[string, () => Promise<object>, string]>([
    [
      'two channels',
      async () => ({ document_id: await file(stereo) }),
      'needs a recording in Ogg with Opus and one channel',
    ],
    [
      'no recording, whatever it is called',
      async () => ({ document_id: await file(Buffer.from('%PDF-1.4 a policy')) }),
      'needs a recording of at most 16 MB',
    ],
    ['no document', async () => ({ content: 'Hello' }), 'goes with a document'],
  ])('%s: refused in words, and nothing is stored', async (_name, body, words) => {
    const before = (await messages()).length
    const answer = await send({ ...(await body()), voice: true })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(words)
    expect((await messages()).length).toBe(before)
  })

  test("a colleague's recording is not found, and not told apart from what is none", async () => {
    for (const bytes of [Buffer.concat([recording, Buffer.from(unique())]), Buffer.from(unique())]) {
      const document_id = await file(bytes)
      expect(await send({ document_id, voice: true }, unique(), at.brian)).toMatchObject({
        status: 404,
        body: { code: 'attachment.not-found' },
      })
    }
    expect(await send({ document_id: '999999', voice: true })).toMatchObject({ status: 404 })
  })
})
