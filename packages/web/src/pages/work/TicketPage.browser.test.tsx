import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Opening, openConsole } from '../../../test/console.tsx'
import {
  TicketServer,
  notes,
  payment,
  pick,
  serveConversation,
  updateButton,
  watchWords,
} from '../../../test/tickets.ts'

const card = () => page.getByRole('article', { name: 'TCK-00051' })
const properties = () => card().getByRole('region', { name: 'Properties' })

/** Opens the page of a ticket; the server has the one with the id 51. */
async function openTicket({ given, ...opening }: Opening = {}, id = '51') {
  const server = new TicketServer([payment])
  const api = await openConsole(`/tickets/${id}`, {
    ...opening,
    given: one => {
      serveConversation(one, server)
      given?.(one)
    },
  })
  return { api, server }
}

test('[ROUTE-10 API-38 Q-052] a ticket has a page of its own, which leads to its conversation', async () => {
  const { api } = await openTicket()
  await expect
    .element(page.getByRole('banner').getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Ticket$/)
  await expect.element(card().getByRole('heading', { name: 'Payment not matched' })).toBeVisible()
  await expect.element(card()).toHaveTextContent('Paid by Airtel, still pending.')
  await expect.element(properties()).toHaveTextContent('+256 700')
  await expect.element(properties()).toHaveTextContent(/Assigned toUnassigned/)
  await expect.element(properties().getByRole('button', { name: 'Assign' })).toBeVisible()
  expect(api.askedFor('ticket')[0]?.params).toEqual({ id: '51' })
  await card().getByRole('link', { name: 'Open conversation' }).click()
  await expect.poll(() => location.pathname).toBe('/conversations/7')
})

test('[ROUTE-10 Q-052] a note and a priority are saved on the page', async () => {
  const { server } = await openTicket()
  const updated = watchWords('Ticket updated!')
  await notes(card()).fill('From the page')
  await updateButton(card()).click()
  await expect.element(notes(card())).toHaveValue('')
  await expect.poll(updated.haveCome).toBe(true)
  const set = watchWords('Priority set to High')
  await pick(properties(), 'Priority', 'High')
  await expect.poll(set.haveCome).toBe(true)
  expect(server.records).toMatchObject([{ priority: 'HIGH', notes: [{ text: 'From the page' }] }])
})

test('[ROUTE-10 Q-052 Q-240] a status that is picked on the page leads to the note that it needs', async () => {
  const { server } = await openTicket()
  await pick(properties(), 'Status', 'Waiting on customer')
  await expect.element(notes(card())).toHaveFocus()
  await expect.element(updateButton(card())).toBeDisabled()
  await userEvent.keyboard('Their turn')
  await updateButton(card()).click()
  await expect.element(card().getByText('Waiting on customer', { exact: true }).first()).toBeVisible()
  await expect.element(notes(card())).toHaveValue('')
  expect(server.records[0]?.status).toBe('WAITING_ON_CUSTOMER')
})

test('[ROUTE-10] the properties stand beside the work, on a phone under it', async () => {
  await openTicket()
  await expect.element(properties()).toBeVisible()
  const isBeside = () => {
    const [work, aside] = [notes(card()), properties()].map(one => one.element().getBoundingClientRect())
    return (aside?.left ?? 0) >= (work?.right ?? Number.POSITIVE_INFINITY)
  }
  await expect.poll(isBeside).toBe(true)
  await page.viewport(390, 844)
  await expect.poll(isBeside).toBe(false)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('[ROUTE-10 Q-052] the page follows what colleagues do', async () => {
  const { api, server } = await openTicket()
  await expect.element(card()).toBeVisible()
  server.edit('51', { status: 'CLOSED' }, 'Brian')
  api.publish({ event: 'ticket', data: { id: '51', conversation_id: '7' } })
  await expect.element(card().getByRole('button', { name: 'Reopen Ticket' })).toBeVisible()
  await expect.element(card().getByText('Closed', { exact: true }).first()).toBeVisible()
})

test('[ROUTE-10 Q-052] a ticket that does not exist is said not to be found', async () => {
  await openTicket({}, '999999')
  await expect.element(page.getByText('Ticket not found')).toBeVisible()
  await page.getByRole('button', { name: 'Back to list' }).click()
  await expect.poll(() => location.pathname).toBe('/conversations')
})

test('[ROUTE-10 Q-052] a ticket that cannot be loaded says so, and Retry brings it', async () => {
  const { api, server } = await openTicket({ given: one => one.cut('ticket') })
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Failed to load ticket details' }))
    .toBeVisible()
  server.serve(api)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card()).toBeVisible()
})
