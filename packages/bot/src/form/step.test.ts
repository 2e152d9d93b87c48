import type { ApplicationKind } from '@parley/core/applications/application'
import { expect, test } from 'vitest'
import { applicationOf } from './application.ts'
import { Customer, photo } from './form.fixture.ts'
import type { Value } from './value.ts'

/** A question, its invalid answers, a valid answer, and the stored value; null: skipped. */
type Line = readonly [path: string, wrong: readonly string[], said: string, value: Value | null]

const everyForm: readonly Line[] = [
  ['personal_details.full_name', ['hello', 'Mary', 'what?', 'skip'], 'nakato mary', 'Nakato Mary'],
  ['personal_details.date_of_birth', ['1991', '31/2/1991', '4/3/2020', '4/3/2030'], '4/3/1991', '1991-03-04'],
  ['personal_details.gender', ['banana'], 'femal', 'FEMALE'],
  ['personal_details.nationality', ['?'], 'Uganda', 'Ugandan'],
  ['personal_details.id_type', ['a card'], '1', 'NATIONAL_ID'],
  ['personal_details.id_number', ['CF91', '12345678901234'], 'cf91 0121 abc3 de', 'CF910121ABC3DE'],
  ['personal_details.marital_status', ['complicated'], 'I am married', 'MARRIED'],
  ['contact_details.phone_number', ['0772', 'mine'], '0772 123 456', '+256772123456'],
  ['contact_details.alternative_phone', ['12'], 'skip', null],
  ['contact_details.email', ['mary at example'], 'Mary@Example.com', 'mary@example.com'],
  ['contact_details.physical_address', ['hi', '7'], 'Plot 4, Jinja Road', 'Plot 4, Jinja Road'],
  ['contact_details.postal_address', ['x'], 'P.O. Box 12, Kampala', 'P.O. Box 12, Kampala'],
  ['employment_details.employment_status', ['sometimes'], 'employed', 'EMPLOYED'],
  ['employment_details.employer_name', ['ok'], 'Change Uganda', 'Change Uganda'],
  ['employment_details.job_title', ['hello'], 'Foreman', 'Foreman'],
  ['employment_details.industry', ['?'], 'factory', 'MANUFACTURING'],
  ['employment_details.monthly_income', ['a lot', '$500', '5'], '800k', 800_000],
]
const beneficiaries: readonly Line[] = [
  ['beneficiaries.0.name', ['James'], 'Okello James', 'Okello James'],
  ['beneficiaries.0.relationship', ['enemy'], 'my husband', 'SPOUSE'],
  ['beneficiaries.0.phone_number', ['123'], '0782 123 456', '+256782123456'],
  ['beneficiaries.0.id_number', ['lost'], 'CM900121ABC3DE', 'CM900121ABC3DE'],
  ['beneficiaries.0.percentage', ['120', '0', 'some'], '60%', 60],
  ['', ['perhaps'], 'add another', null],
  ['beneficiaries.1.name', ['Grace'], 'Okello Grace', 'Okello Grace'],
  ['beneficiaries.1.relationship', ['boss'], 'daughter', 'CHILD'],
  ['beneficiaries.1.phone_number', [], 'skip', null],
  ['beneficiaries.1.id_number', [], 'skip', null],
  ['beneficiaries.1.percentage', ['50'], 'the rest', 40],
]
const lines: Readonly<Record<ApplicationKind, readonly Line[]>> = {
  ipp: [
    ...everyForm,
    ['contribution_details.monthly_contribution', ['-50000', '50k or 60k'], '50,000', 50_000],
    ['contribution_details.initial_contribution', ['much'], 'elfu 200', 200_000],
    ['contribution_details.payment_method', ['cowries'], 'momo', 'MOBILE_MONEY'],
    ['contribution_details.start_date', ['1/1/2020', '31/11', '1/1/2030', 'soon'], '1/12', '2026-12-01'],
    ['investment_preferences.risk_tolerance', ['red'], '2', 'MODERATE'],
    ['investment_preferences.preferred_portfolio', ['gold'], 'growth', 'GROWTH'],
    ['investment_preferences.investment_horizon', ['?'], 'until I am 60', 'Until I am 60'],
    ...beneficiaries,
  ],
  lib: [
    ...everyForm,
    ['policy_details.policy_type', ['cheap'], 'for my family', 'FAMILY'],
    ['policy_details.cover_amount', ['big', '5'], '20m', 20_000_000],
    ['policy_details.policy_term', ['0', '99', 'long'], '10 years', 10],
    ['policy_details.premium_payment_frequency', ['never'], 'every month', 'MONTHLY'],
    ['policy_details.premium_amount', ['500 dollars'], '100k', 100_000],
    ['policy_details.payment_method', ['goats'], 'bank', 'BANK_TRANSFER'],
    ['health_information.has_existing_conditions', ['maybe'], 'yes', true],
    ['health_information.existing_conditions', ['none', '?'], 'asthma, diabetes', ['asthma', 'diabetes']],
    ['health_information.smoker', ['perhaps'], 'nedda', false],
    ['health_information.height_cm', ['17', 'tall'], '5 ft 7', 170],
    ['health_information.weight_kg', ['5', 'heavy'], '70kg', 70],
    ...beneficiaries,
  ],
}

/** The value at a path of a form. */
const at = (form: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], form)

test.each(['ipp', 'lib'] as const)(
  '[Q-201] who makes every mistake once still fills in the %s form, and it holds what was said with its source',
  kind => {
    const customer = new Customer(kind)
    const sent = new Map<string, string>()
    for (const [path, wrong, said] of lines[kind]) {
      if (path !== '') expect(customer.state.at).toEqual({ step: 'field', path })
      for (const text of wrong) {
        const before = customer.state
        customer.says(text)
        expect(customer.state.values, text).toEqual(before.values)
        expect(customer.state.at, text).toEqual(before.at)
        expect(customer.replies.length, text).toBeGreaterThan(0)
        expect(customer.outcome, text).toBe(text === 'skip' ? 'asking' : 'not-an-answer')
      }
      customer.says(said)
      expect(customer.outcome, said).toBe('asking')
      sent.set(path, customer.messageId)
    }
    expect(customer.state.at).toEqual({ step: 'document', type: 'ID_DOCUMENT' })
    while (customer.state.at.step === 'document') customer.sends(photo('9')).says('done')
    customer.presses('Submit', 'Yes, I agree').says('yes')
    expect(customer.outcome).toBe('submitted')

    const filled = applicationOf(customer.state)
    for (const [path, , , value] of lines[kind].filter(([path]) => path !== '')) {
      expect(at(filled.form_data, path) ?? null, path).toEqual(value)
      const source = {
        source: 'message',
        message_id: sent.get(path),
        at: customer.now.toISOString(),
        agent_id: null,
      }
      expect(filled.provenance[path], path).toEqual(value === null ? undefined : source)
    }
    expect(filled.form_data.beneficiaries).toHaveLength(2)
    expect(filled.customer).toEqual({
      name: 'Nakato Mary',
      phone_number: '+256772123456',
      email: 'mary@example.com',
      id_number: 'CF910121ABC3DE',
    })
  },
)

/** A customer who has answered all questions of the LIB form, mostly with buttons. */
const answeredLib = () =>
  new Customer('lib', { fullName: 'Nakato Mary', phoneNumber: '+256772123456' })
    .presses('Yes')
    .says('4/3/1991')
    .presses('Female', 'Ugandan', 'Passport')
    .says('B1234567')
    .presses('Skip', 'Yes', 'Skip', 'Skip')
    .says('Plot 4, Jinja Road, Kampala')
    .presses('Skip', 'Unemployed', 'Family')
    .says('20m', '10 years')
    .presses('Monthly')
    .says('100k')
    .presses('Mobile money', 'Yes')
    .says('asthma')
    .presses('No')
    .says('5 ft 7', '70kg', 'Okello James')
    .presses('Husband or wife', 'Skip', 'Skip', 'All (100%)')

test('[Q-201] with buttons, what is known for a yes, and one beneficiary of all', () => {
  const customer = answeredLib()
  expect(customer.heard).toContain('photo or PDF of your ID')
  customer.presses('Send it later')
  expect(customer.heard).toContain('medical report')
  customer.presses('Send it later')
  expect(customer.heard).toMatchInlineSnapshot(`
    "*LIB Flex Maisha*
    This is what you told me:

    *Personal details*
    Full name: Nakato Mary
    Date of birth: 4 March 1991
    Gender: Female
    Nationality: Ugandan
    ID type: Passport
    ID number: B1234567

    *Contact details*
    Phone number: +256 772 123 456
    Physical address: Plot 4, Jinja Road, Kampala

    *Employment*
    Employment status: Unemployed

    *Policy*
    Policy type: Family
    Cover amount: UGX 20,000,000
    Policy term: 10 years
    Payment frequency: Monthly
    Premium: UGX 100,000
    Payment method: Mobile money

    *Health*
    Existing conditions: Yes
    Conditions: asthma
    Smoker: No
    Height in cm: 170
    Weight in kg: 70

    *Beneficiaries*
    1. Name: Okello James
    1. Relationship: Husband or wife
    1. Share: 100%

    *Documents*
    ID document: Still to be sent
    Medical report: Still to be sent
    ---
    Is everything right? Submit sends it to our team.
    [Submit]
    [Change something]
    [Cancel]"
  `)
  customer.presses('Submit')
  expect(customer.heard).toMatchInlineSnapshot(`
    "We need your personal data to handle this application: your answers and documents. We keep them safe and use them for this only. Do you agree?
    [Yes, I agree]
    [No]"
  `)
  customer.presses('Yes, I agree')
  expect(customer.heard).toContain('true and complete')
  expect(customer.outcome).toBe('asking')
  customer.presses('Yes, I agree')
  expect(customer.outcome).toBe('submitted')
  expect(customer.heard).toMatchInlineSnapshot(`
    "Thank you. Your application is on its way to our team.
    Still to be sent: ID document, Medical report"
  `)
  const { personal_details, contact_details } = applicationOf(customer.state).form_data
  expect([personal_details.full_name, contact_details.phone_number]).toEqual(['Nakato Mary', '+256772123456'])
})
