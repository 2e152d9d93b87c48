import { expect, test } from 'vitest'
import { findEntities } from './find-entities.ts'

/** A Monday, noon in Kampala. */
const now = new Date('2026-03-02T09:00:00.000Z')
const found = (text: string) => findEntities(text, now).map(({ kind, value }) => `${kind} ${value}`)

test.each([
  ['UGX 50,000', '50000'],
  ['ugx50000', '50000'],
  ['50k', '50000'],
  ['1.2m', '1200000'],
  ['2 million', '2000000'],
  ['500 thousand shillings', '500000'],
  ['Shs. 20000', '20000'],
  ['35,000/=', '35000'],
  ['35,000/-', '35000'],
  ['75000 shillings', '75000'],
  ['USh 1,250,000', '1250000'],
  ['ugx 50k', '50000'],
])('[Q-199] in "I paid %s yesterday" the amount is %s', (amount, value) => {
  expect(found(`I paid ${amount} today`)).toContain(`amount_ugx ${value}`)
  expect(found(amount).filter(one => one.startsWith('amount'))).toEqual([`amount_ugx ${value}`])
})

test.each([
  ['tomorrow', '2026-03-03'],
  ['next Friday', '2026-03-13'],
  ['on Friday', '2026-03-06'],
  ['15/3', '2026-03-15'],
  ['15/03/2026', '2026-03-15'],
  ['1/2', '2027-02-01'],
  ['2nd of April', '2026-04-02'],
  ['April 2nd, 1990', '1990-04-02'],
  ['in three days', '2026-03-05'],
])('[Q-199] "%s" is %s', (day, value) => {
  expect(found(`I will come ${day}`)).toEqual([`date ${value}`])
})

test('[Q-199] what is still Monday in London is Tuesday in Kampala', () => {
  const late = new Date('2026-03-02T22:00:00.000Z')
  expect(findEntities('today', late).map(({ value }) => value)).toEqual(['2026-03-03'])
})

test.each([
  ['Call 0772 123 456', ['phone_number +256772123456']],
  ['+256772123456 or +44 20 7946 0958', ['phone_number +256772123456', 'phone_number +442079460958']],
  ['write to Ada.N@Example.CO.UG please', ['email ada.n@example.co.ug']],
  ['my ID is cm90 0121 0abc 3d', ['national_id CM9001210ABC3D']],
  ['policy lf-20311, receipt 3306-1187', ['reference LF-20311', 'reference 3306-1187']],
  [
    'I paid 50k on 15/3 for LF-20311, call 0772123456',
    ['amount_ugx 50000', 'date 2026-03-15', 'reference LF-20311', 'phone_number +256772123456'],
  ],
])('[Q-199] %j names %j, in its order', (text, entities) => {
  expect(found(text)).toEqual(entities)
})

test.each([
  'I may pay',
  'see you in March',
  'at five',
  'now',
  'UGX 0',
  '12 people at 10-11',
  'km 5',
  '4 mangoes and 3 kids',
  'cm12',
  '',
])('[Q-199] %j names nothing', text => {
  expect(found(text)).toEqual([])
})

test('[Q-199] it is known where in the text each stands', () => {
  const text = 'Ssebo, I paid UGX 50,000 to 0772 123 456'
  for (const { text: own, from } of findEntities(text, now))
    expect(text.slice(from, from + own.length)).toBe(own)
})

test.each(['1,', 'a@', 'cm ', '9', '1/', 'ugx ', '07 '])(
  '[Q-199] a message full of %j comes to an end, and all that it names lies within it',
  piece => {
    const text = piece.repeat(4_096 / piece.length)
    for (const { text: own, from } of findEntities(text, now)) expect(text.startsWith(own, from)).toBe(true)
  },
)
