import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attachment } from '@parley/core/attachments/api'
import type { CannedContent, CannedReply } from '@parley/core/canned-replies/api'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { DiskStore } from '../attachments/store.ts'
import { retain } from '../personal-data/retention.ts'

const content = (shortcut: string, more: Partial<CannedContent> = {}): CannedContent => ({
  shortcut,
  title: `About ${shortcut}`,
  body: 'Good {part_of_day} {first_name}.',
  language: 'en',
  ...more,
})

describe('[Q-219] canned replies', () => {
  let at: TestServer
  let amy: AgentClient
  let ben: AgentClient
  let carol: AgentClient
  let conversationId: string
  let store: DiskStore
  beforeAll(async () => {
    at = await startTestServer()
    const signIn = async (name: string, role: 'AGENT' | 'SUPERVISOR') => {
      const email = `${name}@parley.example`
      await addAgent(at.server.writer, { email, name, password, role })
      return AgentClient.signIn(at.server.app, at.url, email, password)
    }
    amy = await signIn('amy', 'AGENT')
    ben = await signIn('ben', 'AGENT')
    carol = await signIn('carol', 'SUPERVISOR')
    expect(await at.webhook(textWebhook('256700000018', 'wamid.canned', 'Hello'))).toBe(200)
    store = await DiskStore.open(path.join(at.dataDir, 'files'), unique, at.clock.now())
    conversationId = (await amy.get('conversations')).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())

  const create = (by: AgentClient, one: CannedContent, scope: 'own' | 'shared' = 'own') =>
    by.ask('createCannedReply', { body: { client_reply_id: unique(), scope, content: one } })
  const made = async (by: AgentClient, one: CannedContent, scope: 'own' | 'shared' = 'own') => {
    const { status, body } = await create(by, one, scope)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as CannedReply
  }
  const change = (by: AgentClient, { id, version }: CannedReply, one: CannedContent) =>
    by.ask('changeCannedReply', { params: { id }, body: { version, content: one } })
  const remove = (by: AgentClient, { id, version }: CannedReply) =>
    by.ask('removeCannedReply', { params: { id }, body: { version } })
  const list = async (by: AgentClient) => (await by.get('cannedReplies')).reply
  const held = async (by: AgentClient, id: string) => (await list(by)).find(one => one.id === id)
  const audited = () =>
    at.database.db
      .selectFrom('audit')
      .select(['action', 'object_id', 'before', 'after'])
      .where('noun', '=', 'canned-reply')
      .orderBy('id')
      .execute()

  test('an own reply is for its agent only; a shared one is for everybody, with its author', async () => {
    const own = await made(amy, content('only-amy'))
    const shared = await made(carol, content('for-all', { language: null }), 'shared')
    expect(own).toMatchObject({
      scope: 'own',
      version: 1,
      uses: 0,
      uses_by_intent: {},
      created_by: { id: amy.id },
    })
    expect(await held(amy, own.id)).toEqual(own)
    expect(await held(amy, shared.id)).toEqual(shared)
    expect(shared).toMatchObject({ scope: 'shared', created_by: { name: 'carol' }, language: null })
    for (const other of [ben, carol]) {
      expect(await held(other, own.id)).toBeUndefined()
      expect(await change(other, own, content('taken-over'))).toMatchObject({
        status: 404,
        body: { code: 'reply.not-found' },
      })
      expect(await remove(other, own)).toMatchObject({ status: 404 })
    }
    expect(await held(amy, own.id)).toEqual(own)
  })

  test('only supervisors write shared replies, on record; own ones are not on record', async () => {
    expect(await create(amy, content('amy-shares'), 'shared')).toMatchObject({
      status: 403,
      body: {
        code: 'session.forbidden',
        detail: 'Only a supervisor or an administrator may change shared canned replies',
      },
    })
    const before = (await audited()).length
    const shared = await made(carol, content('audited'), 'shared')
    for (const refused of [
      await change(amy, shared, content('audited', { body: 'Mine now' })),
      await remove(amy, shared),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'session.forbidden' } })
    expect(await held(amy, shared.id)).toEqual(shared)
    const changed = (await change(carol, shared, content('audited-2', { body: 'New' }))).body as CannedReply
    expect(changed).toMatchObject({ version: 2, body: 'New', updated_by: { name: 'carol' } })
    expect((await remove(carol, changed)).status).toBe(204)
    expect(await held(amy, shared.id)).toBeUndefined()
    const own = await made(amy, content('unrecorded'))
    await remove(amy, (await change(amy, own, content('unrecorded', { body: 'x' }))).body as CannedReply)
    expect((await audited()).slice(before)).toEqual([
      {
        action: 'canned-reply.created',
        object_id: Number(shared.id),
        before: null,
        after: { shortcut: 'audited', title: 'About audited' },
      },
      {
        action: 'canned-reply.changed',
        object_id: Number(shared.id),
        before: null,
        after: { shortcut: 'audited-2', changed: ['shortcut', 'title', 'body'] },
      },
      {
        action: 'canned-reply.removed',
        object_id: Number(shared.id),
        before: { shortcut: 'audited-2', title: 'About audited-2' },
        after: null,
      },
    ])
  })

  test('the second of two concurrent edits is refused with the saved reply', async () => {
    const shared = await made(carol, content('two-of-us'), 'shared')
    const first = (await change(carol, shared, content('two-of-us', { body: 'First' }))).body as CannedReply
    const refused = { status: 409, body: { code: 'reply.changed', current: first } }
    expect(await change(carol, shared, content('two-of-us', { body: 'Second' }))).toMatchObject(refused)
    expect(await remove(carol, shared)).toMatchObject(refused)
    expect(await held(carol, shared.id)).toEqual(first)
    // The same edit again, whose answer was lost on the way, is no other one.
    expect(await change(carol, shared, content('two-of-us', { body: 'First' }))).toMatchObject({
      status: 200,
      body: first,
    })
  })

  test('a shortcut is unique among an agent’s own replies and among the shared ones', async () => {
    const own = await made(amy, content('greet'))
    await made(ben, content('greet'))
    await made(carol, content('greet'), 'shared')
    const taken = {
      status: 409,
      body: { code: 'reply.taken', fields: { shortcut: 'is already the shortcut of “About greet”' } },
    }
    expect(await create(amy, content(' GREET '))).toMatchObject(taken)
    expect(await create(carol, content('greet'), 'shared')).toMatchObject(taken)
    const other = await made(amy, content('greet-2'))
    expect(await change(amy, other, content('greet'))).toMatchObject(taken)
    expect((await change(amy, own, content('greet', { title: 'Another title' }))).status).toBe(200)
    expect((await list(amy)).filter(one => one.shortcut === 'greet').map(one => one.scope)).toEqual([
      'own',
      'shared',
    ])
  })

  test('of two concurrent replies with one shortcut one is created', async () => {
    const both = await Promise.all([create(amy, content('race')), create(amy, content('race'))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a repeated call creates one reply; its client id is refused for another', async () => {
    const body = { client_reply_id: unique(), scope: 'own', content: content('once') }
    const first = await amy.ask('createCannedReply', { body })
    expect(await amy.ask('createCannedReply', { body })).toMatchObject({ status: 200, body: first.body })
    expect(
      await amy.ask('createCannedReply', { body: { ...body, content: content('twice') } }),
    ).toMatchObject({ status: 409, body: { code: 'reply.same-client-id' } })
  })

  test.each([
    ['shortcut', content('Pay mtn')],
    ['title', content('pay-x', { title: ' ' })],
    ['body', content('pay-x', { body: 'x'.repeat(4097) })],
    ['language', { ...content('pay-x'), language: 'fr' }],
  ])('bad input names the field %s', async (field, wrong) => {
    expect(await create(amy, wrong as CannedContent)).toMatchObject({
      status: 400,
      body: { fields: { [`content.${field}`]: expect.any(String) } },
    })
  })

  test('an agent has at most 200 of their own', async () => {
    const { database } = at
    await database.db
      .insertInto('canned_replies')
      .values(
        Array.from({ length: 200 }, (_, no) => ({
          owner_id: Number(carol.id),
          shortcut: `many-${no}`,
          title: 'One of many',
          body: 'x',
          created_at: new Date(),
          updated_at: new Date(),
        })),
      )
      .execute()
    expect(await create(carol, content('one-more'))).toMatchObject({
      status: 409,
      body: { code: 'reply.too-many' },
    })
    expect((await create(carol, content('one-more'), 'shared')).status).toBe(200)
  })

  describe('counting uses', () => {
    const send = (by: AgentClient, id: string, intent?: string | null, clientId = unique()) =>
      by.ask('send', {
        params: { id: conversationId },
        body: {
          client_message_id: clientId,
          content: 'Good morning.',
          canned_reply: { id, ...(intent !== undefined && { intent }) },
        },
      })

    test('a use is counted once per message, by intent and in total', async () => {
      const { id } = await made(carol, content('used'), 'shared')
      const click = unique()
      for (let press = 0; press < 3; press += 1)
        expect((await send(amy, id, 'premium_due', click)).status).toBe(200)
      expect(await held(ben, id)).toMatchObject({ uses: 1, uses_by_intent: { premium_due: 1 } })
      await send(ben, id, 'premium_due')
      await send(amy, id, 'missed_payment')
      await send(amy, id, null)
      await send(amy, id)
      await send(amy, id, 'no intent that there is')
      expect(await held(amy, id)).toMatchObject({
        uses: 6,
        uses_by_intent: { premium_due: 2, missed_payment: 1 },
        version: 1,
      })
    })

    test('an unreadable or deleted reply is not counted, and the message is sent', async () => {
      const own = await made(ben, content('bens'))
      const gone = await made(amy, content('gone'))
      await remove(amy, gone)
      for (const id of [own.id, gone.id, conversationId, 'nonsense', '999999999999'])
        expect((await send(amy, id)).status).toBe(200)
      expect(await held(ben, own.id)).toMatchObject({ uses: 0 })
    })

    test('a refused message is not counted', async () => {
      const { id } = await made(amy, content('refused'))
      const answer = await amy.ask('send', {
        params: { id: conversationId },
        body: { client_message_id: unique(), content: ' ', canned_reply: { id } },
      })
      expect(answer.status).toBe(400)
      expect(await held(amy, id)).toMatchObject({ uses: 0 })
    })
  })

  describe('files of a canned reply', () => {
    const pdf = (by: AgentClient, name = `${unique()}.pdf`) =>
      upload(at.server.app, by, name, `%PDF-1.4 ${name}`)
    const withFiles = (shortcut: string, ...files: readonly Attachment[]) =>
      content(shortcut, { document_ids: files.map(({ id }) => id) })
    const take = (by: AgentClient, { id }: CannedReply, documentId: string) =>
      by.ask('takeCannedFile', { params: { id }, body: { document_id: documentId } })
    const taken = async (by: AgentClient, reply: CannedReply, file: Attachment) => {
      const { status, body } = await take(by, reply, file.id)
      expect({ status, body }).toMatchObject({ status: 200 })
      return body as Attachment
    }
    const open = async (by: AgentClient, { id }: { readonly id: string }) =>
      (await by.ask('downloadDocument', { params: { id } })).status
    const send = (by: AgentClient, documentId: string) =>
      by.ask('send', {
        params: { id: conversationId },
        body: { client_message_id: unique(), document_id: documentId },
      })
    const keyOf = async ({ id }: { readonly id: string }) =>
      (
        await at.database.db
          .selectFrom('attachments')
          .select('storage_key')
          .where('id', '=', Number(id))
          .executeTakeFirst()
      )?.storage_key ?? null
    const unknown = { status: 404, body: { code: 'attachment.not-found' } }

    test('they keep their order, and every agent who may use the reply can open them', async () => {
      const [first, second] = [await pdf(carol), await pdf(carol)]
      const shared = await made(carol, withFiles('files', second, first), 'shared')
      expect(shared.attachments.map(({ id }) => id)).toEqual([second.id, first.id])
      expect(shared.attachments[0]).toEqual(second)
      expect(await held(amy, shared.id)).toEqual(shared)
      expect(await open(amy, first)).toBe(200)
      const mine = await pdf(amy)
      const own = await made(amy, withFiles('own-file', mine))
      expect([await open(amy, mine), await open(ben, mine), await open(carol, mine)]).toEqual([200, 404, 404])
      expect(await take(ben, own, mine.id)).toMatchObject({ status: 404, body: { code: 'reply.not-found' } })
      expect(await send(ben, mine.id)).toMatchObject(unknown)
    })

    test('they are unused uploads of the editor, at most three, each once', async () => {
      const [bens, sent, used] = [await pdf(ben), await pdf(amy), await pdf(amy)]
      expect((await send(amy, sent.id)).status).toBe(200)
      await made(amy, withFiles('uses-it', used))
      for (const file of [bens, sent, used])
        expect(await create(amy, withFiles('refused-file', file))).toMatchObject(unknown)
      for (const wrong of ['nonsense', '999999999'])
        expect(await create(amy, content('refused-file', { document_ids: [wrong] }))).toMatchObject(unknown)
      const four = await Promise.all([1, 2, 3, 4].map(() => pdf(amy)))
      const twice = four[0] as Attachment
      for (const files of [four, [twice, twice]])
        expect(await create(amy, withFiles('refused-file', ...files))).toMatchObject({
          status: 400,
          body: { fields: { 'content.document_ids': expect.any(String) } },
        })
      expect((await list(amy)).some(({ shortcut }) => shortcut === 'refused-file')).toBe(false)
    })

    test('a chosen file becomes the sender’s own upload, independent of the reply', async () => {
      const file = await pdf(carol)
      const shared = await made(carol, withFiles('gone-since', file), 'shared')
      const [amys, again, bens] = [
        await taken(amy, shared, file),
        await taken(amy, shared, file),
        await taken(ben, shared, file),
      ]
      expect(new Set([file, amys, again, bens].map(({ id }) => id)).size).toBe(4)
      expect(amys).toMatchObject({ name: file.name, size: file.size, mime_type: 'application/pdf' })
      expect(await open(ben, amys)).toBe(404)
      const changed = (await change(carol, shared, withFiles('gone-since'))).body as CannedReply
      expect(changed).toMatchObject({ version: 2, attachments: [] })
      expect(await take(amy, shared, file.id)).toMatchObject(unknown)
      expect((await remove(carol, changed)).status).toBe(204)
      expect(await take(amy, shared, file.id)).toMatchObject({
        status: 404,
        body: { code: 'reply.not-found' },
      })
      for (const [by, one] of [
        [amy, amys],
        [ben, bens],
      ] as const) {
        expect(await open(by, one)).toBe(200)
        expect((await send(by, one.id)).status).toBe(200)
      }
    })

    test('an edit without files keeps them, and a repeated edit changes nothing', async () => {
      const [file, other] = [await pdf(amy), await pdf(amy)]
      const click = { client_reply_id: unique(), scope: 'own', content: withFiles('keeps', file) }
      const first = (await amy.ask('createCannedReply', { body: click })).body as CannedReply
      expect(await amy.ask('createCannedReply', { body: click })).toMatchObject({ status: 200, body: first })
      const worded = (await change(amy, first, content('keeps', { body: 'Other words' }))).body as CannedReply
      expect(worded.attachments.map(({ id }) => id)).toEqual([file.id])
      const both = (await change(amy, worded, withFiles('keeps', other, file))).body as CannedReply
      expect(both.attachments.map(({ id }) => id)).toEqual([other.id, file.id])
      expect(await change(amy, worded, withFiles('keeps', other, file))).toMatchObject({
        status: 200,
        body: both,
      })
    })

    test('a change of a shared reply’s files is on record', async () => {
      const file = await pdf(carol)
      const shared = await made(carol, content('file-record'), 'shared')
      await change(carol, shared, content('file-record', { ...shared, document_ids: [file.id] }))
      expect((await audited()).at(-1)).toMatchObject({
        action: 'canned-reply.changed',
        after: { changed: ['files'] },
      })
    })

    test('a deletion removes them and their bytes, except copies of agents', async () => {
      const [alone, shown] = [await pdf(amy), await pdf(amy)]
      const reply = await made(amy, withFiles('freed', alone, shown))
      const [key, shownKey] = [await keyOf(alone), await keyOf(shown)]
      const copy = await taken(amy, reply, shown)
      await remove(amy, reply)
      expect([await keyOf(alone), await keyOf(shown)]).toEqual([null, null])
      expect(await keyOf(copy)).toBe(shownKey)
      expect(await store.has(key ?? '')).toBe(false)
      expect(await store.has(shownKey ?? '')).toBe(true)
      expect(await open(amy, copy)).toBe(200)
    })

    test('erasures and the clean-up of unsent uploads keep them', async () => {
      expect(await at.webhook(textWebhook('256700000019', 'wamid.canned-2', 'Hello'))).toBe(200)
      const { reply: found } = await amy.get('conversations', { query: { search: '+256700000019' } })
      const customer = found[0]
      const file = await pdf(carol)
      const shared = await made(carol, withFiles('outlives', file), 'shared')
      const copy = await taken(amy, shared, file)
      // Also one that was sent itself, not by a copy.
      for (const id of [copy.id, file.id])
        expect(
          await amy.ask('send', {
            params: { id: customer?.id ?? '' },
            body: { client_message_id: unique(), document_id: id },
          }),
        ).toMatchObject({ status: 200 })
      const erased = {
        params: { id: customer?.user.id ?? '' },
        body: { confirm: '+256700000019', reason: 'Asked' },
      }
      expect(await at.ann.ask('eraseCustomer', erased)).toMatchObject({ status: 204 })
      expect(await keyOf(copy)).toBeNull()
      expect(await open(ben, file)).toBe(200)
      await sql`update attachments set created_at = ${new Date(at.clock.now().getTime() - 3 * 86_400_000)}`.execute(
        at.database.db,
      )
      await retain({ writer: at.server.writer, store, scratch: path.join(at.dataDir, 'exports') })
      expect(await open(ben, file)).toBe(200)
      expect(await held(ben, shared.id)).toEqual(shared)
    })
  })

  test('all consoles are told of shared replies, only the agent’s of own ones', async () => {
    const [amys, bens] = [await amy.connect(), await ben.connect()]
    const told = ({ events }: typeof amys) => events.filter(({ event }) => event === 'canned-replies').length
    const own = await made(amy, content('live'))
    await eventually('amy’s frame', () => told(amys) === 1)
    const shared = await made(carol, content('live'), 'shared')
    await eventually('everybody’s frame', () => told(amys) === 2 && told(bens) === 1)
    await remove(amy, own)
    await eventually('amy’s second', () => told(amys) === 3)
    await remove(carol, shared)
    await eventually('the last', () => told(amys) === 4 && told(bens) === 2)
    amys.cut()
    bens.cut()
  })
})
