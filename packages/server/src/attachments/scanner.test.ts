import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { basePath } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eicar, type StandIn, startClamd } from '../../test/models/clamd.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { clamdScanner } from './scanner.ts'

describe('[Q-173] clamd', () => {
  let clamd: StandIn
  let dir: string
  beforeAll(async () => {
    clamd = await startClamd()
    dir = await mkdtemp(path.join(os.tmpdir(), 'parley-scan-'))
  })
  afterAll(async () => {
    await clamd.close()
    await rm(dir, { recursive: true })
  })
  const scan = async (content: string | Buffer, withinMs?: number) => {
    const file = path.join(dir, 'file')
    await writeFile(file, content)
    return clamdScanner({ host: '127.0.0.1', port: clamd.port }, withinMs).scan(file)
  }

  test('a clean file passes, whatever its size; one that is found is named', async () => {
    clamd.mood = 'works'
    expect(await scan('Hello')).toBeNull()
    expect(await scan('')).toBeNull()
    const large = Buffer.alloc(1_000_003, 'x')
    expect(await scan(large)).toBeNull()
    expect(clamd.scanned).toEqual([5, 0, 1_000_003])
    expect(await scan(`${'x'.repeat(200_000)}${eicar}`)).toBe('Eicar-Test-Signature')
  })

  test.each([
    ['silent', 300, /no answer within/],
    ['limits', undefined, /size limit exceeded/],
    ['hangs-up', undefined, /clamd: /],
  ] as const)('one that is %s says nothing of the file', async (mood, withinMs, words) => {
    clamd.mood = mood
    const error: unknown = await scan('Hello', withinMs).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ name: 'ScannerAway', message: expect.stringMatching(words) })
  })

  test('nobody listens there', async () => {
    const nowhere = clamdScanner({ path: path.join(dir, 'none.ctl') })
    await expect(nowhere.scan(path.join(dir, 'file'))).rejects.toMatchObject({ name: 'ScannerAway' })
  })
})

describe('[Q-173] files are scanned before anybody can open them', () => {
  let clamd: StandIn
  let at: TestServer
  beforeAll(async () => {
    clamd = await startClamd()
    at = await startTestServer({ clamd: { host: '127.0.0.1', port: clamd.port } })
  })
  afterAll(async () => {
    await at.close()
    await clamd.close()
  })

  const upload = (content: string) =>
    at.server.app.inject({
      method: 'POST',
      url: `${basePath}/attachments/documents/upload`,
      headers: {
        authorization: `Bearer ${at.ann.token}`,
        'content-type': 'multipart/form-data; boundary=cut',
      },
      payload: `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--cut--\r\n`,
    })
  const rows = async () =>
    await at.database.db
      .selectFrom('attachments')
      .select(['id', 'state', 'storage_key', 'failure'])
      .orderBy('id')
      .execute()

  test('an upload: taken, refused by name and on record, or not taken while nobody can say', async () => {
    clamd.mood = 'works'
    expect((await upload('clean')).statusCode).toBe(200)
    const found = await upload(`see ${eicar}`)
    expect(found.statusCode).toBe(400)
    expect(found.json()).toMatchObject({
      code: 'attachment.harmful',
      detail: 'This file contains malware (Eicar-Test-Signature) and was rejected. Tell your administrator',
    })
    const { reply } = await at.ann.get('audit', { query: { action: 'attachment.blocked' } })
    expect(reply).toMatchObject([{ by: { id: at.ann.id }, after: { malware: 'Eicar-Test-Signature' } }])
    clamd.mood = 'hangs-up'
    const unsure = await upload('clean too')
    expect(unsure.statusCode).toBe(503)
    expect(unsure.json()).toMatchObject({ code: 'attachment.unscanned' })
    expect(await rows()).toHaveLength(1)
  })

  test('a customer’s file waits and says why while nobody can say; one that is found is never kept', async () => {
    const [before] = await rows()
    const send = (content: string) =>
      at.simulator.write('+256720000001', {
        type: 'document',
        data_base64: Buffer.from(content).toString('base64'),
        filename: 'letter.txt',
        mime_type: 'text/plain',
      })
    clamd.mood = 'hangs-up'
    await send('a clean letter')
    const file = async (place: number) => (await rows()).filter(row => row.id !== before?.id)[place]
    await eventually('it waits', async () =>
      /cannot be checked for malware/.test((await file(0))?.failure ?? ''),
    )
    expect(await file(0)).toMatchObject({ state: 'pending', storage_key: null })
    expect(
      (await at.ann.ask('downloadDocument', { params: { id: String((await file(0))?.id) } })).status,
    ).toBe(404)
    clamd.mood = 'works'
    at.clock.advance(60)
    await send(`a bad letter ${eicar}`)
    await eventually(
      'both are settled',
      async () => (await file(0))?.state === 'ready' && (await file(1))?.state === 'failed',
    )
    expect(await file(1)).toMatchObject({
      storage_key: null,
      failure: 'It holds malware, so it was not kept',
    })
    const { reply } = await at.ann.get('audit', { query: { action: 'attachment.blocked' } })
    expect(reply[0]).toMatchObject({ by: null, on: { id: String((await file(1))?.id) } })
  })
})
