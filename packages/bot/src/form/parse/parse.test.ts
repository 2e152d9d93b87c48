import { expect, test } from 'vitest'
import { languages } from '../../language.ts'
import { slips } from '../spelling.ts'
import type { Facts, Read, Value } from '../value.ts'
import { amount } from './amount.ts'
import { choice, type Option } from './choice.ts'
import { birthDate, startDate } from './day.ts'
import { email } from './email.ts'
import { idNumber, someIdNumber } from './id-number.ts'
import { list } from './list.ts'
import { height, weight, years } from './measure.ts'
import { personName } from './name.ts'
import { phone } from './phone.ts'
import { plainText } from './plain-text.ts'
import { share } from './share.ts'
import { yesNo } from './yes-no.ts'

/** A Monday, noon in Kampala. */
const now = new Date('2026-11-23T09:00:00.000Z')
const facts: Facts = { now, today: '2026-11-23', language: 'en', answer: () => undefined }

const options: readonly Option[] = [
  {
    word: 'SELF_EMPLOYED',
    title: { en: 'Self-employed', lg: 'Nneekozesa', sw: 'Nimejiajiri' },
    also: ['business'],
  },
  { word: 'EMPLOYED', title: { en: 'Employed', lg: 'Nnina omulimu', sw: 'Nimeajiriwa' } },
  { word: 'UNEMPLOYED', title: { en: 'Unemployed', lg: 'Sirina mulimu', sw: 'Sina kazi' } },
]

const readers = {
  name: personName,
  birth: (text: string) => birthDate(text, facts),
  start: (text: string) => startDate(text, facts),
  income: (text: string) => amount(text, 1_000),
  initial: (text: string) => amount(text, 0),
  share: (text: string) => share(text, 40),
  phone: (text: string) => phone(text, now),
  nin: (text: string) => idNumber(text, 'NATIONAL_ID'),
  passport: (text: string) => idNumber(text, 'PASSPORT'),
  permit: (text: string) => idNumber(text, 'DRIVING_PERMIT'),
  anyId: someIdNumber,
  email: (text: string) => email(text, now),
  yesNo,
  height,
  weight,
  years: (text: string) => years(text, 50),
  list: (text: string) => list(text, 'asthma, diabetes'),
  choice: (text: string) => choice(text, options),
  text: (text: string) => plainText(text, 'Plot 4, Jinja Road'),
} satisfies Record<string, (text: string) => Read>

const answers: readonly (readonly [keyof typeof readers, string, Value])[] = [
  ['name', 'Nakato Mary Achieng', 'Nakato Mary Achieng'],
  ['name', 'my name is okello james', 'Okello James'],
  ['name', 'NAKATO MARY', 'Nakato Mary'],
  ['name', "naitwa Juma wa Ng'ang'a", "Juma wa Ng'ang'a"],
  ['name', "o'brien ann-marie", "O'Brien Ann-Marie"],
  ['name', '  Nakato   Mary. ', 'Nakato Mary'],
  ['birth', '4/3/1991', '1991-03-04'],
  ['birth', '04-03-91', '1991-03-04'],
  ['birth', '4.3.1991', '1991-03-04'],
  ['birth', '1991-03-04', '1991-03-04'],
  ['birth', '04031991', '1991-03-04'],
  ['birth', '4th of March 1991', '1991-03-04'],
  ['birth', 'March 4, 1991', '1991-03-04'],
  ['birth', 'I was born on 4 march 1991', '1991-03-04'],
  ['birth', '4 machi 1991', '1991-03-04'],
  ['birth', '4 Okitobba 1991', '1991-10-04'],
  ['birth', '4 Jjanwali 1991', '1991-01-04'],
  ['birth', '29/2/2000', '2000-02-29'],
  ['birth', '23/11/2008', '2008-11-23'],
  ['birth', '5/6/05', '2005-06-05'],
  ['birth', '24/11/1950', '1950-11-24'],
  ['start', 'today', '2026-11-23'],
  ['start', 'leero', '2026-11-23'],
  ['start', 'kesho', '2026-11-24'],
  ['start', 'next month', '2026-12-01'],
  ['start', '1/12', '2026-12-01'],
  ['start', '1/2', '2027-02-01'],
  ['start', '1 February', '2027-02-01'],
  ['start', '1/1/27', '2027-01-01'],
  ['start', 'next friday', '2026-12-04'],
  ['start', '23/11/2027', '2027-11-23'],
  ['income', '50k', 50_000],
  ['income', '1.2m', 1_200_000],
  ['income', 'UGX 50,000', 50_000],
  ['income', '50000', 50_000],
  ['income', '50 000', 50_000],
  ['income', '50.000', 50_000],
  ['income', '50,000/=', 50_000],
  ['income', 'about 800,000 a month', 800_000],
  ['income', 'elfu 50', 50_000],
  ['income', 'laki 2', 200_000],
  ['income', 'milioni 1.5', 1_500_000],
  ['income', '2 million shillings', 2_000_000],
  ['initial', 'UGX 0', 0],
  ['share', '40', 40],
  ['share', '33.33%', 33.33],
  ['share', '12,5 percent', 12.5],
  ['share', 'a quarter', 25],
  ['share', 'the rest', 40],
  ['share', 'iliyobaki', 40],
  ['share', '1/3', 33.33],
  ['phone', '0772123456', '+256772123456'],
  ['phone', '0772 123 456', '+256772123456'],
  ['phone', '772123456', '+256772123456'],
  ['phone', '256772123456', '+256772123456'],
  ['phone', '+254 712 345678', '+254712345678'],
  ['phone', 'my number is 0772-123-456', '+256772123456'],
  ['nin', 'CF910121ABC3DE', 'CF910121ABC3DE'],
  ['nin', 'cf91 0121 abc3 de', 'CF910121ABC3DE'],
  ['nin', 'my NIN is CF910121ABC3DE', 'CF910121ABC3DE'],
  ['passport', 'b1234567', 'B1234567'],
  ['passport', 'passport number B1234567', 'B1234567'],
  ['permit', '1234-5678', '1234-5678'],
  ['anyId', 'CM800121ABC3DE', 'CM800121ABC3DE'],
  ['email', 'Mary@Example.com', 'mary@example.com'],
  ['email', 'it is mary @ example.com', 'mary@example.com'],
  ['yesNo', 'Yes', true],
  ['yesNo', 'yess', true],
  ['yesNo', 'yes please', true],
  ['yesNo', 'Yee', true],
  ['yesNo', 'ndiyo', true],
  ['yesNo', '👍', true],
  ['yesNo', 'NO!', false],
  ['yesNo', 'nedda', false],
  ['yesNo', 'hapana', false],
  ['yesNo', "I don't", false],
  ['yesNo', 'I do not smoke', false],
  ['yesNo', 'noo', false],
  ['height', '170', 170],
  ['height', '170 cm', 170],
  ['height', '1.7 m', 170],
  ['height', '1m70', 170],
  ['height', '1.68', 168],
  ['height', '5 ft 7', 170],
  ['height', `5'7"`, 170],
  ['height', '5 feet', 152],
  ['height', 'I am 170cm tall', 170],
  ['weight', '70kg', 70],
  ['weight', '70.4', 70],
  ['weight', '154 lbs', 70],
  ['years', '10', 10],
  ['years', 'ten years', 10],
  ['years', 'miaka 15', 15],
  ['list', 'asthma, diabetes', ['asthma', 'diabetes']],
  ['list', 'Asthma and asthma; high blood pressure', ['Asthma', 'high blood pressure']],
  ['list', 'none', []],
  ['choice', 'Employed', 'EMPLOYED'],
  ['choice', 'SELF_EMPLOYED', 'SELF_EMPLOYED'],
  ['choice', 'self employd', 'SELF_EMPLOYED'],
  ['choice', 'I am self employed', 'SELF_EMPLOYED'],
  ['choice', 'i have a business', 'SELF_EMPLOYED'],
  ['choice', 'nimeajiriwa', 'EMPLOYED'],
  ['text', ' Plot 4,\nJinja Road ', 'Plot 4, Jinja Road'],
]

test.each(answers)('[Q-201] as a %s "%s" is read as %j', (reader, text, value) => {
  expect(readers[reader](text)).toEqual({ value })
})

/** What is no answer, with a word of the sentence that says why. */
const mistakes: readonly (readonly [keyof typeof readers, string, RegExp])[] = [
  ['name', 'Mary', /two names/],
  ['name', 'M K', /two names/],
  ['name', 'Mary 123', /letters only/],
  ['name', 'hello', /letters only/],
  ['name', 'good morning', /letters only/],
  ['name', 'what is this?', /letters only/],
  ['name', 'I want to pay', /letters only/],
  ['name', 'a '.repeat(400), /letters only/],
  ['birth', '1991', /the day, the month and the year/],
  ['birth', '4 March', /the day, the month and the year/],
  ['birth', 'long ago', /the day, the month and the year/],
  ['birth', '31/2/1990', /no such day/],
  ['birth', '4/13/1990', /no such day/],
  ['birth', '29/2/1990', /no such day/],
  ['birth', '4/3/1991 or 5/3/1991', /more than one/],
  ['birth', '4/3/2030', /still to come/],
  ['birth', '24/11/2008', /18 to 75/],
  ['birth', '22/11/1950', /18 to 75/],
  ['start', 'soon', /did not find a date/],
  ['start', '12', /did not find a date/],
  ['start', '22/11/2026', /is past/],
  ['start', '24/11/2027', /more than a year/],
  ['start', '31/11', /no such day/],
  ['start', '1/12 or 1/1', /more than one/],
  ['income', 'a lot', /did not find an amount/],
  ['income', '-50000', /did not find an amount/],
  ['income', '$500', /shillings/],
  ['income', '500 dollars', /shillings/],
  ['income', '50k or 60k', /more than one/],
  ['income', '500', /too little/],
  ['income', '999999999999', /too much/],
  ['income', 'UGX 0', /too little|did not find/],
  ['share', '41', /more than what is left: 40%/],
  ['share', 'all', /more than what is left: 40%/],
  ['share', '0', /above 0/],
  ['share', '-5', /above 0/],
  ['share', '20 or 30', /above 0/],
  ['share', 'some', /above 0/],
  ['phone', '12345', /phone number/],
  ['phone', '0772 123', /phone number/],
  ['phone', 'none of your business', /phone number/],
  ['phone', '0772123456 or 0782123456', /more than one/],
  ['nin', 'CF910121ABC3D', /I count 13/],
  ['nin', '12345678901234', /begins with a letter/],
  ['nin', 'CF91-121ABC3DE', /begins with a letter/],
  ['passport', 'B12', /6 to 9/],
  ['passport', 'dontknow', /6 to 9/],
  ['permit', 'lost', /4 to 20/],
  ['email', 'mary at example', /one e-mail/],
  ['email', 'a@b.com, c@d.com', /one e-mail/],
  ['yesNo', 'maybe', /yes or no/],
  ['yesNo', 'yes no', /yes or no/],
  ['yesNo', 'I have none', /yes or no/],
  ['yesNo', "I don't know", /yes or no/],
  ['yesNo', 'not sure', /yes or no/],
  ['yesNo', 'yes I think', /yes or no/],
  ['yesNo', '', /yes or no/],
  ['height', '17', /100 to 230/],
  ['height', '99 cm', /100 to 230/],
  ['height', '231', /100 to 230/],
  ['height', 'tall', /100 to 230/],
  ['weight', '29', /30 to 250/],
  ['weight', '251kg', /30 to 250/],
  ['weight', 'heavy', /30 to 250/],
  ['years', '0', /1 to 50/],
  ['years', '51', /1 to 50/],
  ['years', 'many', /1 to 50/],
  ['list', '?', /commas/],
  ['list', '', /commas/],
  ['choice', 'banana', /choose one of these: Self-employed/],
  ['choice', 'employed or unemployed', /choose one/],
  ['choice', 'not employed', /choose one/],
  ['choice', '', /choose one/],
  ['text', 'x', /few words/],
  ['text', 'how much is it?', /few words/],
  ['text', 'hello', /few words/],
  ['text', 'no', /few words/],
  ['text', 'la '.repeat(100), /too long/],
]

test.each(mistakes)('[Q-201] as a %s "%s" is no answer', (reader, text, why) => {
  const read: Read = readers[reader](text)
  expect(read.value).toBeUndefined()
  expect(read.problem?.en).toMatch(why)
  for (const language of languages) expect(read.problem?.[language]?.length).toBeGreaterThan(10)
})

test('[Q-201] no text makes a reader fail, or keeps it long', () => {
  const pieces = [
    '',
    '0',
    '9'.repeat(50),
    '\u0000',
    '😀',
    '/',
    '١٢',
    "'",
    'a b ',
    '4/3/',
    '$',
    '%',
    '\ud800',
    'ndiyo ',
  ]
  for (const read of Object.values(readers)) {
    for (const piece of pieces) {
      for (const times of [1, 3, 2_000]) expect(read(piece.repeat(times))).toBeTypeOf('object')
    }
  }
})

test.each([
  ['married', 'maried', 1],
  ['married', 'marreid', 1],
  ['abc', 'abc', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('[Q-201] from %s to %s it is %i slips', (one, other, count) => {
  expect(slips(one, other)).toBe(count)
})
