import { ippForm } from '@parley/core/application.fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addApplication, type NewApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

let phones = 0
const shares = { code: 'shares.sum', field: 'beneficiaries' } as const
const noId = { code: 'document.missing', field: 'attachments.ID_DOCUMENT' } as const
const noProof = { code: 'document.missing', field: 'attachments.INCOME_PROOF' } as const
const said = {
  shares: { ...shares, sentence: 'Beneficiaries add up to 90%, not 100%' },
  noProof: { ...noProof, sentence: 'Income proof is needed and was not received' },
}

describe('[Q-241] approving an application with open points', () => {
  let at: TestServer
  let conversationId: string
  let id: string
  let idDocument: number
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  /** Beneficiaries of 90%, an ID and no proof of an income. */
  beforeEach(async () => {
    const phone = `25676${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello', 'Nakato Prossy'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
    const file = {
      name: 'id.png',
      mime_type: 'image/png',
      document_type: 'ID_DOCUMENT',
      state: 'ready',
      size: 5,
    }
    const made = await at.database.db
      .insertInto('attachments')
      .values({ ...file, created_at: at.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    idDocument = made.id
    id = await add({ documents: [idDocument] })
  })

  const form: NewApplication['form'] = {
    contribution_details: { ...ippForm.contribution_details, start_date: '2099-01-01' },
    beneficiaries: ippForm.beneficiaries.map((one, place) => ({
      ...one,
      percentage: place === 0 ? 60 : 30,
    })),
  }
  const add = (more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, { kind: 'ipp', conversationId, form, ...more })
  const set = (body: Readonly<Record<string, unknown>>, of = id) =>
    at.ann.ask('setIppApplicationStatus', {
      params: { id: of },
      body: { status: 'APPROVED', tell_customer: false, ...body },
    })
  const one = async () => (await at.ann.get('ippApplication', { params: { id } })).reply
  const refused = (detail: string, current: unknown) => ({
    status: 409,
    body: { code: 'application.points-open', detail, current },
  })

  test('without naming them it is refused with the points and the application, and nothing changes', async () => {
    const [before, seq] = [await one(), await currentSeq(at.database.db)]
    const detail =
      'Not approved. Confirm these 2 open points first: Beneficiaries add up to 90%, not 100%; Income proof is needed and was not received'
    for (const body of [{}, { despite: [] }, { tell_customer: true }, { despite: [noId] }])
      expect(await set(body)).toMatchObject(refused(detail, before))
    expect(await one()).toEqual(before)
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('naming all of them approves it, and history and audit name them', async () => {
    expect(await set({ despite: [shares, noProof, noId], notes: 'Promised by phone' })).toMatchObject({
      status: 200,
      body: { status: 'APPROVED' },
    })
    const { status_history } = await one()
    expect(status_history.map(({ despite }) => despite)).toEqual([[], [said.shares, said.noProof]])
    const [entry] = (await at.ann.get('audit', { query: { action: 'application.status' } })).reply
    expect(entry).toMatchObject({
      on: { noun: 'application', id },
      before: { status: 'SUBMITTED' },
      after: { status: 'APPROVED', despite: [shares, noProof] },
    })
    expect(JSON.stringify(entry)).not.toContain('90%')
  })

  test('the refusal names only a point that is new since', async () => {
    await at.database.db
      .updateTable('attachments')
      .set({ state: 'failed' })
      .where('id', '=', idDocument)
      .execute()
    const detail = 'Not approved. Confirm this open point first: ID document could not be fetched'
    expect(await set({ despite: [shares, noProof] })).toMatchObject(refused(detail, await one()))
    const seen = { code: 'document.unreadable', field: noId.field }
    expect((await set({ despite: [shares, noProof, seen] })).status).toBe(200)
  })

  test('a stale version is refused before open points', async () => {
    await at.brian.get('setIppApplicationFlags', { params: { id }, body: { flags: { id_verified: true } } })
    expect(await set({ version: 1 })).toMatchObject({ status: 409, body: { code: 'application.stale' } })
    expect(await set({ version: 2 })).toMatchObject({ body: { code: 'application.points-open' } })
  })

  test('the same client id again succeeds whatever is open since; the same status again needs no points', async () => {
    const click = { despite: [shares, noProof], client_change_id: unique() }
    expect((await set(click)).status).toBe(200)
    await at.database.db
      .updateTable('attachments')
      .set({ state: 'failed' })
      .where('id', '=', idDocument)
      .execute()
    expect((await set(click)).status).toBe(200)
    expect((await set({})).status).toBe(200)
    expect((await one()).status_history.map(({ despite }) => despite.length)).toEqual([0, 2, 0])
  })

  test.each(['SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'REJECTED', 'DRAFT'])(
    '%s needs none of it, and keeps none',
    async status => {
      expect((await set({ status, despite: [shares] })).status).toBe(200)
      expect((await one()).status_history.at(-1)?.despite).toEqual([])
    },
  )

  test('without open points nothing needs to be named', async () => {
    const { employment_details: work } = ippForm
    const whole = { ...form, beneficiaries: ippForm.beneficiaries }
    const inOrder = { ...whole, employment_details: { ...work, monthly_income: null } }
    const other = await add({ documents: [idDocument], form: inOrder })
    expect(await set({}, other)).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
  })

  test.each([
    [{ despite: 'all' }, 'despite'],
    [{ despite: [{ code: 'shares.sum' }] }, 'despite.0.field'],
    [{ despite: Array.from({ length: 201 }, () => shares) }, 'despite'],
  ])('what is no list of points is refused, %#', async (body, field) => {
    expect(await set(body)).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', fields: { [field]: expect.any(String) } },
    })
  })
})
