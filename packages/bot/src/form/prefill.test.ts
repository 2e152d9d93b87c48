import { expect, test } from 'vitest'
import { applicationOf } from './application.ts'
import { Customer, monday as now, photo } from './form.fixture.ts'
import { migrateForm } from './migrate.ts'
import { prefill, takeWholeForm } from './prefill.ts'
import { FormState, type Source, startForm } from './state.ts'
import { formStep, resumeForm } from './step.ts'

const moment = { now, language: 'en' } as const
const agent: Source = { how: 'agent', message_id: null, at: now.toISOString(), agent_id: '12' }

const nested = {
  personal_details: {
    full_name: 'Nakato Mary',
    date_of_birth: '4/3/1991',
    gender: 'FEMALE',
    nationality: 'Ugandan',
    id_type: 'NATIONAL_ID',
    id_number: 'CF910121ABC3DE',
    marital_status: 'Married',
  },
  contact_details: { phone_number: '0772123456', email: '', physical_address: 'Plot 4, Jinja Road' },
  employment_details: { employment_status: 'EMPLOYED', employer_name: 'Nile Steel', monthly_income: 800000 },
  policy_details: {
    policy_type: 'FAMILY',
    cover_amount: '20m',
    premium_amount: 100000,
    premium_payment_frequency: 'MONTHLY',
    policy_term: 10,
    payment_method: 'MOBILE_MONEY',
  },
  health_information: {
    has_existing_conditions: true,
    existing_conditions: ['asthma', 'diabetes'],
    smoker: false,
    height_cm: 170,
  },
  beneficiaries: [
    { name: 'Okello James', relationship: 'SPOUSE', percentage: 60 },
    { name: 'Okello Grace', relationship: 'CHILD', phone_number: '0782123456', percentage: '40%' },
  ],
}

test('[Q-201] a whole form at once is read by the same readers, and what may be left out is not asked', () => {
  const { state, missing, wrong } = takeWholeForm('lib', nested, { messageId: '77', now })
  expect([missing, wrong]).toEqual([[], []])
  expect(state.at).toEqual({ step: 'document', type: 'ID_DOCUMENT' })
  const { form_data, provenance } = applicationOf(state)
  expect(form_data).toEqual({
    personal_details: { ...nested.personal_details, date_of_birth: '1991-03-04', marital_status: 'MARRIED' },
    contact_details: {
      phone_number: '+256772123456',
      alternative_phone: null,
      email: null,
      physical_address: 'Plot 4, Jinja Road',
      postal_address: null,
    },
    employment_details: { ...nested.employment_details, job_title: null, industry: null },
    policy_details: { ...nested.policy_details, cover_amount: 20_000_000 },
    health_information: { ...nested.health_information, weight_kg: null },
    beneficiaries: [
      { name: 'Okello James', relationship: 'SPOUSE', phone_number: null, id_number: null, percentage: 60 },
      {
        name: 'Okello Grace',
        relationship: 'CHILD',
        phone_number: '+256782123456',
        id_number: null,
        percentage: 40,
      },
    ],
  })
  const source = { source: 'form', at: now.toISOString(), message_id: '77', agent_id: null }
  for (const given of Object.values(provenance)) expect(given).toEqual(source)
  expect(Object.keys(provenance)).toHaveLength(29)
})

test('[Q-201] names may be flat, and what is missing or wrong is asked in the chat', () => {
  const flat = {
    flow_token: 'x',
    full_name: 'Mary',
    'Date-Of-Birth': '668044800000',
    id_type: 'passport',
    contact_details_phone_number: '0772',
    physical_address: 'Plot 4, Jinja Road',
    employment_status: 'UNEMPLOYED',
    employer_name: 'Nobody',
    monthly_contribution: '50k',
    start_date: '2020-01-01',
    payment_method: 'MOBILE_MONEY',
    beneficiary_2_name: 'Okello Grace',
    beneficiary_2_percentage: '150',
  }
  const { state, missing, wrong } = takeWholeForm('ipp', flat, { messageId: '77', now })
  expect(missing).toEqual(['personal_details.id_number', 'beneficiaries.0.relationship'])
  expect(wrong.map(({ path }) => path)).toEqual([
    'personal_details.full_name',
    'contact_details.phone_number',
    'contribution_details.start_date',
    'beneficiaries.0.percentage',
  ])
  expect(state.values['personal_details.date_of_birth']?.value).toBe('1991-03-04')
  expect(state.values['employment_details.employer_name']).toBeUndefined()
  expect(state.values['beneficiaries.0.name']?.value).toBe('Okello Grace')

  const customer = new Customer('ipp')
  customer.state = state
  customer.says('Nakato Mary', 'B1234567', '0772 123 456', '1/12', 'child', 'all', 'later')
  customer.says('submit', 'yes', 'yes')
  expect(customer.outcome).toBe('submitted')
})

test.each([null, 7, 'text', [], [[[]]], {}, { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }])(
  '[Q-201] a form of nothing asks all: %j',
  json => {
    const { state, wrong } = takeWholeForm('ipp', json, { messageId: '77', now })
    expect(wrong).toEqual([])
    expect(state.values).toEqual({})
    expect(state.at).toEqual({ step: 'field', path: 'personal_details.full_name' })
  },
)

test('[Q-201] an agent fills in a field for the customer: read as an answer, marked, and not asked again', () => {
  const begun = startForm('ipp', {}, now)
  const named = prefill(begun, 'personal_details.full_name', 'nakato mary', agent)
  const state = named.problem === undefined ? named.state : begun
  expect(state.at).toEqual({ step: 'field', path: 'personal_details.date_of_birth' })
  expect(applicationOf(state).provenance['personal_details.full_name']).toEqual({
    source: 'person',
    at: now.toISOString(),
    message_id: null,
    agent_id: '12',
  })
  const later = prefill(state, 'contribution_details.monthly_contribution', '50k', agent)
  expect(later.problem === undefined && later.state.at).toEqual(state.at)
})

test.each([
  ['personal_details.full_name', 'Mary', /two names/],
  ['personal_details.shoe_size', '42', /cannot be filled/],
  ['beneficiaries.3.name', 'Okello Grace', /cannot be filled/],
  ['beneficiaries.x.name', 'Okello Grace', /cannot be filled/],
])('[Q-201] an agent cannot fill %s with "%s"', (path, text, why) => {
  expect(prefill(startForm('ipp', {}, now), path, text, agent).problem?.en).toMatch(why)
})

test('[Q-201] a form of another version keeps what still has its place, and asks the rest', () => {
  const customer = new Customer('ipp')
    .says('Nakato Mary', '4/3/1991', 'female')
    .sends(photo('1'))
    .presses('ID document')
  const { state } = customer
  expect(migrateForm(JSON.parse(JSON.stringify(state)), now)).toEqual(state)
  const old = {
    flow: 0,
    kind: 'ipp',
    values: {
      ...state.values,
      'personal_details.date_of_birth': { value: 1991, source: agent },
      'personal_details.gender': { value: 'WOMAN', source: agent },
      'personal_details.shoe_size': { value: 42, source: agent },
      'contact_details.phone_number': 'no source',
    },
    at: { step: 'field', path: 'personal_details.shoe_size' },
    documents: [...state.documents, { attachment_id: 7 }],
    started_at: '2026-11-01T00:00:00.000Z',
    misses: 'many',
  }
  const migrated = migrateForm(old, now)
  expect(Object.keys(migrated?.values ?? {})).toEqual(['personal_details.full_name'])
  expect(migrated).toMatchObject({
    flow: 1,
    at: { step: 'field', path: 'personal_details.date_of_birth' },
    documents: state.documents,
    started_at: '2026-11-01T00:00:00.000Z',
    misses: 0,
  })
  expect(FormState.safeParse(migrated).success).toBe(true)
})

test.each([null, 'x', {}, { kind: 'car' }, []])('[Q-201] %j is no form', json => {
  expect(migrateForm(json, now)).toBeNull()
})

test('[Q-201] a reminder says how far the form is and asks on', () => {
  const { state, replies } = resumeForm(new Customer('ipp').says('Nakato Mary', 'later').state, moment)
  expect(state.status).toBe('asking')
  expect(replies[0]?.text).toMatch(/Welcome back. Answered so far: 1 of \d+.\n\nWhen were you born/)
  const { status, ...open } = state
  const closed = { ...open, status: 'cancelled' as const }
  expect(status).toBe('asking')
  expect(resumeForm(closed, moment)).toEqual({ state: closed, replies: [], outcome: 'cancelled' })
  const again = { messageId: 'x', text: 'Nakato', choiceId: null, files: [] }
  expect(formStep(closed, again, moment).replies).toEqual([])
})

test('[Q-201] a summary that no message holds comes in several, whole', () => {
  const long = `Plot 4, ${'Old Jinja Road, '.repeat(11)}Kampala`
  const conditions = Array.from({ length: 20 }, (_, n) => `${'an illness with a long name '.repeat(2)}${n}`)
  const json = {
    ...nested,
    contact_details: { ...nested.contact_details, physical_address: long, postal_address: long },
    employment_details: {
      ...nested.employment_details,
      employer_name: long,
      job_title: long,
      industry: long,
    },
    health_information: { ...nested.health_information, existing_conditions: conditions },
    beneficiaries: Array.from({ length: 8 }, () => ({
      name: 'Nabukeera-Nakayiza Namutebi-Nansubuga Nakabugo-Nakimuli Nalubega',
      relationship: 'RELATIVE',
      phone_number: '0782123456',
      id_number: 'CM900121ABC3DE',
      percentage: 12.5,
    })),
  }
  const customer = new Customer('lib')
  customer.state = takeWholeForm('lib', json, { messageId: '77', now }).state
  const texts = customer.says('later', 'later', 'later').replies.map(({ text }) => text)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(4_096)
  expect(texts.join('\n')).toContain(conditions.join(', '))
  expect(texts.join('\n').split(long)).toHaveLength(6)
})
