import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openReplying } from '../../../../test/replying.ts'
import { button, customerPanel, headerText } from '../../../../test/screen.ts'
import { brian, ticket } from '../../../../test/samples.ts'

const heading = () => page.getByRole('heading', { name: 'Nakato Prossy', level: 2 }).first()

async function expectWhole(text: Locator): Promise<void> {
  await expect.element(text).toBeVisible()
  await expect.poll(() => text.element().scrollWidth - text.element().clientWidth).toBeLessThanOrEqual(0)
}

test.each([
  [1280, 'closed'],
  [1366, 'closed'],
  [1280, 'open'],
  [1366, 'open'],
])(
  '[Q-426] at %d px, beside queue and panel, with the sidebar %s, the customer’s name is whole, and what Enter does is whole or away',
  async (width, sidebar) => {
    await openReplying({ size: [width, 720], row: { ticket: null } })
    if (sidebar === 'open') {
      await button('Expand sidebar').click()
      await expect.poll(() => document.querySelector('#sidebar')?.clientWidth).toBe(215)
    }
    await expect.element(customerPanel()).toBeVisible()
    await expectWhole(heading())
    const enter = page.getByText('Enter to send')
    if (sidebar === 'closed') await expectWhole(enter)
    else await expect.element(enter).not.toBeVisible()
    await expect.poll(headerText).toContain('+256')
    await expect.element(button('Create Ticket')).toBeVisible()
  },
)

test.each([1280, 1366])('[Q-426] at %d px the name is whole where an offer can be withdrawn', async width => {
  const { served } = await openReplying({ size: [width, 720] })
  served.offerTo(brian)
  await expect.element(button('Withdraw')).toBeVisible()
  await expectWhole(heading())
})

test.each([800, 850, 900, 940, 1000])(
  '[Q-426] at %d px, beside the sidebar, the name is whole',
  async width => {
    await openReplying({ size: [width, 720] })
    await expect.element(button('Show customer details')).toBeVisible()
    await expectWhole(heading())
  },
)

test('[CDET-03 CDET-09] under 1200 px the header has the account and a labelled way to the rest, where the ticket has its number and its status', async () => {
  const number = 'TCK-00004'
  const metadata = { account_type: 'Individual', customer_id: 'C-48213' }
  await openReplying({
    size: [1024, 768],
    row: { metadata, ticket: { id: '4', ticket_number: number } },
    given: (api, { id }) =>
      api.answer('tickets', [
        ticket({ id: '4', ticket_number: number, conversation_id: id, status: 'IN_PROGRESS' }),
      ]),
  })
  await expect.poll(headerText).toMatch(/Individual.*C-48213/)
  const details = button('Show customer details')
  await expect.element(details).toHaveTextContent(/^Details$/)
  await details.click()
  const shown = customerPanel().getByRole('region', { name: 'Ticket' })
  await expect.element(shown).toHaveTextContent(number)
  await expect
    .element(shown.getByRole('combobox', { name: `Status of ${number}` }))
    .toHaveTextContent('In progress')
})
