import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openReplying } from '../../../../test/replying.ts'
import { button, customerPanel, headerText } from '../../../../test/screen.ts'
import { ticket } from '../../../../test/samples.ts'

test.each([1280, 1366])(
  '[Q-426] at %d px, beside queue and panel, the customer’s name, the number and what Enter does are whole',
  async width => {
    await openReplying({ size: [width, 720], row: { ticket: null } })
    await expect.element(customerPanel()).toBeVisible()
    const heading = page.getByRole('heading', { name: 'Nakato Prossy', level: 2 }).first()
    const enter = page.getByText('Enter to send')
    for (const text of [heading, enter]) {
      await expect.element(text).toBeVisible()
      const { scrollWidth, clientWidth } = text.element()
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
    await expect.element(button('Create Ticket')).toBeVisible()
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
