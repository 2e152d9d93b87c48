import type { Application, ApplicationKind } from '@parley/core/applications/application'
import { ippForm, libForm } from '@parley/core/application.fixture'
import { draws } from '@parley/core/read/readers.fixture'
import { applicationStatuses, toldStatuses } from '@parley/core/applications/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient, AgentSocket, Asked } from '../../test/models/agent-client.ts'
import { addApplication, type NewApplication, seenOpen } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { completeAttachment } from '../attachments/received.ts'
import { write } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'

const callsOf = {
  ipp: {
    list: 'ippApplications',
    one: 'ippApplication',
    status: 'setIppApplicationStatus',
    note: 'addIppApplicationNote',
    flags: 'setIppApplicationFlags',
  },
  lib: {
    list: 'libApplications',
    one: 'libApplication',
    status: 'setLibApplicationStatus',
    note: 'addLibApplicationNote',
    flags: 'setLibApplicationFlags',
  },
} as const
const kinds = ['ipp', 'lib'] as const
const openId = {
  code: 'document.missing',
  field: 'attachments.ID_DOCUMENT',
  sentence: 'ID document is needed and was not received',
}

describe('applications', () => {
  let at: TestServer
  let conversationId: string
  let phones = 256_700_400_000
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    conversationId = await converse()
    at.clock.advance(1)
  })

  const converse = async (phone = String((phones += 1))): Promise<string> => {
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello', 'Nakato Prossy'))
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    return reply.find(row => row.status !== 'ARCHIVED')?.id ?? ''
  }
  const add = (kind: ApplicationKind, more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, { kind, conversationId, ...more })
  const one = async (kind: ApplicationKind, id: string): Promise<Application> =>
    (await at.ann.get(callsOf[kind].one, { params: { id } })).reply
  const list = async (kind: ApplicationKind, query: Readonly<Record<string, string>>) =>
    at.ann.get(callsOf[kind].list, { query })
  const seq = () => currentSeq(at.database.db)
  const edit = async (
    what: 'status' | 'note' | 'flags',
    kind: ApplicationKind,
    id: string,
    body: Readonly<Record<string, unknown>>,
    client: AgentClient = at.ann,
  ): Promise<Application> =>
    (await client.get(callsOf[kind][what], { params: { id }, body: { ...untold(what), ...body } })).reply
  // What customers hear of it has tests of its own, and makes entries of its own in the log.
  const untold = (what: string) => (what === 'status' ? { tell_customer: false, despite: seenOpen } : {})
  const told = ({ events }: AgentSocket) =>
    events.flatMap(event => (event.event === 'application' ? [event.data] : []))
  const logged = (id: string) =>
    at.database.db
      .selectFrom('live_log')
      .selectAll()
      .where('entity_id', '=', Number(id))
      .orderBy('seq')
      .execute()

  describe.each(kinds)('%s', kind => {
    test('[DATA-33 DATA-36 Q-015] is answered whole, and in lists without its form', async () => {
      const upload = await at.database.db
        .insertInto('attachments')
        .values({
          name: 'id.png',
          mime_type: 'image/png',
          document_type: 'ID_DOCUMENT',
          state: 'ready',
          size: 12,
          created_at: at.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const provenance = {
        'personal_details.full_name': {
          source: 'form',
          at: at.clock.now().toISOString(),
          message_id: '30',
          conversation_id: conversationId,
          document_id: null,
          agent: null,
        },
      }
      const id = await add(kind, { documents: [upload.id], provenance })
      const now = at.clock.now().toISOString()
      const asked = await at.ann.get(callsOf[kind].one, { params: { id } })
      expect(asked.seq).toBe(await seq())
      const row = {
        id,
        kind,
        form_type: kind === 'ipp' ? 'IPP' : 'LIB_FLEX',
        form_name: kind === 'ipp' ? 'Individual Pension Plan' : 'LIB Flex Maisha',
        status: 'SUBMITTED',
        submission_date: now,
        created_at: now,
        customer: {
          name: 'Nakato Prossy',
          phone_number: `+${phones}`,
          email: 'prossy@example.com',
          id_number: 'CF91038100XYZK',
        },
        conversation_id: conversationId,
        customer_id: expect.stringMatching(/^\d+$/),
        policy_type: kind === 'ipp' ? null : 'FAMILY',
        version: 1,
      }
      expect(asked.reply).toEqual({
        ...row,
        document_asks: [],
        takes_fields: false,
        updated_at: now,
        flag_history: [],
        form_data: kind === 'ipp' ? ippForm : libForm,
        verification_flags: {
          id_verified: false,
          income_verified: false,
          beneficiary_details_complete: false,
          ...(kind === 'lib' && { medical_checked: false }),
        },
        attachments: [
          expect.objectContaining({
            id: String(upload.id),
            document_id: String(upload.id),
            document_type: 'ID_DOCUMENT',
            download_url: `/api/v1/attachments/documents/${upload.id}/download`,
          }),
        ],
        status_history: [
          {
            from_status: null,
            to_status: 'SUBMITTED',
            changed_at: now,
            notes: null,
            changed_by: null,
            told: null,
            despite: [],
          },
        ],
        notes: [],
        provenance,
      })
      const { reply } = await list(kind, { conversation_id: conversationId })
      expect(reply).toEqual([row])
    })

    test("[ERR-29] an unknown application, or one of the other kind, is not found, with the kind's sentence", async () => {
      const detail = kind === 'ipp' ? 'Application not found' : 'LIB Application not found'
      const other = await add(kind === 'ipp' ? 'lib' : 'ipp')
      const bodies = {
        one: undefined,
        status: { status: 'APPROVED' },
        note: { content: 'x' },
        flags: { flags: {} },
      }
      for (const id of ['1', '999999999999999', 'abc', '0', '-1', '1.5', other]) {
        for (const [what, body] of Object.entries(bodies)) {
          const call = callsOf[kind][what as keyof typeof bodies]
          const asked: Asked = body === undefined ? { params: { id } } : { params: { id }, body }
          expect({ id, call, ...(await at.ann.ask(call, asked)) }).toMatchObject({
            status: 404,
            body: { detail, code: 'application.not-found' },
          })
        }
        expect(await at.ann.ask(callsOf[kind].list, { query: { after: id } })).toMatchObject({
          status: 404,
          body: { detail },
        })
      }
    })

    const pairs = applicationStatuses.flatMap(from => applicationStatuses.map(to => [from, to] as const))
    test('[APPD-07 APPD-08 APPD-09 APPD-10 Q-127] any status may follow any other, and the history has from, to, time and agent', async () => {
      const id = await add(kind, { status: 'DRAFT' })
      let version = 1
      for (const [from, to] of pairs) {
        await at.database.db
          .updateTable('applications')
          .set({ status: from })
          .where('id', '=', Number(id))
          .execute()
        at.clock.advance(1)
        const notes = version % 2 === 0 ? undefined : ` Because ${version} `
        const body = { status: to, version, ...(notes !== undefined && { notes }) }
        const application = await edit('status', kind, id, body, at.brian)
        version += 1
        expect(application).toMatchObject({ status: to, version, updated_at: at.clock.now().toISOString() })
        expect(application.status_history).toHaveLength(version)
        expect(application.status_history.at(-1)).toEqual({
          from_status: from,
          to_status: to,
          changed_at: at.clock.now().toISOString(),
          notes: notes?.trim() ?? null,
          changed_by: { id: at.brian.id, name: 'brian' },
          told: from !== to && toldStatuses.some(one => one === to) ? { not: 'not-wanted' } : null,
          despite: from !== to && to === 'APPROVED' ? expect.arrayContaining([openId]) : [],
        })
      }
      expect(await one(kind, id)).toMatchObject({ version: pairs.length + 1 })
    })

    test('the first status after DRAFT sets the submission date, which then stays', async () => {
      const id = await add(kind, { status: 'DRAFT' })
      expect((await one(kind, id)).submission_date).toBeNull()
      at.clock.advance(60)
      const submitted = at.clock.now().toISOString()
      expect((await edit('status', kind, id, { status: 'DRAFT' })).submission_date).toBeNull()
      expect((await edit('status', kind, id, { status: 'SUBMITTED' })).submission_date).toBe(submitted)
      at.clock.advance(60)
      expect((await edit('status', kind, id, { status: 'DRAFT' })).submission_date).toBe(submitted)
    })

    test('[APPD-11 APPD-12 DATA-35] a note is added with its author and leaves the version', async () => {
      const id = await add(kind)
      const first = await edit('note', kind, id, { content: '  Called back \n' })
      at.clock.advance(1)
      const second = await edit('note', kind, id, { content: 'é🙂' }, at.brian)
      expect(second.version).toBe(1)
      expect(second.notes).toEqual([
        {
          id: expect.stringMatching(/^\d+$/),
          application_id: id,
          content: 'Called back',
          created_at: first.updated_at,
          created_by: { id: at.ann.id, name: 'ann' },
        },
        {
          id: expect.stringMatching(/^\d+$/),
          application_id: id,
          content: 'é🙂',
          created_at: at.clock.now().toISOString(),
          created_by: { id: at.brian.id, name: 'brian' },
        },
      ])
      expect(second.updated_at).toBe(at.clock.now().toISOString())
    })

    test('[DATA-44 DATA-48 Q-138] named flags are set with the agent recorded and others stay; an edit without a change does nothing', async () => {
      const id = await add(kind)
      const flag = kind === 'ipp' ? 'income_verified' : 'medical_checked'
      const before = await one(kind, id)
      const after = await edit('flags', kind, id, { flags: { [flag]: true } })
      expect(after).toMatchObject({
        version: 2,
        verification_flags: { ...before.verification_flags, [flag]: true },
      })
      const entry = (value: boolean, { id: agent, name }: { id: string; name: string }) => ({
        flag,
        value,
        changed_at: at.clock.now().toISOString(),
        changed_by: { id: agent, name },
      })
      const set = entry(true, { id: at.ann.id, name: 'ann' })
      expect([before.flag_history, after.flag_history]).toEqual([[], [set]])
      const known = await seq()
      expect(await edit('flags', kind, id, { flags: {} })).toEqual(after)
      expect(await edit('flags', kind, id, { flags: { [flag]: true }, version: 1 })).toEqual(after)
      expect(await seq()).toBe(known)
      at.clock.advance(60)
      const back = await edit('flags', kind, id, { flags: { id_verified: true, [flag]: false } }, at.brian)
      const brian = { id: at.brian.id, name: 'brian' }
      expect(back.flag_history).toEqual([
        set,
        { ...entry(true, brian), flag: 'id_verified' },
        entry(false, brian),
      ])
    })

    test.each([
      ['status', {}, 'status'],
      ['status', { status: 'LOST' }, 'status'],
      ['status', { status: 'approved' }, 'status'],
      ['status', { status: 'APPROVED', notes: 'x'.repeat(4097) }, 'notes'],
      ['status', { status: 'APPROVED', version: 'x' }, 'version'],
      ['note', { content: '' }, 'content'],
      ['note', { content: ' \n\t ' }, 'content'],
      ['note', {}, 'content'],
      ['note', { content: 'x'.repeat(4097) }, 'content'],
      ['note', { content: 'x', client_note_id: '' }, 'client_note_id'],
      ['flags', {}, 'flags'],
      ['flags', { flags: { id_verified: 'yes' } }, 'flags.id_verified'],
      ['flags', { flags: { weather: true } }, 'flags'],
    ] as const)('[APPD-06 APPD-12] bad input names its field, %#: %s', async (what, body, field) => {
      const id = await add(kind)
      const before = await one(kind, id)
      expect(await at.ann.ask(callsOf[kind][what], { params: { id }, body })).toMatchObject({
        status: 400,
        body: { code: 'input.invalid', fields: { [field]: expect.any(String) } },
      })
      expect(await one(kind, id)).toEqual(before)
    })

    test.each([
      [{ status: 'LOST' }, 'status'],
      [{ range: 'YEAR' }, 'range'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ limit: '0' }, 'limit'],
      [{ limit: '501' }, 'limit'],
      [{ search: 'x'.repeat(201) }, 'search'],
    ] as const)('a wrong list query names its field, %#', async (query, field) => {
      expect(await at.ann.ask(callsOf[kind].list, { query })).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    })

    test('[Q-131] the list of an unknown conversation is not found', async () => {
      for (const conversation_id of ['1', 'abc', '999999999999']) {
        expect(await at.ann.ask(callsOf[kind].list, { query: { conversation_id } })).toMatchObject({
          status: 404,
          body: {
            code: 'conversation.not-found',
            detail: `Conversation with ID ${conversation_id} not found`,
          },
        })
      }
    })

    test('a repeated call adds one history entry and one note', async () => {
      const id = await add(kind)
      const change = { status: 'UNDER_REVIEW', notes: 'Seen', version: 1, client_change_id: unique() }
      const note = { content: 'Called', client_note_id: unique() }
      const changed = await Promise.all([1, 2, 3].map(() => edit('status', kind, id, change)))
      const noted = await Promise.all([1, 2, 3].map(() => edit('note', kind, id, note)))
      expect(changed.map(({ version }) => version)).toEqual([2, 2, 2])
      expect(noted.at(-1)?.notes).toHaveLength(1)
      const settled = await one(kind, id)
      const known = await seq()
      at.clock.advance(60)
      expect(await edit('status', kind, id, change)).toEqual(settled)
      expect(await edit('note', kind, id, note)).toEqual(settled)
      expect(await seq()).toBe(known)
      expect(settled.status_history).toHaveLength(2)
    })

    test('a client id of something else is refused, and nothing changes', async () => {
      const [id, elsewhere] = [await add(kind), await add(kind)]
      const [client_change_id, client_note_id] = [unique(), unique()]
      await edit('status', kind, id, { status: 'UNDER_REVIEW', client_change_id })
      await edit('note', kind, id, { content: 'Called', client_note_id })
      const before = [await one(kind, id), await one(kind, elsewhere)]
      const refused = { status: 409, body: { code: 'application.same-client-id' } }
      for (const [target, body] of [
        [id, { status: 'APPROVED', client_change_id }],
        [id, { status: 'UNDER_REVIEW', notes: 'Other', client_change_id }],
        [elsewhere, { status: 'UNDER_REVIEW', client_change_id }],
      ] as const) {
        expect(await at.ann.ask(callsOf[kind].status, { params: { id: target }, body })).toMatchObject(
          refused,
        )
      }
      for (const [target, content] of [
        [id, 'Other'],
        [elsewhere, 'Called'],
      ] as const) {
        const body = { content, client_note_id }
        expect(await at.ann.ask(callsOf[kind].note, { params: { id: target }, body })).toMatchObject(refused)
      }
      expect([await one(kind, id), await one(kind, elsewhere)]).toEqual(before)
      await edit('note', kind, elsewhere, { content: 'Called', client_note_id }, at.brian)
    })

    test('an edit of an older version is refused with the current application', async () => {
      const id = await add(kind)
      const current = await edit('status', kind, id, { status: 'UNDER_REVIEW', version: 1 }, at.brian)
      const stale = {
        status: 409,
        body: {
          code: 'application.stale',
          detail: 'A colleague changed this application meanwhile. Look at it and save again',
          current,
        },
      }
      const ask = (what: 'status' | 'flags', body: unknown) =>
        at.ann.ask(callsOf[kind][what], { params: { id }, body })
      expect(await ask('status', { status: 'APPROVED', version: 1 })).toMatchObject(stale)
      expect(await ask('flags', { flags: { id_verified: true }, version: 1 })).toMatchObject(stale)
      expect(await one(kind, id)).toEqual(current)
      expect(await ask('flags', { flags: { id_verified: true }, version: 2 })).toMatchObject({ status: 200 })
      expect(
        await ask('status', { status: 'APPROVED', tell_customer: false, despite: seenOpen }),
      ).toMatchObject({ status: 200 })
    })

    test('[WS-04] every console is told of an edit', async () => {
      const id = await add(kind)
      const listener = await at.brian.connect()
      const edits = [
        ['status', { status: 'PENDING_DOCUMENTS', notes: 'Income proof' }],
        ['note', { content: 'Asked for it' }],
        ['flags', { flags: { id_verified: true } }],
      ] as const
      for (const [what, body] of edits) {
        at.clock.advance(1)
        await edit(what, kind, id, body)
        await listener.reached(await seq())
      }
      listener.cut()
      const { conversation_id } = await one(kind, id)
      expect(told(listener)).toEqual(edits.map(() => ({ id, conversation_id, kind })))
      expect((await logged(id)).map(row => [row.noun, row.kind])).toEqual([
        ['application', 'created'],
        ['application', 'changed'],
        ['application', 'changed'],
        ['application', 'changed'],
      ])
    })
  })

  test('[WS-04] every console is told of a document that is fetched later', async () => {
    const { id: document } = await at.database.db
      .insertInto('attachments')
      .values({ name: 'id.png', mime_type: 'image/png', state: 'pending', created_at: at.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await add('ipp', { documents: [document] })
    const listener = await at.ann.connect()
    const file = {
      key: 'k',
      size: 5,
      sha256: '0',
      mimeType: 'image/png',
      hasThumbnail: false,
      width: 1,
      height: 1,
    }
    await write(at.server.writer, async ({ tx, publish }) => {
      for (const change of await completeAttachment(tx, document, file)) publish(change)
    })
    await listener.reached(await seq())
    listener.cut()
    const { conversation_id, attachments } = await one('ipp', id)
    expect(told(listener)).toEqual([{ id, conversation_id, kind: 'ipp' }])
    expect(attachments[0]?.state).toBe('ready')
  })

  test('the history has exactly the accepted changes of two concurrent agents', async () => {
    const id = await add('lib')
    const draw = draws(7)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
    const taken = { changes: 1, notes: 0 }
    const agents = [at.ann, at.brian]
    const flags = [
      'id_verified',
      'income_verified',
      'medical_checked',
      'beneficiary_details_complete',
    ] as const
    const wanted: Partial<Record<(typeof flags)[number], boolean>>[] = []
    let version = 1
    for (let round = 0; round < 25; round += 1) {
      const based = await one('lib', id)
      const answers = await Promise.all(
        agents.map(async client => {
          const what = pick(['status', 'status', 'flags', 'note'] as const)
          const flag = pick(flags)
          const body =
            what === 'status'
              ? {
                  status: pick(applicationStatuses),
                  version: based.version,
                  client_change_id: unique(),
                  despite: seenOpen,
                }
              : what === 'note'
                ? { content: `Note ${round}`, client_note_id: unique() }
                : {
                    flags: { [flag]: !(based.verification_flags as Record<string, boolean>)[flag] },
                    version: based.version,
                  }
          const params = { id }
          // A lost answer: the same press again, at the same time.
          const tries = await Promise.all(
            Array.from({ length: pick([1, 2]) }, () => client.ask(callsOf.lib[what], { params, body })),
          )
          return { what, body, tries }
        }),
      )
      for (const { what, body, tries } of answers) {
        const isTaken = tries.some(({ status }) => status === 200)
        expect(tries.every(({ status }) => status === (isTaken ? 200 : 409))).toBe(true)
        if (!isTaken) {
          expect(tries[0]?.body).toMatchObject({ code: 'application.stale', current: { id } })
          continue
        }
        if (what === 'status') taken.changes += 1
        if (what === 'note') taken.notes += 1
        if (what === 'flags') wanted.push((body as { flags: (typeof wanted)[number] }).flags)
        if (what !== 'note') version += 1
      }
      const now = await one('lib', id)
      // Of two edits based on one version one is taken; two that ask for the same flag are one.
      expect(now.version).toBeLessThanOrEqual(version)
      version = now.version
      expect(now.status_history).toHaveLength(taken.changes)
      expect(now.notes).toHaveLength(taken.notes)
      expect(now.verification_flags).toMatchObject(Object.assign({}, ...wanted))
    }
    const { status_history, status } = await one('lib', id)
    expect(status_history.at(-1)?.to_status).toBe(status)
    for (const [place, entry] of status_history.entries()) {
      expect(entry.from_status).toBe(status_history[place - 1]?.to_status ?? null)
    }
  })
})
