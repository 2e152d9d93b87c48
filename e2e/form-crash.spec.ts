import { expect, test } from '@playwright/test'
import { apiSignIn } from './harness/meta.ts'
import { startParley } from './harness/parley.ts'
import { Phone } from './harness/phone.ts'

/** What the customer says to each question, and what is kept of it; null: nothing, or not by this message. */
const lines: readonly (readonly [path: string, said: string, value: unknown])[] = [
  ['personal_details.full_name', 'nakato mary', 'Nakato Mary'],
  ['personal_details.date_of_birth', '4/3/1991', '1991-03-04'],
  ['personal_details.gender', 'female', 'FEMALE'],
  ['personal_details.nationality', 'Ugandan', 'Ugandan'],
  ['personal_details.id_type', 'passport', 'PASSPORT'],
  ['personal_details.id_number', 'B1234567', 'B1234567'],
  ['personal_details.marital_status', 'married', 'MARRIED'],
  ['contact_details.phone_number', '0772 123 456', '+256772123456'],
  ['contact_details.alternative_phone', 'skip', null],
  ['contact_details.email', 'Mary@Example.com', 'mary@example.com'],
  ['contact_details.physical_address', 'Plot 4, Jinja Road', 'Plot 4, Jinja Road'],
  ['contact_details.postal_address', 'skip', null],
  ['employment_details.employment_status', 'student', 'STUDENT'],
  ['contribution_details.monthly_contribution', '50,000', 50_000],
  ['contribution_details.initial_contribution', '200k', 200_000],
  ['contribution_details.payment_method', 'momo', 'MOBILE_MONEY'],
  ['contribution_details.start_date', 'tomorrow', null],
  ['investment_preferences.risk_tolerance', 'moderate', 'MODERATE'],
  ['investment_preferences.preferred_portfolio', 'growth', 'GROWTH'],
  ['investment_preferences.investment_horizon', 'until I am 60', 'Until I am 60'],
  ['beneficiaries.0.name', 'Okello James', 'Okello James'],
  ['beneficiaries.0.relationship', 'my husband', 'SPOUSE'],
  ['beneficiaries.0.phone_number', 'skip', null],
  ['beneficiaries.0.id_number', 'skip', null],
  ['beneficiaries.0.percentage', '100', 100],
]
const spoken = [
  'I want to join the pension plan',
  ...lines.map(([, said]) => said),
  'later',
  'submit',
  'yes',
  'yes',
]

/** Customers at once, each so many questions further than the one before: few kills meet every question. */
const each = 3
const everyFirst = Array.from({ length: Math.ceil(spoken.length / each) }, (_, place) => place * each)
/** With one kill and three customers it runs among the short tests. */
const forms = [
  { what: 'at one step', firsts: [0, 12, 24], kills: 1, tag: [] },
  { what: 'at every step', firsts: everyFirst, kills: each, tag: ['@long'] },
]

interface Told {
  readonly id: string
  readonly source: string
  readonly content: string
}
interface Whole {
  readonly id: string
  readonly status: string
  readonly form_data: unknown
  readonly provenance: Readonly<Record<string, { readonly message_id: string | null }>>
}

for (const { what, firsts, kills, tag } of forms)
  test(`[Q-207] kill -9 ${what} of a form: no question twice, no answer lost`, { tag }, async () => {
    test.setTimeout(240_000)
    const parley = await startParley({ env: { BOT_AT_NEW_NUMBERS: 'on', DEMO_CONVERSATIONS: '0' } })
    try {
      const { token } = await apiSignIn(parley)
      const get = async <T>(path: string): Promise<T> => {
        const answer = await fetch(`${parley.url}/api/v1${path}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        return (await answer.json()) as T
      }
      const people = firsts.map((first, place) => {
        const number = `2567700005${String(place).padStart(2, '0')}`
        return { number, phone: new Phone(parley.simulatorUrl, number), first }
      })
      type Person = (typeof people)[number]
      const conversation = async ({ number }: Person) =>
        (await get<{ id: string }[]>(`/messages/admin/conversations?search=%2B${number}`))[0]?.id
      const thread = async (person: Person): Promise<readonly Told[]> => {
        const id = await conversation(person)
        if (id === undefined) return []
        const path = `/messages/admin/conversation/${id}/history?limit=200`
        return (await get<{ messages: readonly Told[] }>(path)).messages
      }
      const isAnswered = async (person: Person, said: number) => {
        const all = await thread(person)
        const own = all.filter(({ source }) => source === 'CUSTOMER').length
        return said === 0 || (own === said && all.at(-1)?.source === 'BOT')
      }
      /** Waits until at most so many customers have no answer. */
      const answered = (said: (person: Person) => number, left = 0) =>
        expect
          .poll(
            async () => {
              const all = await Promise.all(people.map(person => isAnswered(person, said(person))))
              return all.filter(one => !one).length
            },
            { message: 'customers without an answer', timeout: 60_000, intervals: [100] },
          )
          .toBeLessThanOrEqual(left)
      const say = (from: (person: Person) => number, before: (person: Person) => number) =>
        Promise.all(
          people.map(async person => {
            for (const words of spoken.slice(from(person), before(person))) await person.phone.say(words)
          }),
        )

      await say(
        () => 0,
        ({ first }) => first,
      )
      await answered(({ first }) => first)
      for (let step = 0; step < kills; step += 1) {
        const said = ({ first }: Person) => Math.min(first + step + 1, spoken.length)
        await say(({ first }) => first + step, said)
        // At first nothing is answered yet, later a part: some turns are not made, some answers on their way.
        await answered(said, people.length - step * Math.floor(people.length / each))
        await parley.server.crashAndRestart()
        await answered(said)
      }
      await say(
        ({ first }) => first + kills,
        () => spoken.length,
      )
      await answered(() => spoken.length)

      for (const person of people) {
        const all = await thread(person)
        const own = all.filter(({ source }) => source === 'CUSTOMER').map(({ content }) => content)
        expect(own).toEqual(spoken)
        const questions = all.filter(({ source }) => source === 'BOT').map(({ content }) => content)
        expect(questions.filter((one, place) => questions.indexOf(one) !== place)).toEqual([])
        const arrived = (await person.phone.received()).map(({ text }) => text)
        expect(arrived.filter((one, place) => arrived.indexOf(one) !== place)).toEqual([])

        const rows = await get<{ id: string }[]>(
          `/applications/ipp?conversation_id=${await conversation(person)}`,
        )
        expect(rows).toHaveLength(1)
        const whole = await get<Whole>(`/applications/ipp/${rows[0]?.id}`)
        expect(whole.status).toBe('PENDING_DOCUMENTS')
        for (const [path, said, value] of lines) {
          if (value === null) continue
          const kept = path
            .split('.')
            .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], whole.form_data)
          const from = all.find(({ id }) => id === whole.provenance[path]?.message_id)?.content
          expect([path, kept, from]).toEqual([path, value, said])
        }
      }
    } finally {
      await parley.stop()
    }
  })
