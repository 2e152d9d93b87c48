import { describe, expect, test } from 'vitest'
import { documentOf, ippForm, ippOf, libForm, libOf } from '../application.fixture.ts'
import { ApiError } from '../errors.ts'
import { applicationStatuses } from './constants.ts'
import {
  approves,
  despitePoints,
  openPoints,
  pointsToAskFor,
  quietSentence,
  unseenPoints,
} from './open-points.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
type More = NonNullable<Parameters<typeof ippOf>[1]>

const shares = (first: number, second: number): More => ({
  form_data: {
    ...ippForm,
    beneficiaries: ippForm.beneficiaries.map((one, at) => ({
      ...one,
      percentage: at === 0 ? first : second,
    })),
  },
})
const personal = (values: Partial<typeof ippForm.personal_details>): More => ({
  form_data: { ...ippForm, personal_details: { ...ippForm.personal_details, ...values } },
})
const work = (values: Partial<typeof ippForm.employment_details>): More => ({
  form_data: { ...ippForm, employment_details: { ...ippForm.employment_details, ...values } },
})
const [id, income] = [
  documentOf(8, { document_type: 'ID_DOCUMENT' }),
  documentOf(9, { document_type: 'INCOME_PROOF' }),
]
const ill = libOf(1, {
  form_data: {
    ...libForm,
    health_information: { ...libForm.health_information, existing_conditions: ['Asthma'] },
  },
})

const named = (more: More) => openPoints(ippOf(1, more), now).map(({ code, field }) => `${code} ${field}`)

describe('[Q-241] what stands open', () => {
  test.each<[string, More, readonly string[]]>([
    ['nothing', {}, []],
    ['a value that is needed', personal({ full_name: null }), ['field.missing personal_details.full_name']],
    [
      'a number of another form',
      personal({ id_number: 'CM91' }),
      ['id-number.form personal_details.id_number'],
    ],
    [
      'a number that contradicts the gender',
      personal({ gender: 'MALE' }),
      ['id-number.gender personal_details.id_number'],
    ],
    [
      'a number that contradicts the date of birth',
      personal({ date_of_birth: '1989-03-04' }),
      ['id-number.birth-year personal_details.id_number'],
    ],
    [
      'an employer of somebody without work',
      work({ employment_status: 'UNEMPLOYED' }),
      ['employment.contradiction employment_details.employer_name'],
    ],
    ['shares that are not all', shares(60, 30), ['shares.sum beneficiaries']],
    ['a document that did not come', { attachments: [id] }, ['document.missing attachments.INCOME_PROOF']],
    [
      'a document that cannot be read',
      { attachments: [id, { ...income, state: 'failed' }] },
      ['document.unreadable attachments.INCOME_PROOF'],
    ],
    [
      'what is vouched for all the same, behind what it is vouched for against',
      {
        attachments: [id],
        verification_flags: { ...ippOf(1).verification_flags, income_verified: true },
      },
      ['document.missing attachments.INCOME_PROOF', 'flag.contradicted verification_flags.income_verified'],
    ],
  ])('%s', (_, more, points) => {
    expect(named(more)).toEqual(points)
  })
})

describe('[Q-241] what an approval is given despite', () => {
  const open = ippOf(1, { ...shares(60, 30), attachments: [id] })
  const points = openPoints(open, now)
  const [sum, proof] = points
  const despite = (seen: Parameters<typeof unseenPoints>[1], application = open) =>
    despitePoints(application, { status: 'APPROVED', despite: seen }, now)

  test('nothing, where nothing stands open', () => {
    expect(despitePoints(ippOf(1), { status: 'APPROVED' }, now)).toEqual([])
  })
  test.each([
    ['none', [], 2],
    ['one of two', [sum], 1],
    ['the same at another field', [sum, { code: 'document.missing', field: 'attachments.ID_DOCUMENT' }], 1],
    ['another at the same field', [sum, { code: 'document.unreadable', field: proof?.field ?? '' }], 1],
  ])('%s seen: it is refused, and says which are not', (_, seen, unseen) => {
    const refused = () => despite(seen.flatMap(one => one ?? []))
    expect(refused).toThrow(ApiError)
    expect(refused).toThrow(
      unseen === 1
        ? 'Not approved. Confirm this open point first: Income proof is needed and was not received'
        : 'Not approved. Confirm these 2 open points first: Beneficiaries add up to 90%, not 100%; Income proof is needed and was not received',
    )
  })
  test('what is refused brings the application as it stands', () => {
    try {
      despite([])
      expect.unreachable()
    } catch (cause) {
      expect(cause).toMatchObject({ code: 'application.points-open', beside: { current: open } })
    }
  })
  test('all seen: they go on record as they were said', () => {
    expect(despite(points)).toEqual([
      { code: 'shares.sum', field: 'beneficiaries', sentence: 'Beneficiaries add up to 90%, not 100%' },
      {
        code: 'document.missing',
        field: 'attachments.INCOME_PROOF',
        sentence: 'Income proof is needed and was not received',
      },
    ])
  })
  test('what was seen and does not stand open any more is left out', () => {
    expect(despite(points, ippOf(1, shares(60, 30)))).toEqual(despite(points).slice(0, 1))
  })
  test('what the health section says is not said of it', () => {
    const [point] = openPoints(ill, now)
    const quiet = 'The health section contradicts itself: open it to see how'
    expect(point?.sentence).not.toBe(quiet)
    expect(
      despitePoints(ill, { status: 'APPROVED', despite: point === undefined ? [] : [point] }, now),
    ).toEqual([
      { code: 'health.contradiction', field: 'health_information.existing_conditions', sentence: quiet },
    ])
    expect(() => despitePoints(ill, { status: 'APPROVED' }, now)).toThrow(quiet)
    expect(points.map(quietSentence)).toEqual(points.map(({ sentence }) => sentence))
  })
  test.each(applicationStatuses.filter(status => status !== 'APPROVED'))('%s asks for none', status => {
    expect(despitePoints(open, { status }, now)).toEqual([])
    expect(approves(open, status)).toBe(false)
  })
  test('what is approved already is not decided again', () => {
    expect(despitePoints({ ...open, status: 'APPROVED' }, { status: 'APPROVED' }, now)).toEqual([])
  })
})

describe('[Q-241 Q-210] what a customer is asked for in words', () => {
  const more = { ...shares(60, 30), attachments: [{ ...id, state: 'failed' as const }] }
  test.each([
    ['SUBMITTED', ['shares.sum', 'document.unreadable']],
    ['PENDING_DOCUMENTS', ['shares.sum', 'document.unreadable']],
    // A document of these cannot be requested with a click.
    ['DRAFT', ['shares.sum', 'document.unreadable', 'document.missing']],
    ['REJECTED', ['shares.sum', 'document.unreadable', 'document.missing']],
  ] as const)('of %s', (status, codes) => {
    const application = ippOf(1, { ...more, status })
    expect(pointsToAskFor(application, openPoints(application, now)).map(({ code }) => code)).toEqual(codes)
  })
  test('what an agent has to settle is asked of nobody', () => {
    const application = ippOf(1, personal({ gender: 'MALE' }))
    expect(pointsToAskFor(application, openPoints(application, now))).toEqual([])
  })
})
