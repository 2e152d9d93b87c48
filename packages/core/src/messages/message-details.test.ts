import { expect, test } from 'vitest'
import type { DetailsEntity, OrderEntity } from './details.ts'
import {
  fieldLabel,
  formTitle,
  missingWords,
  orderTotal,
  pickedFileName,
  priceLabel,
  saidInParts,
} from './rules.ts'

test.each([
  ['screen_0_orderNumber_1', 'Order number'],
  ['screen_12_Full_Name_0', 'Full name'],
  ['date_of_birth', 'Date of birth'],
  ['nationalID', 'National ID'],
  ['line_2', 'Line 2'],
  ['agreed', 'Agreed'],
  ['screen_0__1', 'screen_0__1'],
  ['__', '__'],
])('[DATA-07] the field %s reads %s', (name, label) => {
  expect(fieldLabel(name)).toBe(label)
})

test.each([
  [null, 'Filled in a form'],
  ['flow', 'Filled in a form'],
  ['address_message', 'Answered: Address message'],
])('[DATA-07] the form %s is headed %s', (name, title) => {
  expect(formTitle(name)).toBe(title)
})

test.each([
  [{ id: '1', file_name: 'deed.pdf', mime_type: 'application/pdf' }, 'deed.pdf'],
  [{ id: '1', mime_type: 'application/pdf' }, null],
  [{ file_name: 'deed.pdf' }, null],
  [['deed.pdf'], null],
])('[DATA-07] the answer %j is the file %j', (answer, name) => {
  expect(pickedFileName(answer)).toBe(name)
})

const item = (more: Partial<OrderEntity['items'][number]> = {}) => ({
  product: 'A1',
  quantity: 2,
  price: 1_500,
  currency: 'UGX',
  ...more,
})

test.each<[string, OrderEntity['items'], object | null]>([
  ['of nothing', [], null],
  ['of one', [item()], { amount: 3_000, currency: 'UGX' }],
  ['of several', [item(), item({ quantity: 1, price: 250.5 })], { amount: 3_250.5, currency: 'UGX' }],
  ['without a currency', [item({ currency: null })], { amount: 3_000, currency: null }],
  ['of two currencies', [item(), item({ currency: 'USD' })], null],
  ['with a price in words', [item({ price: 'a third' })], null],
  ['with a quantity that is not known', [item({ quantity: null })], null],
])('[DATA-07] the total of an order %s', (_, items, total) => {
  expect(orderTotal({ catalogue: null, text: null, items })).toEqual(total)
})

test.each<[number | string, string | null, string]>([
  [12_500, 'UGX', 'UGX 12,500'],
  [0.256, 'USD', 'USD 0.26'],
  [7, null, '7'],
  ['a third', 'UGX', 'UGX a third'],
])('[DATA-07] %j of %j reads %s', (amount, currency, label) => {
  expect(priceLabel(amount, currency)).toBe(label)
})

const form = { name: null, body: null, answers: null, raw: null, reference: null }
test.each<[DetailsEntity | null, boolean]>([
  [null, false],
  [{}, false],
  [{ form }, true],
  [{ order: { catalogue: null, text: null, items: [] } }, true],
  [{ contacts: [] }, true],
  [{ product: { product: 'A1', catalogue: null } }, false],
  [{ unknown: { type: 'x', raw: '{}', cut: false } }, false],
])('[DATA-07] the parts of %j say all that its words say: %j', (details, all) => {
  expect(saidInParts(details)).toBe(all)
})

test('[DATA-07] a file that did not come is named by its kind', () => {
  expect(missingWords('audio')).toContain('could not give us the voice message')
  expect(missingWords('hologram')).toContain('could not give us the file')
})
