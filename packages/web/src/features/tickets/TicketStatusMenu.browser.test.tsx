import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { focusOn } from '../../../test/screen.ts'
import {
  expectOptions,
  manageButton,
  manager,
  notes,
  openConversation,
  option,
  payment,
  type TicketRecord,
  updateButton,
} from '../../../test/tickets.ts'

const card = () => page.getByRole('region', { name: 'Ticket', exact: true })
const status = () => page.getByRole('combobox', { name: /^Status of TCK-00051/ })
/** The window that asks for the note of a new status. */
const noteFor = (name: string) => page.getByRole('dialog', { name: `Set TCK-00051 to ${name}`, exact: true })

async function pickStatus(name: string): Promise<void> {
  await status().click()
  await option(name).click()
  await expect.element(notes(noteFor(name))).toHaveFocus()
}

test('[CDET-10 CDET-18 CDET-19 Q-058] the panel shows the conversation’s ticket', async () => {
  await openConversation([{ ...payment, priority: 'HIGH' }])
  await expect.element(card()).toHaveTextContent('TCK-00051')
  for (const words of ['In progress', 'High', 'Payment not matched', 'Paid by Airtel, still pending.'])
    await expect.element(card().getByText(words, { exact: true })).toBeVisible()
})

const older: TicketRecord = { ...payment, id: '50', ticket_number: 'TCK-00050', title: 'Card lost' }

test('[CDET-10 Q-115] of several tickets the panel shows the one that stands for the conversation', async () => {
  await openConversation([{ ...payment, title: 'Newest' }, older])
  await expect.element(card()).toHaveTextContent('Newest')
  await expect.element(card()).not.toHaveTextContent('Card lost')
})

test.each([
  ['View Details', () => card().getByRole('button', { name: 'View Details' })],
  ['Manage Ticket Details', () => card().getByRole('button', { name: 'Manage Ticket Details' })],
  ['Manage Ticket', manageButton],
])('[CDET-18 CDET-19 Q-058 Q-392] %s opens the ticket for work: one window in one state', async (_, door) => {
  await openConversation([payment])
  await door().click()
  await expect.element(notes(manager())).toHaveFocus()
  await expect.element(manager()).toHaveAccessibleName(/^Support Tickets - Customer/)
  const line = manager().getByRole('button', { name: /^TCK-00051/ })
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
  await expect.element(manager().getByRole('button', { name: 'View Complete Details' })).toBeVisible()
})

test.each([
  [1366, 'panel', 1],
  [1920, 'header', 0],
])('[CDET-27 Q-057 Q-240] at %i px the %s has a menu of all eight statuses', async (width, _, inPanel) => {
  await openConversation([payment], { size: [width, 768] })
  await expect.element(status()).toHaveAccessibleName('Status of TCK-00051: In progress')
  expect(card().getByRole('combobox').elements()).toHaveLength(inPanel)
  focusOn(status())
  await userEvent.keyboard('{Enter}')
  await expectOptions([
    'New',
    'Assigned',
    'In progress',
    'Waiting on customer',
    'Waiting on third party',
    'Resolved',
    'Closed',
    'Reopened',
  ])
})

test('[TICKET-32 Q-057 Q-240 API-41] a picked status asks for its note in place; the socket’s word closes that before the answer', async () => {
  const { api, server } = await openConversation([payment])
  await expect.element(status()).toBeVisible()
  focusOn(status())
  await userEvent.keyboard('{Enter}')
  await option('Reopened').click()
  await expect.element(notes(noteFor('Reopened'))).toHaveFocus()
  await expect.element(updateButton(noteFor('Reopened'))).toBeDisabled()
  await userEvent.keyboard('Asked once more')
  let answer = (): void => undefined
  const answered = new Promise<void>(done => {
    answer = done
  })
  api.answer('updateTicket', async ({ params, body }) => {
    const after = server.edit(params.id, body)
    api.publish({ event: 'ticket', data: { id: after.id, conversation_id: after.conversation_id } })
    await answered
    return after
  })
  await updateButton(noteFor('Reopened')).click()
  await expect.element(noteFor('Reopened')).not.toBeInTheDocument()
  await expect.element(card().getByText('Reopened', { exact: true })).toBeVisible()
  await expect.element(status()).toHaveFocus()
  await expect.element(status()).toHaveAttribute('aria-readonly', 'true')
  answer()
  await expect.element(status()).not.toHaveAttribute('aria-readonly', 'true')
  expect(api.askedFor('updateTicket').map(({ params, body }) => [params.id, body])).toEqual([
    ['51', { status: 'REOPENED', agent_notes: 'Asked once more', version: 1 }],
  ])
})

test('[Q-057 Q-228 Q-240] words that were begun stay when their window is left; the note that closes is the resolution too', async () => {
  const { api, server } = await openConversation([payment])
  await pickStatus('Closed')
  await expect.element(noteFor('Closed').getByText('It is also saved as the resolution')).toBeVisible()
  await notes(noteFor('Closed')).fill('Matched by hand')
  await userEvent.keyboard('{Escape}')
  await expect.element(noteFor('Closed')).not.toBeInTheDocument()
  expect(api.askedFor('updateTicket')).toEqual([])
  await pickStatus('Closed')
  await expect.element(notes(noteFor('Closed'))).toHaveValue('Matched by hand')
  await expectAccessible()
  await updateButton(noteFor('Closed')).click()
  await expect.element(noteFor('Closed')).not.toBeInTheDocument()
  await expect.element(card().getByText('Closed', { exact: true })).toBeVisible()
  expect(server.records).toMatchObject([{ status: 'CLOSED', resolution: 'Matched by hand' }])
})

test('[Q-057 Q-048] a change that fails is said beside its note, which is kept and sent again', async () => {
  const { api, server } = await openConversation([payment])
  await pickStatus('New')
  await notes(noteFor('New')).fill('From the start')
  api.cut('updateTicket')
  await updateButton(noteFor('New')).click()
  await expect
    .element(noteFor('New').getByRole('alert'))
    .toHaveTextContent('Failed to update ticket. The server could not be reached')
  await expect.element(notes(noteFor('New'))).toHaveValue('From the start')
  server.serve(api)
  await updateButton(noteFor('New')).click()
  await expect.element(noteFor('New')).not.toBeInTheDocument()
  await expect.element(card().getByText('New', { exact: true })).toBeVisible()
})

test('[CDET-25] a window that gets the focus loads the conversation’s tickets again', async () => {
  const { api, server } = await openConversation([payment])
  await expect.element(card()).toHaveTextContent('In progress')
  server.edit('51', { status: 'ASSIGNED' }, 'Brian')
  window.dispatchEvent(new Event('focus'))
  await expect.element(card()).toHaveTextContent('Assigned')
  expect(api.askedFor('tickets').at(-1)?.query).toEqual({ conversation_id: '7' })
})
