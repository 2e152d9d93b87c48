import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation, customer } from '../../../test/samples.ts'

const masika = conversation({ id: '7', user: customer('Masika Jolly', '+256770000001') })
const finder = () => page.getByRole('region', { name: 'Export or erase a customer' })
const find = (words: string) => finder().getByRole('searchbox', { name: 'Search customers' }).fill(words)

const open = (given: (api: FakeApi) => void = api => api.answer('conversations', [masika])) =>
  openConsole('/settings/customer-data', { role: 'ADMINISTRATOR', given })

test('[Q-397 Q-170] a customer is found by name or number and erased, as from their conversation', async () => {
  const api = await open()
  await expect.element(finder().getByRole('button', { name: 'Erase customer…' })).not.toBeInTheDocument()
  await find('0770 000 001')
  await finder()
    .getByRole('radio', { name: /^Masika Jolly/ })
    .click()
  await expectAccessible()
  expect(api.askedFor('conversations').map(({ query }) => query.search)).toContain('0770 000 001')
  await expect.element(finder().getByRole('button', { name: 'Export customer’s data' })).toBeVisible()
  await finder().getByRole('button', { name: 'Erase customer…' }).click()
  const question = page.getByRole('dialog', { name: 'Erase this customer?' })
  await question.getByLabelText(/^Type the phone number/).fill('+256770000001')
  await question.getByLabelText('Reason').fill('They asked')
  api.answer('eraseCustomer', () => {
    api.answer('conversations', [])
    return null
  })
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect.element(finder().getByRole('status')).toHaveTextContent('The data of Masika Jolly was erased.')
  await expect.element(finder().getByRole('radio')).not.toBeInTheDocument()
  expect(api.askedFor('eraseCustomer').map(({ params, body }) => [params.id, body])).toEqual([
    [masika.user.id, { confirm: '+256770000001', reason: 'They asked' }],
  ])
})

test('[Q-397] a customer who is not found is said to be none', async () => {
  await open(api => api.answer('conversations', []))
  await find('nobody')
  await expect.element(finder().getByRole('status')).toHaveTextContent('No customer found')
})
