import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentNotFound } from '@parley/core/attachments/rules'
import { testApp } from '../../test/app.ts'
import { callerOf } from '../../test/caller.ts'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import { addAgent } from '../agents/accounts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write, type Writer } from '../db/write.ts'
import { attachmentsOfMessages } from './queries.ts'
import { failAttachment, receiveAttachment, storeReceived } from './received.ts'
import { attachmentRoutes } from './routes.ts'
import { noScanner } from './scanner.ts'
import { DiskStore } from './store.ts'

const mebibyte = 1024 * 1024
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })

describe('attachments', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let store: DiskStore
  let dir: string
  let app: FastifyInstance

  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    dir = await mkdtemp(path.join(os.tmpdir(), 'parley-files-'))
    store = await DiskStore.open(dir, randomUUID, clock.now())
    const agentId = await addAgent(writer, { email: 'ann@example.com', password: 'plums and 7 pears' })
    app = await testApp(
      async () => callerOf(agentId),
      http => attachmentRoutes(http, { writer, store, scanner: noScanner }),
    )
  })
  afterAll(async () => {
    // Rejected files are removed in the background.
    await eventually(
      'nothing left half-way',
      async () => (await readdir(path.join(dir, 'staging'))).length === 0,
    )
    await app.close()
    await database.close()
    await rm(dir, { recursive: true })
  })

  const post = async (form: FormData) => {
    const request = new Response(form)
    return app.inject({
      method: 'POST',
      url: '/api/v1/attachments/documents/upload',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const upload = (
    bytes: Buffer | string,
    name: string,
    fields: Record<string, string> = {},
    type = 'text/html',
  ) => {
    const form = new FormData()
    const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
    form.append('file', new Blob([content], { type }), name)
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    return post(form)
  }
  const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ url, headers })
  const descriptionOf = async (id: string) =>
    (
      await database.db
        .selectFrom('attachments')
        .select('description')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
    ).description

  describe('upload', () => {
    test('[API-19][API-20][ATT-07] answers the document id and its addresses', async () => {
      const answer = await upload('name,sum\nAnn,3\n', 'sums.csv', {
        document_type: 'INCOME_PROOF',
        description: 'May',
      })
      expect(answer.statusCode).toBe(200)
      const { id } = answer.json()
      expect(answer.json()).toEqual({
        id: expect.stringMatching(/^\d+$/),
        document_id: id,
        name: 'sums.csv',
        mime_type: 'text/plain',
        size: 15,
        document_type: 'INCOME_PROOF',
        state: 'ready',
        failure: null,
        file_path: `documents/${id}/sums.csv`,
        download_url: `/api/v1/attachments/documents/${id}/download`,
        preview_url: null,
        thumbnail_url: null,
        width: null,
        height: null,
      })
      expect(await descriptionOf(id)).toBe('May')
      const bare = (await upload('x', 'x.txt')).json()
      expect(await descriptionOf(bare.id)).toBe('')
    })

    test('[API-19 CONST-05] the document type is OTHER by default', async () => {
      expect((await upload('x', 'x.txt')).json().document_type).toBe('OTHER')
    })

    test.each([
      'OTHER',
      'ID_DOCUMENT',
      'INCOME_PROOF',
      'EMPLOYMENT_PROOF',
      'MEDICAL_REPORT',
      'BUSINESS_DOCUMENT',
      'FINANCIAL_DOCUMENT',
    ])('[CONST-05] a document may be of type %s', async document_type => {
      const answer = await upload('x', 'x.txt', { document_type })
      expect(answer.json().document_type).toBe(document_type)
    })

    test('a picture has its upright size and a thumbnail of at most 640 pixels', async () => {
      const bytes = await picture(1600, 800).jpeg().withMetadata({ orientation: 6 }).toBuffer()
      const file = (await upload(bytes, 'photo.jpg')).json()
      expect(file).toMatchObject({ mime_type: 'image/jpeg', width: 800, height: 1600 })
      const small = await get(file.thumbnail_url)
      expect(small.headers['content-type']).toBe('image/webp')
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 640, height: 1280 })
      expect((await get(file.preview_url)).rawPayload).toEqual(bytes)
    })

    test('[Q-345] a damaged picture is a file to be saved, without thumbnail and preview, not a failure', async () => {
      const bytes = (await picture(50, 50).png().toBuffer()).subarray(0, 60)
      const answer = await upload(bytes, 'broken.png')
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({
        mime_type: 'image/png',
        thumbnail_url: null,
        preview_url: null,
        width: null,
      })
      const { download_url: url } = answer.json()
      expect((await get(url)).headers['content-disposition']).toMatch(/^attachment/)
    })

    test.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\ann\\cv.txt', 'cv.txt'],
      [`${'x'.repeat(300)}.txt`, `${'x'.repeat(196)}.txt`],
      ['..', 'file'],
    ])('the name %s is kept as %s', async (sent, kept) => {
      expect((await upload('x', sent)).json().name).toBe(kept)
    })

    test.each([
      ['file', '', 'empty.txt', {}],
      ['file', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'dance.gif', {}],
      ['document_type', 'x', 'x.txt', { document_type: 'SECRET' }],
      ['description', 'x', 'x.txt', { description: 'x'.repeat(2001) }],
    ])('with a bad %s: 400 that names it', async (field, bytes, name, fields) => {
      const answer = await upload(bytes, name, fields)
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json().fields)).toEqual([field])
    })

    test('without a file: 400', async () => {
      const form = new FormData()
      form.append('description', 'nothing')
      expect((await post(form)).json().code).toBe('attachment.no-file')
      const bare = await app.inject({ method: 'POST', url: '/api/v1/attachments/documents/upload' })
      expect(bare.json().code).toBe('attachment.no-file')
    })

    test('two files: 400 that names the field', async () => {
      const form = new FormData()
      form.append('file', new Blob(['a']), 'a.txt')
      form.append('file', new Blob(['b']), 'b.txt')
      const answer = await post(form)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ file: 'must be one file' })
    })

    test.each([
      [
        'a body that breaks off',
        'cut',
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      ],
      ['an empty body', 'cut', ''],
      [
        'another boundary',
        'other',
        '--cut\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--cut--',
      ],
      ['no boundary', '', 'abc'],
      ['a boundary longer than the parser looks for', 'x'.repeat(300), `--${'x'.repeat(300)}`],
    ])('%s: 400', async (_what, boundary, payload) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/attachments/documents/upload',
        headers: { 'content-type': `multipart/form-data${boundary && `; boundary=${boundary}`}` },
        payload,
      })
      expect(answer.statusCode).toBe(400)
    })

    const large = (size: number) => {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n'
      const block = Buffer.alloc(mebibyte, 1)
      const parts = function* () {
        yield Buffer.from(head)
        for (let left = size; left > 0; left -= mebibyte) yield block.subarray(0, Math.min(left, mebibyte))
        yield Buffer.from('\r\n--b--\r\n')
      }
      return app.inject({
        method: 'POST',
        url: '/api/v1/attachments/documents/upload',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: Readable.from(parts()),
      })
    }

    test('100 MB are taken', async () => {
      const answer = await large(100 * mebibyte)
      expect(answer.json()).toMatchObject({ size: 100 * mebibyte, mime_type: 'application/octet-stream' })
    })

    test('one byte more: 413 that names the limit', async () => {
      const answer = await large(100 * mebibyte + 1)
      expect(answer.statusCode).toBe(413)
      expect(answer.json()).toMatchObject({
        code: 'attachment.too-large',
        detail: expect.stringContaining('100 MB'),
      })
    })
  })

  describe('a file', () => {
    const page = '<html><script>alert(1)</script></html>'
    const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

    test.each([
      ['a page', page, 'page.html'],
      ['a drawing', drawing, 'drawing.svg'],
      ['a page that says it is a picture', page, 'cat.png'],
    ])('[API-21] %s is only ever offered for saving', async (_what, bytes, name) => {
      const file = (await upload(bytes, name, {}, 'image/png')).json()
      const answer = await get(file.download_url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(bytes)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-cache',
        'content-length': String(bytes.length),
      })
      expect(answer.headers['content-type']).not.toMatch(/html|svg|image/)
      expect((await get(`/api/v1/attachments/documents/${file.id}/preview`)).statusCode).toBe(404)
    })

    test('a picture opens in the page, with a name in any language', async () => {
      const file = (await upload(await picture(9, 9).png().toBuffer(), 'Bosco’s "ID" – é.png')).json()
      const answer = await get(file.download_url)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(answer.headers['content-disposition']).toBe(
        `inline; filename="Bosco_s _ID_ _ _.png"; filename*=UTF-8''Bosco%E2%80%99s%20%22ID%22%20%E2%80%93%20%C3%A9.png`,
      )
    })

    test('is sent in part, or not at all when the browser has it', async () => {
      const { download_url } = (await upload('0123456789', 'digits.txt')).json()
      const middle = await get(download_url, { range: 'bytes=2-4' })
      expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([
        206,
        '234',
        'bytes 2-4/10',
      ])
      const past = await get(download_url, { range: 'bytes=10-' })
      expect([past.statusCode, past.headers['content-range']]).toEqual([416, 'bytes */10'])
      const etag = String(middle.headers.etag)
      expect((await get(download_url, { 'if-none-match': etag })).statusCode).toBe(304)
      expect((await get(download_url, { range: 'bytes=2-4', 'if-range': etag })).statusCode).toBe(206)
      expect((await get(download_url, { range: 'bytes=2-4', 'if-range': '"old"' })).body).toBe('0123456789')
      expect((await app.inject({ method: 'HEAD', url: download_url })).headers['content-length']).toBe('10')
    })

    test.each(['999999999', '0', '-1', 'abc', '1e3', '99999999999999999999', '1%2F2'])(
      '[ATT-08] the unknown id %s gives 404 in the specified words',
      async id => {
        for (const part of ['download', 'preview', 'thumbnail']) {
          const answer = await get(`/api/v1/attachments/documents/${id}/${part}`)
          expect(answer.statusCode).toBe(404)
          expect(answer.json().detail).toBe(attachmentNotFound(decodeURIComponent(id)))
        }
      },
    )
  })

  describe("a customer's file", () => {
    const media = {
      id: 'wa-1',
      kind: 'image',
      mimeType: 'image/jpeg; q=1',
      sha256: null,
      filename: null,
      caption: null,
      voice: false,
    } as const

    const receive = (messageId: number) =>
      write(writer, ({ tx, now }) => receiveAttachment(tx, { messageId, media, position: 0, now }))
    const log = () =>
      database.db.selectFrom('live_log').select(['noun', 'entity_id', 'kind']).orderBy('seq').execute()

    test('is pending, then ready with what its bytes say, once, and the message changes', async () => {
      const messageId = await insertMessage(database, clock)
      const id = await receive(messageId)
      const pending = (await attachmentsOfMessages(database.db, [messageId])).get(messageId)
      expect(pending).toMatchObject([
        { name: 'Photo.jpg', mime_type: 'image/jpeg', state: 'pending', download_url: null },
      ])
      expect((await get(`/api/v1/attachments/documents/${id}/download`)).statusCode).toBe(404)

      const bytes = await picture(30, 20).png().toBuffer()
      await storeReceived({ writer, store, scanner: noScanner }, id, Readable.from([bytes]), {
        name: 'Photo.jpg',
        sums: [],
      })
      const before = await log()
      expect(before.at(-1)).toEqual({ noun: 'message', entity_id: messageId, kind: 'changed' })
      const [ready] = (await attachmentsOfMessages(database.db, [messageId])).get(messageId) ?? []
      expect(ready).toMatchObject({ state: 'ready', mime_type: 'image/png', width: 30, height: 20 })
      expect((await get(ready?.download_url ?? '')).rawPayload).toEqual(bytes)

      await storeReceived({ writer, store, scanner: noScanner }, id, Readable.from(['something else']), {
        name: 'Photo.jpg',
        sums: [],
      })
      expect(await log()).toEqual(before)
      expect((await get(ready?.download_url ?? '')).rawPayload).toEqual(bytes)
    })

    test('[Q-173] whose bytes are not those that WhatsApp announced is not kept; those are', async () => {
      const messageId = await insertMessage(database, clock)
      const id = await receive(messageId)
      const sha256 = createHash('sha256').update('as announced').digest('hex')
      const come = (bytes: string) =>
        storeReceived({ writer, store, scanner: noScanner }, id, Readable.from([bytes]), {
          name: 'a.txt',
          sums: [null, sha256],
        })
      await expect(come('something else')).rejects.toMatchObject({ name: 'FileAltered' })
      await expect(come('')).rejects.toMatchObject({ name: 'FileEmpty' })
      const stateOf = async () =>
        (await attachmentsOfMessages(database.db, [messageId])).get(messageId)?.[0]?.state
      expect(await stateOf()).toBe('pending')
      await come('as announced')
      expect(await stateOf()).toBe('ready')
    })

    test('that cannot be fetched says why', async () => {
      const messageId = await insertMessage(database, clock)
      const id = await receive(messageId)
      expect(
        await write(writer, ({ tx }) => failAttachment(tx, id, 'WhatsApp does not have it any more')),
      ).toEqual([{ noun: 'message', id: messageId, kind: 'changed' }])
      const [failed] = (await attachmentsOfMessages(database.db, [messageId])).get(messageId) ?? []
      expect(failed).toMatchObject({
        state: 'failed',
        failure: 'WhatsApp does not have it any more',
        thumbnail_url: null,
      })
    })

    test('whose stream breaks leaves nothing behind and stays pending', async () => {
      const messageId = await insertMessage(database, clock)
      const id = await receive(messageId)
      const broken = Readable.from(
        (function* () {
          yield Buffer.from('half')
          throw new Error('cut')
        })(),
      )
      await expect(
        storeReceived({ writer, store, scanner: noScanner }, id, broken, { name: 'Photo.jpg', sums: [] }),
      ).rejects.toThrow('cut')
      const [file] = (await attachmentsOfMessages(database.db, [messageId])).get(messageId) ?? []
      expect(file?.state).toBe('pending')
    })
  })
})

async function insertMessage({ db }: OpenDatabase, clock: TestClock): Promise<number> {
  const now = clock.now()
  const customer = await db
    .insertInto('customers')
    .values({ wa_id: randomUUID(), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const conversation = await db
    .insertInto('conversations')
    .values({
      customer_id: customer.id,
      phone_number_id: '1',
      status: 'ACTIVE',
      last_activity: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('messages')
    .values({
      conversation_id: conversation.id,
      direction: 'INBOUND',
      source: 'CUSTOMER',
      message_type: 'image',
      content: '',
      at: now,
      arrived_at: now,
      status: 'received',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return message.id
}
