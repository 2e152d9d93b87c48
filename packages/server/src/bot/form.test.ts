import type { ApplicationKind, Provenance } from '@parley/core/applications/application'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

/** A field, the customer's text for its question, and the stored value; null: none. */
type Line = readonly [path: string, said: string, value: unknown]

const both: readonly Line[] = [
  ['personal_details.full_name', 'nakato mary', 'Nakato Mary'],
  ['personal_details.date_of_birth', '4/3/1991', '1991-03-04'],
  ['personal_details.gender', 'female', 'FEMALE'],
  ['personal_details.nationality', 'Ugandan', 'Ugandan'],
  ['personal_details.id_type', 'passport', 'PASSPORT'],
  ['personal_details.id_number', 'B1234567', 'B1234567'],
  ['personal_details.marital_status', 'married', 'MARRIED'],
  ['contact_details.phone_number', 'yes', null],
  ['contact_details.alternative_phone', 'skip', null],
  ['contact_details.email', 'Mary@Example.com', 'mary@example.com'],
  ['contact_details.physical_address', 'Plot 4, Jinja Road', 'Plot 4, Jinja Road'],
  ['contact_details.postal_address', 'skip', null],
  ['employment_details.employment_status', 'student', 'STUDENT'],
]
const last: readonly Line[] = [
  ['beneficiaries.0.name', 'Okello James', 'Okello James'],
  ['beneficiaries.0.relationship', 'my husband', 'SPOUSE'],
  ['beneficiaries.0.phone_number', 'skip', null],
  ['beneficiaries.0.id_number', 'skip', null],
  ['beneficiaries.0.percentage', '100', 100],
]
const lines: Readonly<Record<ApplicationKind, readonly Line[]>> = {
  ipp: [
    ...both,
    ['contribution_details.monthly_contribution', '50,000', 50_000],
    ['contribution_details.initial_contribution', '200k', 200_000],
    ['contribution_details.payment_method', 'momo', 'MOBILE_MONEY'],
    ['contribution_details.start_date', 'tomorrow', null],
    ['investment_preferences.risk_tolerance', 'moderate', 'MODERATE'],
    ['investment_preferences.preferred_portfolio', 'growth', 'GROWTH'],
    ['investment_preferences.investment_horizon', 'until I am 60', 'Until I am 60'],
    ...last,
  ],
  lib: [
    ...both,
    ['policy_details.policy_type', 'for my family', 'FAMILY'],
    ['policy_details.cover_amount', '20m', 20_000_000],
    ['policy_details.policy_term', '10 years', 10],
    ['policy_details.premium_payment_frequency', 'every month', 'MONTHLY'],
    ['policy_details.premium_amount', '100k', 100_000],
    ['policy_details.payment_method', 'bank', 'BANK_TRANSFER'],
    ['health_information.has_existing_conditions', 'no', false],
    ['health_information.smoker', 'no', false],
    ['health_information.height_cm', '170 cm', 170],
    ['health_information.weight_kg', '70kg', 70],
    ...last,
  ],
}
let phones = 0

describe('[Q-204] a form in the chat', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  const newPhone = () => `25674${String((phones += 1)).padStart(7, '0')}`
  const now = () => Math.floor(at.clock.now().getTime() / 1000)
  const stored = async (phone: string) =>
    at.database.db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['conversations.id', 'bot_from', 'with_bot'])
      .where('wa_id', '=', phone)
      .executeTakeFirst()
  /** Makes the customer write, and waits until the bot has read it. */
  const says = async (phone: string, message: Record<string, unknown> | string) => {
    const wamid = `wamid.${unique()}`
    const one = typeof message === 'string' ? text(phone, wamid, message, now()) : message
    const item = { ...one, id: wamid, from: phone, timestamp: String(now()) }
    expect(await at.webhook(envelope({ messages: [item] }))).toBe(200)
    await eventually('the bot to have heard it', async () => (await stored(phone))?.bot_from === null)
  }
  const said = async (phone: string) =>
    at.database.db
      .selectFrom('messages')
      .select(['content', 'details'])
      .where('conversation_id', '=', (await stored(phone))?.id ?? 0)
      .where('source', '=', 'BOT')
      .orderBy('id')
      .execute()
  const lastSaid = async (phone: string) => (await said(phone)).at(-1)?.content ?? ''
  const applicationsOf = async (phone: string) =>
    at.database.db
      .selectFrom('applications')
      .selectAll()
      .where('conversation_id', '=', (await stored(phone))?.id ?? 0)
      .orderBy('id')
      .execute()
  const draftOf = async (phone: string) => {
    const { rows } = await at.database.db
      .selectFrom('application_drafts')
      .innerJoin('applications', 'applications.id', 'application_drafts.application_id')
      .select(['application_drafts.state', 'applications.status', 'applications.id'])
      .where('applications.conversation_id', '=', (await stored(phone))?.id ?? 0)
      .execute()
      .then(found => ({ rows: found }))
    const [row] = rows
    if (row === undefined) throw new Error('There is no draft')
    return { ...row, at: (row.state as { at: { step: string; path?: string } }).at }
  }
  const wanted = { ipp: 'I want to join the pension plan', lib: 'I want to buy life insurance' } as const

  test.each(['ipp', 'lib'] as const)(
    'an application for %s equals what was said, field by field, each with the message that said it',
    async kind => {
      const phone = newPhone()
      await says(phone, wanted[kind])
      const [draft] = await applicationsOf(phone)
      expect(draft).toMatchObject({ kind, status: 'DRAFT', submitted_at: null, customer_phone: `+${phone}` })
      for (const [path, answer] of lines[kind]) {
        expect((await draftOf(phone)).at).toEqual({ step: 'field', path })
        await says(phone, answer)
      }
      expect((await draftOf(phone)).at.step).toBe('document')
      await says(phone, { type: 'image', image: { id: 'media-1', mime_type: 'image/jpeg', sha256: 'x' } })
      await says(phone, 'done')
      while ((await draftOf(phone)).at.step === 'document') await says(phone, 'later')
      await says(phone, 'submit')
      await says(phone, 'yes')
      await says(phone, 'yes')
      const number = `${kind.toUpperCase()}-${draft?.id}`
      expect(await lastSaid(phone)).toContain(number)

      const call = kind === 'ipp' ? 'ippApplication' : 'libApplication'
      const { reply } = await at.ann.get(call, { params: { id: String(draft?.id) } })
      expect(reply.submission_date).toBe(at.clock.now().toISOString())
      expect(['SUBMITTED', 'PENDING_DOCUMENTS']).toContain(reply.status)
      expect(reply.status_history.map(one => one.to_status)).toEqual(['DRAFT', reply.status])
      expect(reply.attachments).toMatchObject([{ document_type: 'ID_DOCUMENT' }])
      expect(reply.customer.name).toBe('Nakato Mary')
      const form: unknown = reply.form_data
      const valueAt = (path: string) =>
        path.split('.').reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], form)
      const sources: Readonly<Record<string, Provenance>> = reply.provenance
      for (const [path, answer, value] of lines[kind]) {
        if (value === null) continue
        expect([path, valueAt(path)]).toEqual([path, value])
        const message = await at.database.db
          .selectFrom('messages')
          .select('content')
          .where('id', '=', Number(sources[path]?.message_id))
          .executeTakeFirst()
        expect([path, message?.content]).toEqual([path, answer])
        expect(sources[path]).toMatchObject({
          source: 'message',
          conversation_id: String((await stored(phone))?.id),
        })
      }
      expect(valueAt('contact_details.phone_number')).toBe(`+${phone}`)
      // The form is finished: the next message does not answer it.
      await says(phone, 'Good morning')
      expect(await applicationsOf(phone)).toHaveLength(1)
    },
  )

  test('the menu leaves a form as it is, and "continue" goes on with it, also days later', async () => {
    const phone = newPhone()
    await says(phone, wanted.ipp)
    await says(phone, 'Nakato Mary')
    await says(phone, '00')
    expect((await said(phone)).at(-2)?.content).toContain('kept as it is')
    await says(phone, 'thank you')
    expect((await draftOf(phone)).at).toEqual({ step: 'field', path: 'personal_details.date_of_birth' })
    await says(phone, 'continue')
    await says(phone, '4/3/1991')
    expect((await draftOf(phone)).at).toEqual({ step: 'field', path: 'personal_details.gender' })
  })

  test('"0" is the question before, and an answer is corrected there', async () => {
    const phone = newPhone()
    await says(phone, wanted.lib)
    await says(phone, 'Nakato Mary')
    await says(phone, '0')
    expect((await draftOf(phone)).at).toEqual({ step: 'field', path: 'personal_details.full_name' })
    await says(phone, 'Nakato Marion')
    expect((await applicationsOf(phone))[0]?.customer_name).toBe('Nakato Marion')
  })

  test('who asks for a person in the middle of a form gets one, and the form is kept', async () => {
    const phone = newPhone()
    await says(phone, wanted.ipp)
    await says(phone, 'I want to talk to a human being please')
    expect(await stored(phone)).toMatchObject({ with_bot: false })
    expect(await draftOf(phone)).toMatchObject({ status: 'DRAFT', state: { status: 'paused' } })
  })

  test('the same message again asks nothing twice and changes nothing', async () => {
    const phone = newPhone()
    await says(phone, wanted.ipp)
    const wamid = `wamid.${unique()}`
    const again = envelope({ messages: [text(phone, wamid, 'Nakato Mary', now())] })
    expect(await at.webhook(again)).toBe(200)
    await eventually('it to be heard', async () => (await stored(phone))?.bot_from === null)
    const before = (await said(phone)).length
    expect(await at.webhook(again)).toBe(200)
    expect((await stored(phone))?.bot_from).toBeNull()
    expect(await said(phone)).toHaveLength(before)
  })

  test('a form that is begun in the first of several messages takes the others for answers', async () => {
    const phone = newPhone()
    const messages = [wanted.ipp, 'Nakato Mary', '4/3/1991'].map(words =>
      text(phone, `wamid.${unique()}`, words, now()),
    )
    expect(await at.webhook(envelope({ messages }))).toBe(200)
    await eventually('all to be heard', async () => (await stored(phone))?.bot_from === null)
    expect((await draftOf(phone)).at).toEqual({ step: 'field', path: 'personal_details.gender' })
    expect(await applicationsOf(phone)).toHaveLength(1)
  })

  test('a form that is cancelled says so in its history and takes no more answers', async () => {
    const phone = newPhone()
    await says(phone, wanted.ipp)
    await says(phone, 'cancel')
    await says(phone, 'yes')
    const [application] = await applicationsOf(phone)
    const history = await at.database.db
      .selectFrom('application_status_changes')
      .select(['to_status', 'notes'])
      .where('application_id', '=', application?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(history.at(-1)).toMatchObject({ to_status: 'DRAFT', notes: expect.stringContaining('cancelled') })
    await says(phone, 'continue')
    expect((await draftOf(phone)).state).toMatchObject({ status: 'cancelled' })
  })
})
