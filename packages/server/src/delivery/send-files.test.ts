import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaseMs } from '@parley/core/messages/delivery'
import { simulatorApp } from '@parley/simulator/app'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { SimulatorClient } from '../../test/models/simulator-client.ts'
import { eventually } from '../../test/wait.ts'
import { DiskStore, type FileStore } from '../attachments/store.ts'
import { whatsappAdapter } from '../channels/whatsapp.ts'
import type { OpenDatabase } from '../db/open.ts'
import { startSender } from './send.ts'

const account = {
  apiVersion: 'v23.0',
  phoneNumberId: '1',
  accessToken: 'a token',
  appSecret: 'a secret',
  verifyToken: 'a word',
}
const bytes = '%PDF-1.4 a policy'
const pdf = { name: 'policy.pdf', mime_type: 'application/pdf', size: bytes.length }
const remedy = 'Attach the file again in a new message.'

let phones = 0
const newPhone = () => `25673${String((phones += 1)).padStart(7, '0')}`

describe('what is handed to WhatsApp', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  let simulator: SimulatorClient
  let apiUrl: string
  /** Webhooks from WhatsApp. */
  const webhooks: string[] = []
  const closing: (() => unknown)[] = []
  let store: DiskStore
  let key: string
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    const ear = http.createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        webhooks.push(Buffer.concat(pieces).toString())
        response.end()
      })
    })
    await new Promise<void>(resolve => {
      ear.listen(0, '127.0.0.1', resolve)
    })
    const webhookUrl = `http://127.0.0.1:${(ear.address() as AddressInfo).port}`
    const { app } = await simulatorApp(
      { ...account, webhookUrl, deliveredAfterMs: 20, retryAfterMs: 20, holdMs: 2_000 },
      { now: clock.now, random: Math.random },
    )
    apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    simulator = new SimulatorClient(app)
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-files-'))
    let files = 0
    store = await DiskStore.open(dir, () => String((files += 1)), clock.now())
    key = await store.keep(await store.stage(Readable.from([Buffer.from(bytes)]), 100), null)
    closing.push(
      () => database.close(),
      () => app.close(),
      () => ear.close(),
      () => fs.rmSync(dir, { recursive: true, force: true }),
    )
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('sending_holds').execute()
    await simulator.clearFaults()
    await database.db.updateTable('messages').set({ status: 'failed', next_try_at: null }).execute()
  })

  interface Out {
    readonly to: { readonly wa_id: string | null; readonly wa_user_id?: string }
    readonly content: string
    readonly file?: { name: string; mime_type: string; size: number | null; storage_key: string | null }
  }
  const queue = async ({ to, content, file }: Out): Promise<number> => {
    const now = clock.now()
    const { db } = database
    const customer = await db
      .insertInto('customers')
      .values({ ...to, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const times = { last_activity: now, created_at: now, updated_at: now }
    const conversation = await db
      .insertInto('conversations')
      .values({
        customer_id: customer.id,
        phone_number_id: '1',
        status: 'ACTIVE',
        customer_wrote_at: now,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('messages')
      .values({
        conversation_id: conversation.id,
        direction: 'OUTBOUND',
        source: 'AGENT',
        message_type: file === undefined ? 'text' : 'document',
        content,
        at: now,
        arrived_at: now,
        status: 'queued',
        send_deadline: new Date(now.getTime() + 60_000),
        next_try_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (file !== undefined) {
      const attachment = await db
        .insertInto('attachments')
        .values({ ...file, state: 'ready', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('message_attachments')
        .values({ message_id: id, attachment_id: attachment.id, position: 0 })
        .execute()
    }
    return id
  }
  const attemptOf = (id: number) =>
    database.db
      .selectFrom('attempts')
      .select(['state', 'failure', 'lease_until'])
      .where('message_id', '=', id)
      .executeTakeFirst()
  /** Sends the queued message with this store, and returns the result of the attempt. `troubles` collects the sender's errors. */
  const delivered = async (id: number, files: FileStore = store, troubles: unknown[] = []) => {
    const { apiVersion: version, phoneNumberId, accessToken } = account
    const adapter = whatsappAdapter({ apiUrl, version, phoneNumberId, accessToken })
    const running = startSender({
      writer,
      adapter,
      store: files,
      phoneNumberId,
      onTrouble: error => troubles.push(error),
    })
    const attempt = await eventually('the try', async () => {
      const row = await attemptOf(id)
      return row !== undefined && row.state !== 'sending' && row
    })
    await running.close()
    return attempt
  }
  /** A store with its own way of reading. */
  const reading = (read: FileStore['read']): FileStore => ({
    stage: (content, limit) => store.stage(content, limit),
    keep: (staged, thumbnail) => store.keep(staged, thumbnail),
    discard: staged => store.discard(staged),
    has: async () => true,
    keysBefore: (before, most) => store.keysBefore(before, most),
    remove: async () => undefined,
    readThumbnail: of => store.readThumbnail(of),
    sizesOf: of => store.sizesOf(of),
    read,
  })

  test.each([
    ['a file with words', 'Your policy', 'Your policy'],
    ['a file alone', '', null],
  ])('%s arrives under its name', async (_, content, text) => {
    const phone = newPhone()
    const id = await queue({ to: { wa_id: phone }, content, file: { ...pdf, storage_key: key } })
    expect(await delivered(id)).toMatchObject({ state: 'sent', failure: null })
    const media = { filename: 'policy.pdf', mime_type: 'application/pdf', size: bytes.length }
    expect(await simulator.received(`+${phone}`)).toMatchObject([{ type: 'document', text, media }])
  })

  test('who shows a user name only is reached by it', async () => {
    const phone = newPhone()
    await simulator.write(`+${phone}`, 'Hello')
    const user = await eventually('the webhook', () => {
      const webhook = webhooks.find(body => body.includes(`"from":"${phone}"`))
      return webhook?.match(/"from_user_id":"([^"]+)"/)?.[1]
    })
    const id = await queue({ to: { wa_id: null, wa_user_id: user }, content: 'Good morning' })
    expect(await delivered(id)).toMatchObject({ state: 'sent' })
    expect(await simulator.received(`+${phone}`)).toMatchObject([{ text: 'Good morning' }])
  })

  test.each([
    ['never was stored', { storage_key: null }, 'The file no longer exists.'],
    ['is empty', { size: 0 }, 'The file is empty.'],
    [
      'has a type that no channel takes',
      { mime_type: 'image/svg+xml' },
      'Files of the type image/svg+xml cannot be sent.',
    ],
  ])('a file that %s fails with words, and nothing is sent', async (_, more, sentence) => {
    const phone = newPhone()
    const file = { ...pdf, storage_key: key, ...more }
    const id = await queue({ to: { wa_id: phone }, content: 'Your policy', file })
    expect(await delivered(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'file', sentence, remedy },
    })
    const { status } = await database.db
      .selectFrom('messages')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('failed')
    expect(await simulator.received(`+${phone}`)).toEqual([])
  })

  test('a file that cannot be read now is tried again, and the trouble is told', async () => {
    const [phone, troubles] = [newPhone(), [] as unknown[]]
    const id = await queue({ to: { wa_id: phone }, content: '', file: { ...pdf, storage_key: key } })
    const broken = reading(async () => {
      throw Object.assign(new Error('a bad disk'), { code: 'EIO' })
    })
    expect(await delivered(id, broken, troubles)).toMatchObject({
      state: 'failed',
      failure: { code: 'unprepared' },
    })
    expect(troubles).toMatchObject([{ code: 'EIO' }])
    const message = database.db.selectFrom('messages').select(['status', 'failure']).where('id', '=', id)
    expect(await message.executeTakeFirst()).toEqual({ status: 'queued', failure: null })
  })

  test('[Q-335] a file that is not on the disk now is looked for again, and the trouble is told', async () => {
    const [phone, troubles] = [newPhone(), [] as unknown[]]
    const file = { ...pdf, storage_key: 'ff'.repeat(32) }
    const id = await queue({ to: { wa_id: phone }, content: '', file })
    expect(await delivered(id, undefined, troubles)).toMatchObject({
      state: 'failed',
      failure: { code: 'file', sentence: 'The file no longer exists.', remedy },
    })
    expect(troubles).toMatchObject([{ code: 'ENOENT' }])
    const message = database.db.selectFrom('messages').select(['status', 'failure']).where('id', '=', id)
    expect(await message.executeTakeFirst()).toEqual({ status: 'queued', failure: null })
  })

  test('an upload that WhatsApp refuses sends nothing, and says why', async () => {
    const phone = newPhone()
    await simulator.fault('token-expired', 1)
    const id = await queue({ to: { wa_id: phone }, content: '', file: { ...pdf, storage_key: key } })
    expect(await delivered(id)).toMatchObject({ state: 'failed', failure: { code: '190' } })
    expect(await simulator.received(`+${phone}`)).toEqual([])
  })

  test('[Q-018] while a large file is on its way nobody takes the try for lost', async () => {
    const id = await queue({ to: { wa_id: newPhone() }, content: '', file: { ...pdf, storage_key: key } })
    const leases: (Date | undefined)[] = []
    const slow = reading(async () =>
      Readable.from(
        (async function* () {
          leases.push((await attemptOf(id))?.lease_until)
          yield Buffer.from(bytes)
        })(),
      ),
    )
    expect(await delivered(id, slow)).toMatchObject({ state: 'sent' })
    // A minute for the file, plus the call.
    expect(leases).toEqual([new Date(clock.now().getTime() + 60_000 + leaseMs)])
  })
})
