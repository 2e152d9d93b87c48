import path from 'node:path'
import { basePath } from '@parley/core/calls'
import type { Visit } from '@parley/core/visits/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient, type AgentSocket } from '../../test/models/agent-client.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { unzipped } from '../../test/zip.ts'
import { addAgent } from '../agents/accounts.ts'
import { DiskStore } from '../attachments/store.ts'
import { currentSeq } from '../live/log.ts'
import { retain } from '../personal-data/retention.ts'

const day = 24 * 60 * 60_000

describe('visits of a branch office', () => {
  let at: TestServer
  let id: string
  let customer: string
  let phones = 256_700_400_000
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    ;({ id, customer } = await converse())
  })

  const converse = async () => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'Hello'))
    const [row] = (await at.ann.get('conversations', { query: { search: String(phones) } })).reply
    return { id: row?.id ?? '', customer: row?.user.id ?? '' }
  }
  const inDays = (days: number) => new Date(at.clock.now().getTime() + days * day).toISOString()
  const planned = () => ({ branch: 'Main Street', at: inDays(2), note: 'Brings her ID' })
  const create = async (more: object = {}, into = id): Promise<Visit> =>
    (await at.ann.get('createVisit', { params: { id: into }, body: { ...planned(), ...more } })).reply
  const asked = ({ branch, at: when, note, status, version }: Visit) => ({
    branch,
    at: when,
    note,
    status,
    version,
  })
  const change = (visit: Visit, more: object, by = at.brian) =>
    by.ask('changeVisit', { params: { id: visit.id }, body: { ...asked(visit), ...more } })
  const list = async (of = id) => (await at.brian.get('visits', { params: { id: of } })).reply
  const eventsOf = ({ events }: AgentSocket) =>
    events.flatMap(event => (event.event === 'visit' ? [event.data] : []))

  test('a new one is PLANNED and its author’s, and is the same by id and in the list, by time', async () => {
    const later = await create()
    expect(later).toEqual({
      id: expect.stringMatching(/^\d+$/),
      conversation_id: id,
      agent: { id: at.ann.id, name: 'ann' },
      ...planned(),
      status: 'PLANNED',
      version: 1,
    })
    const sooner = await create({ branch: '  Harbour ', at: inDays(1), note: undefined })
    expect(sooner).toMatchObject({ branch: 'Harbour', note: null })
    const listed = await at.brian.get('visits', { params: { id } })
    expect(listed.reply).toEqual([sooner, later])
    const one = await at.brian.get('visit', { params: { id: later.id } })
    expect(one.reply).toEqual(later)
    expect([listed.seq, one.seq]).toEqual(Array(2).fill(await currentSeq(at.database.db)))
  })

  test.each([
    ['branch', { branch: ' ' }],
    ['branch', { branch: 'x'.repeat(81) }],
    ['at', { at: 'tomorrow' }],
    ['note', { note: 'x'.repeat(501) }],
    ['note', { note: '' }],
    ['status', { status: 'LATE' }],
    ['version', { version: undefined }],
  ])('a wrong %s is refused: %j', async (field, wrong) => {
    const refused = { status: 400, body: { fields: { [field]: expect.any(String) } } }
    const visit = await create()
    expect(await change(visit, wrong)).toMatchObject(refused)
    expect(await list()).toEqual([visit])
    if (field === 'status' || field === 'version') return
    const body = { ...planned(), ...wrong }
    expect(await at.ann.ask('createVisit', { params: { id }, body })).toMatchObject(refused)
    expect(await list()).toEqual([visit])
  })

  test('a repeated creation makes one; another one with the same key is refused', async () => {
    const click = { client_visit_id: unique() }
    const [first, again] = await Promise.all([create(click), create(click)])
    expect(again).toEqual(first)
    expect(await list()).toEqual([first])
    const elsewhere = (await converse()).id
    for (const [into, more] of [
      [id, { branch: 'Harbour' }],
      [id, { at: inDays(3) }],
      [elsewhere, {}],
    ] as const) {
      const body = { ...planned(), ...click, ...more }
      expect(await at.ann.ask('createVisit', { params: { id: into }, body })).toMatchObject({
        status: 409,
        body: { code: 'visit.same-client-id' },
      })
    }
  })

  test('an edit raises the version; one of an old version gets the current visit', async () => {
    const visit = await create()
    const edit = { branch: 'Harbour', at: inDays(3), note: null, status: 'MISSED' }
    const changed = { ...visit, ...edit, version: 2 }
    expect(await change(visit, edit)).toMatchObject({ status: 200, body: changed })
    expect(await change(visit, { status: 'DONE' }, at.ann)).toMatchObject({
      status: 409,
      body: { code: 'visit.changed', current: changed },
    })
    expect(await list()).toEqual([changed])
    const seq = await currentSeq(at.database.db)
    expect(await change(visit, { ...edit, version: 2 })).toMatchObject({ status: 200, body: changed })
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('of two concurrent edits one is refused', async () => {
    const visit = await create()
    const answers = await Promise.all([change(visit, { note: 'a' }), change(visit, { note: 'b' }, at.ann)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('every console gets the event of a creation and of an edit', async () => {
    const socket = await at.brian.connect()
    const visit = await create()
    const named = { id: visit.id, conversation_id: id }
    await socket.reached(await currentSeq(at.database.db))
    expect(eventsOf(socket)).toEqual([named])
    await change(visit, { status: 'DONE' }, at.ann)
    await socket.reached(await currentSeq(at.database.db))
    expect(eventsOf(socket)).toEqual([named, named])
    socket.cut()
  })

  test('is in the export of its customer', async () => {
    const visit = await create()
    await create({ branch: 'OTHER-CUSTOMERS' }, (await converse()).id)
    const { rawPayload } = await at.server.app.inject({
      method: 'POST',
      url: `${basePath}/customers/${customer}/export`,
      headers: { authorization: `Bearer ${at.ann.token}` },
    })
    const json = (await unzipped(rawPayload)).get('customer.json')?.toString() ?? ''
    expect(JSON.parse(json)).toMatchObject({
      conversations: [
        {
          visits: [{ id: visit.id, agent_id: at.ann.id, agent_name: 'ann', ...planned(), status: 'PLANNED' }],
        },
      ],
    })
    expect(json).not.toContain('OTHER-CUSTOMERS')
  })

  test('is erased with its customer, and changes no more', async () => {
    const word = `Xylotomous ${unique()}`
    const visit = await create({ branch: word, note: word, client_visit_id: word })
    const socket = await at.brian.connect()
    const body = { confirm: `+${phones}`, reason: 'Asked for it' }
    expect((await at.ann.ask('eraseCustomer', { params: { id: customer }, body })).status).toBe(204)
    const { rows } = await sql<{ text: string }>`select v::text as text from visits v`.execute(at.database.db)
    expect(rows.filter(({ text }) => text.includes(word))).toEqual([])
    expect(await list()).toEqual([])
    const gone = { status: 404, body: { code: 'visit.not-found' } }
    expect(await at.ann.ask('visit', { params: { id: visit.id } })).toMatchObject(gone)
    expect(await change(visit, { note: word })).toMatchObject(gone)
    expect(await at.ann.ask('createVisit', { params: { id }, body: planned() })).toMatchObject({
      status: 409,
      body: { code: 'customer.erased' },
    })
    await socket.reached(await currentSeq(at.database.db))
    expect(eventsOf(socket)).toEqual([{ id: visit.id, conversation_id: id }])
    socket.cut()
  })

  test('a merge moves what is planned, and an undo moves it back', async () => {
    const [open, done] = [await create(), await create()]
    await change(done, { status: 'DONE' })
    const { id: here } = await converse()
    const params = { id: here }
    const idsIn = async (of: string) => (await list(of)).map(visit => visit.id)
    const merge = (await at.ann.get('mergeCustomers', { params, body: { other_conversation_id: id } })).reply
    expect([await idsIn(here), await idsIn(id)]).toEqual([[open.id], [done.id]])
    await at.ann.ask('undoMerge', { params: { ...params, merge: merge.id } })
    expect([await idsIn(here), await idsIn(id)]).toEqual([[], [open.id, done.id]])
  })

  test('is deleted by its time, like messages', async () => {
    const store = await DiskStore.open(path.join(at.dataDir, 'files'), unique, at.clock.now())
    const run = () => retain({ writer: at.server.writer, store, scratch: path.join(at.dataDir, 'exports') })
    const [old, kept] = [await create({ at: inDays(-31) }), await create({ at: inDays(-29) })]
    expect(await run()).toMatchObject({ visits: 0 })
    await at.ann.get('changeSettings', { body: { settings: { keep_messages_days: 30 } } })
    const socket = await at.brian.connect()
    expect(await run()).toMatchObject({ visits: 1 })
    expect(await run()).toMatchObject({ visits: 0 })
    expect(await list()).toEqual([kept])
    await socket.reached(await currentSeq(at.database.db))
    expect(eventsOf(socket)).toEqual([{ id: old.id, conversation_id: id }])
    socket.cut()
  })

  test('is hidden with its conversation, from calls and from events', async () => {
    const { writer, app } = at.server
    const visit = await create()
    await addAgent(writer, { email: 'cleo@parley.example', password, department: 'Life' })
    const cleo = await AgentClient.signIn(app, at.url, 'cleo@parley.example', password)
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(at.ann.id) })
      .where('id', '=', Number(id))
      .execute()
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    const socket = await cleo.connect()
    const forbidden = { status: 403, body: { code: 'session.forbidden' } }
    expect(await cleo.ask('visits', { params: { id } })).toMatchObject(forbidden)
    expect(await cleo.ask('visit', { params: { id: visit.id } })).toMatchObject(forbidden)
    expect(await cleo.ask('createVisit', { params: { id }, body: planned() })).toMatchObject(forbidden)
    expect(await change(visit, { status: 'DONE' }, cleo)).toMatchObject(forbidden)
    expect(await change(visit, { status: 'DONE' }, at.ann)).toMatchObject({ status: 200 })
    await socket.reached(await currentSeq(at.database.db))
    expect(eventsOf(socket)).toEqual([])
    socket.cut()
  })
})
