import { describe, expect, test } from 'vitest'
import { kindOfForm, takeFlowReply } from './flow-reply.ts'
import { Customer, monday, photo } from './form/form.fixture.ts'
import { say } from './sayings.ts'
import { type BotState, newState } from './state.ts'
import { emptyWorld } from './world.fixture.ts'
import type { Step, World } from './world.ts'
import type { Input, InputFile } from './turn.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const both = {
  full_name: 'Nakato Mary',
  gender: 'FEMALE',
  phone_number: '0772123456',
  physical_address: 'Plot 4, Jinja Road',
}

test.each([
  ['what the asking system called it', 'ipp-2026-77', {}, 'ipp'],
  ['in capitals too', 'LIB_FLEX', both, 'lib'],
  ['a word that only begins alike is no name', 'library', both, null],
  ['nor is one further back', 'survey-ipp-3', both, null],
  ['what only one of both asks', null, { ...both, monthly_contribution: '50k' }, 'ipp'],
  [
    'nested, and wrong in part',
    null,
    { ...both, policy_details: { cover_amount: 'much', policy_term: 900 } },
    'lib',
  ],
  ['what both ask', null, both, null],
  ['much that both ask', null, { ...both, date_of_birth: '4/3/1991', nationality: 'Ugandan' }, null],
  [
    'too few',
    null,
    { full_name: 'Nakato Mary', gender: 'FEMALE', nationality: 'Ugandan', smoker: 'no' },
    null,
  ],
  ['none of ours', 'survey', { stars: '5', story: 'Good' }, null],
])('[Q-207] a form that came at once is known by %s', (_, reference, answers, kind) => {
  expect(kindOfForm({ reference, answers }, now)).toBe(kind)
})

describe('[Q-207] a form that came at once', () => {
  const asking: BotState = {
    ...newState(monday),
    asking: { slot: 'reference', intent: 'claim_status' },
    misses: 2,
  }
  const answers = { ...both, monthly_contribution: '50k' }
  const source = { how: 'flow', message_id: '77', at: monday.toISOString(), agent_id: null }
  const files = [photo('1'), photo('2', 'audio/ogg')]
  const flow = (more: object = {}, with_: readonly InputFile[] = []): Input => ({
    messageId: '77',
    text: '',
    choiceId: null,
    files: with_,
    form: { reference: null, answers: { ...answers, ...more } },
  })
  const begun = (kind: 'ipp' | 'lib', ...said: readonly string[]) => ({
    state: new Customer(kind).says(...said).state,
    number: 'X-1',
  })
  const taken = (input: Input, more: Partial<World> = {}, state = asking): Step => {
    const done = takeFlowReply(state, input, { ...emptyWorld, ...more })
    if (done === null) throw new Error('It was not taken')
    return done
  }
  const valuesOf = ({ form }: Step) =>
    Object.fromEntries(Object.entries(form?.values ?? {}).map(([path, { value }]) => [path, value]))

  test('begins one, each value with that message, and asks on: what was asked before is over', () => {
    const done = taken(flow())
    expect(done.form).toMatchObject({ kind: 'ipp', status: 'asking', last_message_id: '77' })
    expect(Object.values(done.form?.values ?? {}).map(one => one.source)).toEqual(
      Array.from({ length: 5 }, () => source),
    )
    expect(done.state).toMatchObject({ in_form: true, asking: null, misses: 0, greeted: true })
    expect(done.handover).toBeNull()
    expect(done.replies.map(({ text }) => text)).toEqual([
      say('formTaken', 'en'),
      expect.stringContaining('When were you born'),
    ])
  })

  test('what is known of the customer and the form leaves out is offered for a yes', () => {
    const sent = { reference: 'ipp-3', answers: { ...answers, phone_number: '' } }
    const { form } = taken({ ...flow(), form: sent }, { known: { phoneNumber: '0772 123 456' } })
    expect(form?.known).toEqual({ 'contact_details.phone_number': '+256772123456' })
  })

  test('says so in the language that the customer writes', () => {
    const { replies } = taken(flow(), {}, { ...asking, language: 'sw' })
    expect(replies[0]?.text).toBe(say('formTaken', 'sw'))
  })

  test('goes into the open one of its kind, also one that was put aside: what it leaves out stays', () => {
    const { full_name: _, ...rest } = answers
    const input: Input = { ...flow(), form: { reference: 'ipp-1', answers: { ...rest, gender: 'male' } } }
    const form = begun('ipp', 'Nakato Marion', '4/3/1991', 'female', 'later')
    expect(form.state.status).toBe('paused')
    const done = taken(input, { form })
    expect(valuesOf(done)).toMatchObject({
      'personal_details.full_name': 'Nakato Marion',
      'personal_details.date_of_birth': '1991-03-04',
      'personal_details.gender': 'MALE',
    })
    const { values = {} } = done.form ?? {}
    expect(values['personal_details.gender']?.source).toEqual(source)
    expect(values['personal_details.full_name']?.source.how).toBe('said')
    expect(done.form).toMatchObject({
      status: 'asking',
      started_at: form.state.started_at,
      last_message_id: '77',
      at: { step: 'field', path: 'personal_details.id_type' },
    })
  })

  test('begins one beside an open one of the other kind, of which it takes nothing', () => {
    const done = taken(flow(), { form: begun('lib', 'Nakato Marion', '4/3/1991') })
    expect(done.form?.kind).toBe('ipp')
    expect(valuesOf(done)).not.toHaveProperty(['personal_details.date_of_birth'])
  })

  test('what is wrong is asked next with the reason, if nothing before it is missing', () => {
    const { replies } = taken(flow({ date_of_birth: '4/3/2019' }))
    expect(replies[0]?.text).toMatch(new RegExp(`^${say('formTaken', 'en')} .*18`))
    const later = taken(flow({ email: 'nothing' }))
    expect(later.replies[0]?.text).toBe(say('formTaken', 'en'))
  })

  test('its photos wait for the customer to name them; what is no document does not', () => {
    const done = taken(flow({}, files))
    expect(done.form).toMatchObject({ aside: 'file', files: [{ attachment_id: '1', message_id: '77' }] })
    expect(done.replies.at(-1)?.text).toContain('Which document is it?')
    expect(taken(flow({}, files.slice(1))).form).toMatchObject({ aside: null, files: [] })
  })

  test.each([
    ['no form', undefined],
    ['none of ours', { reference: 'survey', answers: { stars: '5' } }],
  ])('a message with %s is none', (_, form) => {
    expect(takeFlowReply(asking, { ...flow(), form: form ?? null }, emptyWorld)).toBeNull()
  })
})
