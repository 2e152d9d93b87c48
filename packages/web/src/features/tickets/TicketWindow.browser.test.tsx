import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusOn, replyBox } from '../../../test/screen.ts'
import {
  choice,
  expectOptions,
  manageButton,
  manager,
  notes,
  openConversation,
  openManager,
  option,
  payment,
  pick,
  updateButton,
  watchWords,
} from '../../../test/tickets.ts'

const history = () => manager().getByRole('region', { name: 'Agent notes history' })
const entries = () =>
  history()
    .getByRole('listitem')
    .elements()
    .map(one => one.textContent)

afterEach(() => {
  vi.restoreAllMocks()
})

test('[TICKET-13] a line folds its ticket and unfolds it', async () => {
  await openConversation([payment])
  const dialog = await openManager()
  const line = dialog.getByRole('button', { name: payment.ticket_number })
  const description = dialog.getByText(payment.description)
  await expect.element(description).toBeVisible()
  await line.click()
  await expect.element(description).not.toBeInTheDocument()
  await line.click()
  await expect.element(description).toBeVisible()
})

test('[TICKET-15 TICKET-17 TICKET-18 TICKET-19 TICKET-20 Q-107 Q-110] a picked status waits for its note, which agents alone see', async () => {
  const { api } = await openConversation([payment])
  const dialog = await openManager()
  await expect.element(dialog.getByText('visible to agents only')).toBeVisible()
  await expect
    .element(notes(dialog))
    .toHaveAttribute('placeholder', 'Add notes about this ticket (required when changing status)')
  await expect.element(updateButton(dialog)).toHaveTextContent(/^Update Ticket Notes$/)
  await expect.element(updateButton(dialog)).toBeDisabled()
  await choice(dialog, 'Status').click()
  await expectOptions([
    'New',
    'Assigned',
    'In progress',
    'Waiting on customer',
    'Waiting on third party',
    'Resolved',
    'Closed',
  ])
  await option('Waiting on customer').click()
  await expect.element(updateButton(dialog)).toHaveTextContent(/^Update to Waiting on customer$/)
  await expect.element(updateButton(dialog)).toBeDisabled()
  await notes(dialog).fill('  ')
  await expect.element(updateButton(dialog)).toBeDisabled()
  await notes(dialog).fill('Asked for the receipt')
  await expect.element(updateButton(dialog)).toBeEnabled()
  expect(api.askedFor('updateTicket')).toEqual([])
})

test('[TICKET-18 TICKET-20 TICKET-21 API-41] an update sends status and note, empties the note, and is confirmed for 3 s', async () => {
  const { api } = await openConversation([payment])
  const dialog = await openManager()
  await pick(dialog, 'Status', 'Waiting on customer')
  await notes(dialog).fill('Asked for the receipt')
  const said = watchWords('Ticket updated!')
  await updateButton(dialog).click()
  await expect.element(notes(dialog)).toHaveValue('')
  await expect.element(updateButton(dialog)).toHaveTextContent(/^Update Ticket Notes$/)
  expect(api.askedFor('updateTicket').map(({ params, body }) => [params.id, body])).toEqual([
    ['51', { status: 'WAITING_ON_CUSTOMER', agent_notes: 'Asked for the receipt', version: 1 }],
  ])
  await expect.poll(said.stoodFor).toBeGreaterThan(2_900)
  expect(said.stoodFor()).toBeLessThan(9_000)
})

test('[TICKET-13 Q-111] the notes stand under each other with author and time, the newest first', async () => {
  const asked = { text: 'Asked for the receipt', at: '2026-03-02T08:05:00.000Z', by: 'Amina Nakato' }
  await openConversation([{ ...payment, notes: [asked] }])
  const dialog = await openManager()
  await notes(dialog).fill('They sent it')
  await updateButton(dialog).click()
  await expect.poll(entries).toEqual(['agent, 12:30They sent it', 'Amina Nakato, 11:05Asked for the receipt'])
})

test('[TICKET-16 API-42 Q-108] a priority is saved at once without a note, and confirmed', async () => {
  const { api } = await openConversation([payment])
  const dialog = await openManager()
  await notes(dialog).fill('They sent it')
  await updateButton(dialog).click()
  await expect.element(notes(dialog)).toHaveValue('')
  const said = watchWords('Priority set to Urgent')
  await choice(dialog, 'Priority').click()
  await expectOptions(['Low', 'Medium', 'High', 'Urgent'])
  await option('Urgent').click()
  await expect.element(dialog.getByRole('button', { name: /TCK-00051.*Urgent/ })).toBeVisible()
  await expect.poll(said.haveCome).toBe(true)
  expect(api.askedFor('setTicketPriority').map(({ params, body }) => [params.id, body])).toEqual([
    ['51', { priority: 'URGENT', version: 2 }],
  ])
})

test('[TICKET-22 API-39 Q-112] View Complete Details asks for the ticket by its number', async () => {
  const { api } = await openConversation([payment])
  const dialog = await openManager()
  await dialog.getByRole('button', { name: 'View Complete Details' }).click()
  const details = dialog.getByRole('region', { name: 'Complete details' })
  await expect.element(details).toHaveTextContent('Last updated')
  await expect.element(details).toHaveTextContent('TCK-00051')
  expect(api.askedFor('ticketByNumber')[0]?.params).toEqual({ number: 'TCK-00051' })
})

test('[Q-116 API-41] a stale version is refused: what a colleague did is shown, and mine is applied on top of it', async () => {
  const { api, server } = await openConversation([payment])
  const dialog = await openManager()
  await notes(dialog).fill('Mine')
  server.edit('51', { priority: 'URGENT' }, 'Brian')
  await updateButton(dialog).click()
  await expect.element(dialog.getByText('priority: Medium → Urgent')).toBeVisible()
  await expect.element(notes(dialog)).toHaveValue('Mine')
  await expect.element(updateButton(dialog)).toBeDisabled()
  expect(server.records[0]?.notes).toEqual([])
  await dialog.getByRole('button', { name: 'Apply mine to the new version' }).click()
  await expect.poll(entries).toEqual(['agent, 12:30Mine'])
  await expect.element(notes(dialog)).toHaveValue('')
  expect(api.askedFor('updateTicket').map(({ body }) => body.version)).toEqual([1, 2])
})

test('[Q-116 API-41] a note whose answer was lost is not written twice', async () => {
  const { api, server } = await openConversation([payment])
  const dialog = await openManager()
  await notes(dialog).fill('Written once')
  api.answer('updateTicket', ({ params, body }) => {
    server.edit(params.id, body)
    throw new TypeError('Failed to fetch')
  })
  await updateButton(dialog).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Failed to update ticket. The server could not be reached')
  await expect.element(notes(dialog)).toHaveValue('Written once')
  server.serve(api)
  await updateButton(dialog).click()
  await expect.element(notes(dialog)).toHaveValue('')
  await expect.poll(entries).toEqual(['agent, 12:30Written once'])
  expect(api.askedFor('updateTicket')).toHaveLength(2)
})

/** Every line that the page warns with. */
function heardWarnings(): () => readonly unknown[] {
  const warned = vi.spyOn(console, 'warn')
  return () => warned.mock.calls.map(([words]) => words)
}

test('[ERR-12 ERR-21 CDET-23 Q-007 Q-040 Q-048] while tickets cannot be loaded none can be raised', async () => {
  const warnings = heardWarnings()
  await openConversation([], { given: api => api.fail('tickets') })
  const banner = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' })
  await expect.element(banner).toBeVisible()
  expect(warnings()).toContain('Failed to fetch tickets')
  const create = page.getByRole('button', { name: 'Create Ticket', exact: true })
  await expect.element(create).toBeDisabled()
  await expect.element(create).toHaveAttribute('title', expect.stringContaining('could not be loaded'))
})

test('[ERR-12 Q-007 Q-040] tickets that cannot be loaded are not taken for none; Retry brings them', async () => {
  const { api, server } = await openConversation([payment], { given: one => one.fail('tickets') })
  const dialog = await openManager()
  await expect.element(dialog.getByText('Tickets could not be loaded')).toBeVisible()
  await expect.element(dialog.getByText('No tickets found')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'New Ticket' })).toBeDisabled()
  server.serve(api)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByRole('button', { name: /Payment not matched/ })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'New Ticket' })).toBeEnabled()
})

test('[ERR-17 TICKET-22 TICKET-33 API-38 Q-112 Q-038] without a number the id stands for it; details that fail are said and logged', async () => {
  const warnings = heardWarnings()
  const { api, server } = await openConversation([{ ...payment, ticket_number: '' }])
  const dialog = await openManager()
  await expect.element(dialog.getByRole('button', { name: 'T-51' })).toBeVisible()
  api.cut('ticket')
  await dialog.getByRole('button', { name: 'View Complete Details' }).click()
  const details = dialog.getByRole('region', { name: 'Complete details' })
  await expect.element(details.getByRole('alert')).toHaveTextContent('Failed to load ticket details')
  expect(warnings()).toContain('Failed to load ticket details')
  server.serve(api)
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect.element(details).toHaveTextContent('Last updated')
  expect(api.askedFor('ticket')[0]?.params).toEqual({ id: '51' })
  expect(api.askedFor('ticketByNumber')).toEqual([])
})

test('[Q-067 Q-040] closing asks before what was written is lost', async () => {
  await openConversation([payment])
  const dialog = await openManager()
  await notes(dialog).fill('Half a thought')
  await userEvent.keyboard('{Escape}')
  const ask = page.getByRole('dialog', { name: 'Discard what you wrote?' })
  await ask.getByRole('button', { name: 'Keep writing' }).click()
  await expect.element(ask).not.toBeInTheDocument()
  await expect.element(notes(dialog)).toHaveValue('Half a thought')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await ask.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
  await openManager()
  await expect.element(notes(dialog)).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a ticket is updated and resolved by keyboard alone', async () => {
  const { server } = await openConversation([payment])
  // Its note has the focus once the tickets are there.
  const card = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect.element(card).toHaveTextContent('In progress')
  focusOn(manageButton())
  await userEvent.keyboard('{Enter}')
  await expect.element(notes(manager())).toHaveFocus()
  await userEvent.keyboard('Noted{Tab}')
  await expect.element(updateButton(manager())).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(entries).toEqual(['agent, 12:30Noted'])
  await expect.element(notes(manager())).toHaveValue('')
  focusOn(notes(manager()))
  await userEvent.keyboard('{Tab}')
  await expect.element(manager().getByRole('button', { name: 'Resolve Ticket' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(manager().getByLabelText('Resolution Summary')).toHaveFocus()
  await userEvent.keyboard('Done{Tab}')
  await expect.element(manager().getByRole('button', { name: 'Resolve Ticket' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(manager().getByRole('region', { name: 'Resolution' })).toHaveTextContent('Done')
  expect(server.records).toMatchObject([{ status: 'RESOLVED', resolution: 'Done' }])
  await userEvent.keyboard('{Escape}')
  await expect.element(manager()).not.toBeInTheDocument()
  await expect.element(manageButton()).toHaveFocus()
})
