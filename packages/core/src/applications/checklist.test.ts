import { describe, expect, test } from 'vitest'
import { documentOf, ippForm, ippOf, libForm, libOf } from '../application.fixture.ts'
import { readApplication } from '../read/work.ts'
import { documentTypes } from '../attachments/constants.ts'
import {
  beneficiaryFields,
  documentTypeLabels,
  flagLabels,
  formNames,
  formSections,
  formWord,
} from './form.ts'
import { checklist, requiredDocuments } from './checklist.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
type IppMore = NonNullable<Parameters<typeof ippOf>[1]>
type LibMore = NonNullable<Parameters<typeof libOf>[1]>

const ofIpp = (more: IppMore = {}) => checklist(readApplication(ippOf(1, more)), now)
const ofLib = (more: LibMore = {}) => checklist(readApplication(libOf(1, more)), now)
const open = (items: ReturnType<typeof checklist>) => items.filter(({ severity }) => severity !== 'ok')
const asks = (items: ReturnType<typeof checklist>) => open(items).flatMap(({ ask }) => ask ?? [])
const said = (items: ReturnType<typeof checklist>) =>
  open(items).map(({ severity, code, field, sentence }) => [severity, code, field, sentence])

/** The form with some values of one section replaced. */
const ipp = <
  S extends 'personal_details' | 'employment_details' | 'contact_details' | 'contribution_details',
>(
  section: S,
  values: Partial<(typeof ippForm)[S]>,
): IppMore => ({ form_data: { ...ippForm, [section]: { ...ippForm[section], ...values } } })
const lib = <S extends 'policy_details' | 'health_information'>(
  section: S,
  values: Partial<(typeof libForm)[S]>,
): LibMore => ({ form_data: { ...libForm, [section]: { ...libForm[section], ...values } } })
const shares = (...percentages: readonly (number | null)[]): IppMore => ({
  form_data: {
    ...ippForm,
    beneficiaries: percentages.map((percentage, index) => ({
      name: `Person ${index + 1}`,
      relationship: 'CHILD',
      phone_number: null,
      id_number: null,
      percentage,
    })),
  },
})

test('where everything is in order, only what is there is told', () => {
  expect(ofIpp().map(({ severity, sentence }) => `${severity}: ${sentence}`)).toEqual([
    'ok: Beneficiaries add up to 100%',
    'ok: ID document received',
    'ok: Income proof received',
  ])
  expect(said(ofLib())).toEqual([])
  expect(asks(ofIpp())).toEqual([])
})

describe('[DATA-37 DATA-38 DATA-39 DATA-40 DATA-42 DATA-46 DATA-47] a form has its sections', () => {
  test.each(['ipp', 'lib'] as const)('%s: every field of the wire has a label, and no other', kind => {
    const form: Readonly<Record<string, unknown>> = kind === 'ipp' ? ippForm : libForm
    const lists = new Set(['beneficiaries', 'declarations'])
    expect(formSections[kind].map(({ name }) => name)).toEqual(
      Object.keys(form)
        .filter(name => !lists.has(name))
        .toSorted((a, b) => order(kind, a) - order(kind, b)),
    )
    for (const { name, fields } of formSections[kind]) {
      expect(fields.map(field => field.name).toSorted()).toEqual(Object.keys(form[name] as object).toSorted())
      for (const { name: field, label, form: shape } of fields) {
        expect({ field, label, shape }).toEqual({
          field,
          label: otherLabels[field] ?? `${field[0]?.toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`,
          shape: Object.keys(shapes).find(one => shapes[one]?.split(/\s+/).includes(field)) ?? 'text',
        })
      }
    }
  })
  /** Labels that are not the field's name. */
  const otherLabels: Readonly<Record<string, string>> = {
    id_type: 'ID type',
    id_number: 'ID number',
    employer_name: 'Employer',
    premium_amount: 'Premium',
    premium_payment_frequency: 'Payment frequency',
    has_existing_conditions: 'Existing conditions',
    existing_conditions: 'Conditions',
    height_cm: 'Height in cm',
    weight_kg: 'Weight in kg',
  }
  /** Fields with a special format. */
  const shapes: Readonly<Record<string, string>> = {
    date: 'date_of_birth start_date',
    phone: 'phone_number alternative_phone',
    money: 'monthly_income initial_contribution monthly_contribution cover_amount premium_amount',
    word: `gender id_type marital_status employment_status industry payment_method risk_tolerance preferred_portfolio
      policy_type premium_payment_frequency`,
    years: 'policy_term',
    'yes-no': 'has_existing_conditions smoker',
    list: 'existing_conditions',
    number: 'height_cm weight_kg',
  }
  const order = (kind: 'ipp' | 'lib', name: string) =>
    formSections[kind].findIndex(section => section.name === name)
  test('[DATA-41] and beneficiaries', () => {
    expect(beneficiaryFields.map(({ name }) => name)).toEqual(Object.keys(ippForm.beneficiaries[0] ?? {}))
  })
  test.each([
    ['MOBILE_MONEY', 'Mobile money'],
    ['NATIONAL_ID', 'National ID'],
    ['Kasubi Dairy', 'Kasubi Dairy'],
    ['10 to 20 years', '10 to 20 years'],
    ['X', 'X'],
  ])('the word %s reads %s', (word, label) => {
    expect(formWord(word)).toBe(label)
  })
  test('documents, flags and forms have names', () => {
    expect(Object.keys(documentTypeLabels).toSorted()).toEqual(documentTypes.toSorted())
    expect(Object.keys(flagLabels).toSorted()).toEqual(Object.keys(libOf(1).verification_flags).toSorted())
    expect(formNames.ipp.name).toBe('Individual Pension Plan')
  })
})

describe('what is missing', () => {
  test.each([
    [ipp('personal_details', { full_name: null }), 'personal_details.full_name', 'Full name is missing'],
    [ipp('personal_details', { id_number: ' ' }), 'personal_details.id_number', 'ID number is missing'],
    [
      ipp('contact_details', { physical_address: null }),
      'contact_details.physical_address',
      'Physical address is missing',
    ],
    [
      ipp('contribution_details', { monthly_contribution: null }),
      'contribution_details.monthly_contribution',
      'Monthly contribution is missing',
    ],
  ])('%#: %s', (more, field, sentence) => {
    const found = said(ofIpp(more)).filter(([, code]) => code === 'field.missing')
    expect(found).toEqual([['problem', 'field.missing', field, sentence]])
  })
  test('what a customer may leave out is not missing', () => {
    const more = { form_data: { ...ippForm, contact_details: { ...ippForm.contact_details, email: null } } }
    expect(said(ofIpp(more))).toEqual([])
  })
  test('health questions of the life insurance', () => {
    expect(said(ofLib(lib('health_information', { smoker: null })))).toEqual([
      ['problem', 'field.missing', 'health_information.smoker', 'Smoker is missing'],
    ])
    expect(said(ofLib(lib('health_information', { smoker: false })))).toEqual([])
  })
  test('an empty form is missing everything and no rule fails over it', () => {
    const empty = checklist(readApplication({ id: '1', kind: 'lib' }), now)
    expect(open(empty).length).toBeGreaterThan(12)
  })
})

describe('identity', () => {
  const at = 'personal_details.id_number'
  test.each([
    [{ id_number: 'CF91038100XYZ' }, 'id-number.form', 'ID number has 13 characters, a national ID has 14'],
    [
      { id_type: 'PASSPORT', id_number: 'B12' },
      'id-number.form',
      'ID number is not that of a passport, which has 6 to 9 letters and digits',
    ],
    [
      { id_number: 'CM91038100XYZK' },
      'id-number.gender',
      'The ID number is that of a male holder, the form says female',
    ],
    [
      { id_number: 'CF88038100XYZK' },
      'id-number.birth-year',
      'The ID number is of a year of birth ending in 88, the form says 1991',
    ],
  ])('%j', (values, code, sentence) => {
    const severity = code === 'id-number.form' ? 'problem' : 'warning'
    expect(said(ofIpp(ipp('personal_details', values)))).toEqual([[severity, code, at, sentence]])
  })
  test.each([
    [{ id_type: 'PASSPORT', id_number: 'A1234567' }],
    [{ id_type: 'DRIVING_PERMIT', id_number: 'anything' }],
    [{ id_type: ' national  id ', id_number: 'CF91038100XYZK' }],
    [{ gender: 'Other' }],
    [{ gender: ' Female ' }],
  ])('nothing is said of %j', values => {
    expect(said(ofIpp(ipp('personal_details', values)))).toEqual([])
  })
  test.each([
    ['2026-03-03', 'birth-date.future', 'Date of birth is in the future'],
    ['2026-03-02', 'birth-date.minor', 'The customer is 0 years old, not yet 18'],
    ['2008-03-03', 'birth-date.minor', 'The customer is 17 years old, not yet 18'],
  ])('born %s: %s', (date_of_birth, code, sentence) => {
    const more = ipp('personal_details', { date_of_birth, id_type: 'OTHER' })
    expect(said(ofIpp(more))).toEqual([['problem', code, 'personal_details.date_of_birth', sentence]])
  })
  test('on the 18th birthday it is enough', () => {
    const more = ipp('personal_details', { date_of_birth: '2008-03-02', id_type: 'OTHER' })
    expect(said(ofIpp(more))).toEqual([])
  })
})

describe('work and money', () => {
  test.each([
    [{ employment_status: 'UNEMPLOYED' }, 'employer_name', 'Unemployed, and yet an employer is given'],
    [
      { employment_status: 'unemployed', employer_name: null },
      'job_title',
      'Unemployed, and yet a job title is given',
    ],
  ])('%j', (values, field, sentence) => {
    expect(said(ofIpp(ipp('employment_details', values)))).toEqual([
      ['warning', 'employment.contradiction', `employment_details.${field}`, sentence],
    ])
  })
  test('employed by nobody', () => {
    expect(said(ofIpp(ipp('employment_details', { employer_name: null })))).toEqual([
      [
        'warning',
        'employment.employer-missing',
        'employment_details.employer_name',
        'Employed, and no employer is given',
      ],
    ])
  })
  test('a start before the submission', () => {
    const path = 'contribution_details.start_date'
    const says = 'Start date is before the submission date'
    expect(said(ofIpp(ipp('contribution_details', { start_date: '2026-03-01' })))).toEqual([
      ['warning', 'start-date.past', path, says],
    ])
    expect(said(ofIpp(ipp('contribution_details', { start_date: '2026-03-02' })))).toEqual([])
    const draft = { ...ipp('contribution_details', { start_date: '2026-03-01' }), submission_date: null }
    expect(said(ofIpp(draft))).toEqual([])
  })
  test.each([
    ['monthly_contribution', 0, 'Monthly contribution is not above 0'],
    ['monthly_contribution', -5, 'Monthly contribution is not above 0'],
    ['initial_contribution', -1, 'Initial contribution is not above 0'],
  ])('%s of %d', (field, amount, sentence) => {
    const path = `contribution_details.${field}`
    expect(said(ofIpp(ipp('contribution_details', { [field]: amount })))).toEqual([
      ['problem', 'amount.not-positive', path, sentence],
    ])
  })
  test('no initial contribution is none, and no income is an income', () => {
    expect(said(ofIpp(ipp('contribution_details', { initial_contribution: 0 })))).toEqual([])
    const without = { ...ipp('employment_details', { monthly_income: 0 }) }
    expect(said(ofIpp(without))).toEqual([])
    expect(requiredDocuments(readApplication(ippOf(1, without)))).toEqual(['ID_DOCUMENT'])
  })
  test('an income below nothing', () => {
    expect(said(ofIpp(ipp('employment_details', { monthly_income: -1 })))).toEqual([
      [
        'problem',
        'amount.not-positive',
        'employment_details.monthly_income',
        'Monthly income is not above 0',
      ],
    ])
  })
  test.each([
    ['cover_amount', 'Cover amount is not above 0'],
    ['premium_amount', 'Premium is not above 0'],
    ['policy_term', 'Policy term is not above 0'],
  ] as const)('a policy without %s', (field, sentence) => {
    expect(said(ofLib(lib('policy_details', { [field]: 0 })))).toEqual([
      ['problem', 'amount.not-positive', `policy_details.${field}`, sentence],
    ])
  })
  test('who is out of work and names none is believed', () => {
    const idle = { employment_status: 'UNEMPLOYED', employer_name: null, job_title: ' ' }
    expect(said(ofIpp(ipp('employment_details', idle)))).toEqual([])
  })
})

describe('beneficiaries', () => {
  test.each([
    [[60, 30], 90],
    [[60, 60], 120],
    [[50, null], 50],
    [[33.33, 33.33, 33.33], 99.99],
  ])('shares of %j add up to %d%%', (percentages, sum) => {
    expect(said(ofIpp(shares(...percentages)))).toContainEqual([
      'problem',
      'shares.sum',
      'beneficiaries',
      `Beneficiaries add up to ${sum}%, not 100%`,
    ])
  })
  test.each([[[100]], [[33.33, 33.33, 33.34]], [[12.5, 87.5]]])('shares of %j are all', percentages => {
    expect(said(ofIpp(shares(...percentages)))).toEqual([])
  })
  test('one share is too large and one is none, though the sum is right', () => {
    expect(said(ofIpp(shares(110, -10))).map(([, code, field]) => [code, field])).toEqual([
      ['shares.range', 'beneficiaries.0.percentage'],
      ['shares.range', 'beneficiaries.1.percentage'],
    ])
  })
  test('nobody, and somebody without a name', () => {
    expect(said(ofIpp(shares())).map(([, , , sentence]) => sentence)).toEqual(['No beneficiary is named'])
    const nameless = {
      form_data: {
        ...ippForm,
        beneficiaries: [{ ...ippForm.beneficiaries[0], name: '', percentage: 100 } as never],
      },
    }
    expect(said(ofIpp(nameless))).toEqual([
      ['problem', 'beneficiary.incomplete', 'beneficiaries.0.name', 'Beneficiary 1 has no name'],
    ])
  })
})

describe('documents', () => {
  const ill = lib('health_information', { has_existing_conditions: true, existing_conditions: ['Asthma'] })
  const needed = (application: Parameters<typeof readApplication>[0]) =>
    requiredDocuments(readApplication(application))
  test('which are needed: the identity’s always, income and illness where they are stated', () => {
    expect(needed(ippOf(1))).toEqual(['ID_DOCUMENT', 'INCOME_PROOF'])
    expect(needed(ippOf(1, ipp('employment_details', { monthly_income: null })))).toEqual(['ID_DOCUMENT'])
    expect(needed(libOf(1, ill))).toEqual(['ID_DOCUMENT', 'INCOME_PROOF', 'MEDICAL_REPORT'])
  })
  test.each([
    ['none', [], 'ID document is needed and was not received', 'a photo of your ID document'],
    [
      'pending',
      [documentOf(8, { document_type: 'ID_DOCUMENT', state: 'pending' })],
      'ID document is still being fetched',
      null,
    ],
    [
      'failed',
      [documentOf(8, { document_type: 'ID_DOCUMENT', state: 'failed' })],
      'ID document could not be fetched',
      'a photo of your ID document',
    ],
  ])('%s', (_, files, sentence, ask) => {
    const attachments = [...files, documentOf(9, { document_type: 'INCOME_PROOF' })]
    expect(open(ofIpp({ attachments }))).toMatchObject([
      { severity: 'problem', field: 'attachments.ID_DOCUMENT', sentence, ask },
    ])
  })
  test('of two, one that is there is enough', () => {
    const failed = documentOf(7, { document_type: 'ID_DOCUMENT', state: 'failed' })
    expect(open(ofIpp({ attachments: [failed, ...ippOf(1).attachments] }))).toEqual([])
  })
  test('conditions that are stated and not named, or the reverse', () => {
    const attachments = [...libOf(1).attachments, documentOf(10, { document_type: 'MEDICAL_REPORT' })]
    const nameless = lib('health_information', { has_existing_conditions: true })
    expect(said(ofLib({ ...nameless, attachments }))).toMatchObject([
      [
        'warning',
        'health.contradiction',
        'health_information.existing_conditions',
        'Existing conditions are stated and none is named',
      ],
    ])
    const denied = lib('health_information', { existing_conditions: ['Asthma'] })
    expect(said(ofLib({ ...denied, attachments }))).toMatchObject([
      [
        'warning',
        'health.contradiction',
        expect.any(String),
        'No existing conditions are stated, and yet one is named',
      ],
    ])
    const both = lib('health_information', { existing_conditions: ['Asthma', 'Gout'] })
    expect(said(ofLib({ ...both, attachments }))[0]?.[3]).toBe(
      'No existing conditions are stated, and yet 2 are named',
    )
    expect(said(ofLib({ ...ill, attachments }))).toEqual([])
  })
})

describe('[DATA-44 DATA-48] a flag that is ticked against what is there', () => {
  const flags = ippOf(1).verification_flags
  const contradicted: readonly (readonly [keyof typeof flags, IppMore])[] = [
    ['id_verified', ipp('personal_details', { id_number: 'CF91' })],
    ['id_verified', { attachments: [documentOf(9, { document_type: 'INCOME_PROOF' })] }],
    ['income_verified', { attachments: [documentOf(8, { document_type: 'ID_DOCUMENT' })] }],
    ['beneficiary_details_complete', shares(60, 30)],
  ]
  test.each(contradicted)('%s', (flag, more) => {
    expect(said(ofIpp(more)).some(([, code]) => code === 'flag.contradicted')).toBe(false)
    const ticked = ofIpp({ ...more, verification_flags: { ...flags, [flag]: true } })
    expect(said(ticked).filter(([, code]) => code === 'flag.contradicted')).toMatchObject([
      [
        'warning',
        'flag.contradicted',
        `verification_flags.${flag}`,
        expect.stringMatching(/is ticked, and yet: /),
      ],
    ])
  })
  test('medical_checked without a report', () => {
    const ill = lib('health_information', { has_existing_conditions: true, existing_conditions: ['Asthma'] })
    const ticked = { ...libOf(1).verification_flags, medical_checked: true }
    expect(said(ofLib({ ...ill, verification_flags: ticked })).map(([, code]) => code)).toEqual([
      'document.missing',
      'flag.contradicted',
    ])
    expect(said(ofLib({ verification_flags: ticked }))).toEqual([])
  })
  test('where nothing speaks against it, nothing is said', () => {
    const all = { id_verified: true, income_verified: true, beneficiary_details_complete: true }
    expect(said(ofIpp({ verification_flags: all }))).toEqual([])
  })
})

describe('what the customer is asked for', () => {
  const only = (beneficiary: object): IppMore => ({
    form_data: {
      ...ippForm,
      beneficiaries: [{ ...ippForm.beneficiaries[0], percentage: 100, ...beneficiary }] as never,
    },
  })
  test.each([
    ['a missing field', ofIpp(ipp('contact_details', { physical_address: null })), 'your physical address'],
    [
      'a missing ID number',
      ofIpp(ipp('personal_details', { id_number: ' ', id_type: 'OTHER' })),
      'your ID number',
    ],
    [
      'an ID number of another form',
      ofIpp(ipp('personal_details', { id_number: 'CF91' })),
      'your ID number once more',
    ],
    [
      'a date of birth in the future',
      ofIpp(ipp('personal_details', { date_of_birth: '2026-03-03', id_type: 'OTHER' })),
      'your date of birth',
    ],
    ['no employer', ofIpp(ipp('employment_details', { employer_name: null })), 'the name of your employer'],
    ['a premium of nothing', ofLib(lib('policy_details', { premium_amount: 0 })), 'your premium'],
    [
      'conditions without names',
      ofLib(lib('health_information', { existing_conditions: ['Asthma'] })),
      'the health conditions that you have',
    ],
    ['no beneficiary', ofIpp(shares()), 'the names of your beneficiaries'],
    ['a beneficiary without a name', ofIpp(only({ name: ' ' })), 'the name of Beneficiary 1'],
    [
      'a beneficiary without a relationship',
      ofIpp(only({ name: 'Ruth', relationship: null })),
      'the relationship of Ruth',
    ],
  ])('%s', (_, items, ask) => {
    expect(asks(items)).toEqual([ask])
  })
  test('what an agent has to settle alone is asked of nobody', () => {
    expect(asks(ofIpp(ipp('personal_details', { gender: 'MALE' })))).toEqual([])
  })
  test('a share that cannot be, of whom', () => {
    expect(open(ofIpp(shares(100, 0))).map(({ sentence, ask }) => [sentence, ask])).toEqual([
      ['Person 2 has a share of 0%', 'the share of Person 2'],
    ])
  })
})

test('the gravest first, each with what can be asked for', () => {
  const items = ofIpp({ ...shares(60, 30), attachments: [], submission_date: '2026-05-01T00:00:00.000Z' })
  expect(items.map(({ severity }) => severity)).toEqual(['problem', 'problem', 'problem', 'warning'])
  expect(asks(items)).toEqual([
    'the shares of your beneficiaries, which have to add up to 100%',
    'a photo of your ID document',
    'proof of your income, such as a payslip',
    'a new start date',
  ])
})
