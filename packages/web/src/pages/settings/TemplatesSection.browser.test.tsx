import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { FakeApi, ReplyOf } from '../../../test/fake-api.ts'

type Account = ReplyOf<'allTemplates'>[number]
type Template = Account['templates'][number]

const template = (name: string, more: Partial<Template> = {}): Template => ({
  name,
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'GREEN',
  header: null,
  body: 'Dear {{1}}, thank you.',
  footer: null,
  buttons: [],
  examples: { header: {}, body: { 1: 'Sarah' } },
  unfillable: null,
  ...more,
})
const account: Account = {
  numbers: [],
  read_at: '2026-03-02T08:40:00.000Z',
  problem: null,
  templates: [
    template('payment_received'),
    template('december_offer', { category: 'MARKETING', status: 'REJECTED', reason: 'INVALID_FORMAT' }),
    template('premium_reminder', { language: 'lg', status: 'PAUSED' }),
    template('welcome', { status: 'PENDING' }),
  ],
}

const lines = () => page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
const line = (words: string) => lines().filter({ hasText: words })

function open(given: (api: FakeApi) => void = api => api.answer('allTemplates', [account])) {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole('/settings/templates', { role: 'ADMINISTRATOR', given })
}

test('[Q-396] the templates of the workspace are listed with language, category, state, its reason and their words', async () => {
  await open()
  await expect.poll(() => lines().elements().length).toBe(4)
  await expect
    .element(line('Payment received'))
    .toHaveTextContent(/Approved.*English · Utility.*Dear \{\{1\}\}/)
  await expect
    .element(line('December offer'))
    .toHaveTextContent(/Rejected.*Marketing.*WhatsApp rejected it\. Its reason: Invalid format\./)
  await expect.element(line('Premium reminder')).toHaveTextContent(/Paused.*Luganda.*customers disliked it/)
  await expect.element(line('Welcome')).toHaveTextContent(/Pending.*has not approved it yet/)
  await expect.element(page.getByText(/^Last read from WhatsApp: 11:40/)).toBeVisible()
  await line('Payment received').getByText('Payment received').click()
  await expect.element(page.getByRole('group', { name: 'Preview' })).toBeVisible()
  await expect.element(page.getByText('Name at WhatsApp: payment_received')).toBeVisible()
  await expectAccessible()
})

test('[Q-396] the name of a template stands in the first line of its entry, beside the marker', async () => {
  await open()
  const name = line('Payment received').getByText('Payment received')
  await expect.element(name).toBeVisible()
  const top = (one: Element | null) => one?.getBoundingClientRect().top ?? Number.NaN
  const nameElement = name.element()
  const lineHeight = Number.parseFloat(getComputedStyle(nameElement).lineHeight)
  expect(top(nameElement) - top(nameElement.closest('summary'))).toBeLessThan(lineHeight)
})

test('[Q-396] they are searched, and narrowed to a state', async () => {
  await open()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('welcome')
  await expect.poll(() => lines().elements().length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('combobox', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'Paused' }).click()
  await expect.poll(() => lines().elements().length).toBe(1)
  await expect.element(line('Premium reminder')).toBeVisible()
})

test('[Q-396] Refresh has them read from WhatsApp anew, and shows what came', async () => {
  const api = await open()
  await expect.poll(() => lines().elements().length).toBe(4)
  api.answer('refreshTemplates', () => {
    const read = { ...account, read_at: '2026-03-02T09:00:00.000Z', templates: account.templates.slice(0, 1) }
    api.answer('allTemplates', [read])
    return null
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => lines().elements().length).toBe(1)
  await expect.element(page.getByText(/^Last read from WhatsApp: 12:00/)).toBeVisible()
  expect(api.askedFor('refreshTemplates').length).toBe(1)
})

test('[Q-396] where none can be read the page says what to do', async () => {
  await open(api => api.answer('allTemplates', []))
  await expect.element(page.getByText('Templates are not set up')).toBeVisible()
  await expect.element(page.getByText(/WHATSAPP_BUSINESS_ACCOUNT_ID/)).toBeVisible()
})

test('[Q-396] what WhatsApp refused is said above what was read before', async () => {
  await open(api =>
    api.answer('allTemplates', [{ ...account, numbers: ['Pensions'], problem: 'The token is wrong.' }]),
  )
  await expect.element(page.getByText('These may be out of date. The token is wrong.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Templates of Pensions' })).toBeVisible()
})
