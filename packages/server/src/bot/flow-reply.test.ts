import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

/** A form of LIB Flex, flat as Flows send it, with fields that were not requested: 60 answers. */
const answers = {
  full_name: 'nakato mary',
  date_of_birth: '4/3/1991',
  gender: 'female',
  nationality: 'Ugandan',
  id_type: 'passport',
  id_number: 'B1234567',
  marital_status: 'married',
  contact_details_phone_number: '0772 123 456',
  email: 'Mary@Example.com',
  physical_address: 'Plot 4, Jinja Road',
  employment_status: 'student',
  policy_type: 'for my family',
  cover_amount: '20m',
  policy_term: '10 years',
  premium_payment_frequency: 'every month',
  premium_amount: '100k',
  policy_details_payment_method: 'bank',
  has_existing_conditions: false,
  smoker: 'no',
  height_cm: 170,
  weight_kg: '70kg',
  beneficiary_1_name: 'Okello James',
  beneficiary_1_relationship: 'spouse',
  beneficiary_1_percentage: 60,
  beneficiary_2_name: 'Okello Grace',
  beneficiary_2_relationship: 'child',
  beneficiary_2_percentage: '40%',
}
const whole: Readonly<Record<string, unknown>> = {
  ...answers,
  ...Object.fromEntries(
    Array.from({ length: 60 - Object.keys(answers).length }, (_, n) => [`screen_${n}_note`, `note ${n}`]),
  ),
}
const kept = {
  'personal_details.full_name': 'Nakato Mary',
  'personal_details.date_of_birth': '1991-03-04',
  'contact_details.phone_number': '+256772123456',
  'contact_details.email': 'mary@example.com',
  'policy_details.cover_amount': 20_000_000,
  'policy_details.payment_method': 'BANK_TRANSFER',
  'health_information.smoker': false,
  'health_information.weight_kg': 70,
  'beneficiaries.1.percentage': 40,
}

describe('[Q-207] a form that comes at once as the reply of a Flow', () => {
  let at: TestServer
  let phone: string
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  const newPhone = () => (phone = `25672${String((phones += 1)).padStart(7, '0')}`)
  const now = () => Math.floor(at.clock.now().getTime() / 1000)
  const stored = async () =>
    at.database.db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['conversations.id', 'bot_from'])
      .where('wa_id', '=', phone)
      .executeTakeFirst()
  const comes = async (message: Record<string, unknown>) => {
    const wamid = `wamid.${unique()}`
    const item = { from: phone, timestamp: String(now()), ...message, id: wamid }
    expect(await at.webhook(envelope({ messages: [item] }))).toBe(200)
    await eventually('the bot to have heard it', async () => (await stored())?.bot_from === null)
  }
  const says = (words: string) => comes(text(phone, '', words, now()))
  const flow = (json: object) =>
    comes({
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(json) },
      },
    })
  const lastSaid = async () =>
    (
      await at.database.db
        .selectFrom('messages')
        .select('content')
        .where('conversation_id', '=', (await stored())?.id ?? 0)
        .where('source', '=', 'BOT')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
    )
      .map(({ content }) => content)
      .toReversed()
  const applications = async () =>
    at.database.db
      .selectFrom('applications')
      .select(['id', 'status'])
      .where('conversation_id', '=', (await stored())?.id ?? 0)
      .execute()
  const one = async () => {
    const [row] = await applications()
    return (await at.ann.get('libApplication', { params: { id: String(row?.id) } })).reply
  }
  const valueAt = (form: unknown, path: string) =>
    path.split('.').reduce<unknown>((whole_, key) => (whole_ as Record<string, unknown>)[key], form)

  test('60 answers are a draft, each value with that message; then documents, summary, consents, and it is sent in', async () => {
    newPhone()
    expect(Object.keys(whole)).toHaveLength(60)
    await flow(whole)
    const draft = await one()
    expect(draft.status).toBe('DRAFT')
    const { id } = await at.database.db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', (await stored())?.id ?? 0)
      .where('source', '=', 'CUSTOMER')
      .executeTakeFirstOrThrow()
    for (const [path, value] of Object.entries(kept)) {
      expect([path, valueAt(draft.form_data, path)]).toEqual([path, value])
      expect(draft.provenance[path]).toMatchObject({ source: 'form', message_id: String(id), agent: null })
    }
    expect(Object.keys(draft.provenance)).toHaveLength(Object.keys(answers).length)
    expect((await lastSaid())[0]).toBe('Thank you, your form is here.')
    await says('later')
    await says('submit')
    await says('yes')
    await says('yes')
    expect(await applications()).toMatchObject([{ status: 'PENDING_DOCUMENTS' }])
    expect((await lastSaid()).join(' ')).toContain(`LIB-${draft.id}`)
  })

  test('what is wrong is asked for with the reason, and nothing else again', async () => {
    newPhone()
    await flow({ ...whole, date_of_birth: '4/3/2019', flow_token: 'lib-7' })
    const [first] = await lastSaid()
    expect(first).toMatch(/^Thank you, your form is here\. .*18/)
    await says('4/3/1991')
    expect((await one()).form_data.personal_details.date_of_birth).toBe('1991-03-04')
    expect((await lastSaid()).join(' ')).toContain('ID')
  })

  test('it goes into the form of its kind that is open, and what it leaves out stays', async () => {
    newPhone()
    await says('I want to buy life insurance')
    await says('Nakato Marion')
    const { full_name: _, ...rest } = whole
    await flow(rest)
    expect(await applications()).toHaveLength(1)
    const { form_data, provenance } = await one()
    expect(form_data.personal_details).toMatchObject({ full_name: 'Nakato Marion', gender: 'FEMALE' })
    expect(provenance['personal_details.full_name']?.source).toBe('message')
  })

  test('a form of somebody else’s begins nothing', async () => {
    newPhone()
    await flow({ stars: '5', story: 'Good' })
    expect(await applications()).toEqual([])
  })
})
