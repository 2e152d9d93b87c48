import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  choice,
  manager,
  notes,
  openConversation,
  openManager,
  option,
  payment,
  pick,
  type TicketRecord,
  updateButton,
} from '../../../../test/tickets.ts'

const form = () => manager().getByRole('form', { name: 'Resolve Ticket' })
const summary = () => form().getByLabelText('Resolution Summary')
const send = () => form().getByRole('button', { name: 'Resolve Ticket' })
const resolution = () => manager().getByRole('region', { name: 'Resolution' })

/** Opens the form that resolves the ticket, from the conversation. */
async function openForm() {
  const opened = await openConversation([payment])
  const dialog = await openManager()
  await dialog.getByRole('button', { name: 'Resolve Ticket' }).click()
  await expect.element(summary()).toHaveFocus()
  return opened
}

const noon = '2026-03-02T09:00:00.000Z'
const ofEachStatus = (
  [
    ['NEW', null, []],
    ['ASSIGNED', null, []],
    ['IN_PROGRESS', null, ['Resolve Ticket']],
    ['WAITING_ON_CUSTOMER', null, ['Resolve Ticket']],
    ['WAITING_ON_THIRD_PARTY', null, ['Resolve Ticket']],
    ['REOPENED', null, []],
    ['RESOLVED', noon, ['Reopen Ticket', 'Resolution']],
    ['CLOSED', noon, ['Reopen Ticket', 'Resolution']],
    ['CLOSED', null, ['Reopen Ticket']],
  ] as const
).map(([status, resolved_at, shown], at) => {
  const id = String(51 + at)
  const record: TicketRecord = {
    ...payment,
    id,
    ticket_number: `TCK-000${id}`,
    status,
    resolved_at,
    resolution: 'Paid',
  }
  return { record, shown }
})

test('[TICKET-13 TICKET-14 TICKET-23 TICKET-27] its status decides whether a ticket can be resolved or reopened, and shows its resolution', async () => {
  await openConversation(ofEachStatus.map(({ record }) => record))
  const dialog = await openManager()
  for (const [at, { record, shown }] of ofEachStatus.entries()) {
    // The first one stands for the conversation, and is unfolded.
    if (at > 0) await dialog.getByRole('button', { name: record.ticket_number }).click()
    const ticket = dialog.getByRole('region', { name: record.ticket_number })
    await expect.element(notes(ticket)).toBeVisible()
    const parts = [
      ...ticket.getByRole('button', { name: /^(Resolve|Reopen) Ticket$/ }).elements(),
      ...ticket.getByRole('heading', { name: 'Resolution', exact: true }).elements(),
    ]
    expect(
      parts.map(part => part.textContent),
      `${record.status}, resolved ${record.resolved_at}`,
    ).toEqual(shown)
  }
})

test('[TICKET-09 TICKET-10] the form asks for a summary of more than blanks', async () => {
  const { api } = await openForm()
  await expect.element(form().getByRole('heading', { name: 'Resolve Ticket' })).toBeVisible()
  await expect.element(form().getByText('Resolution Summary', { exact: true })).toBeVisible()
  await expect.element(summary()).toHaveAttribute('placeholder', 'Describe how the issue was resolved')
  await expect.element(send()).toBeDisabled()
  await summary().fill('  ')
  await expect.element(send()).toBeDisabled()
  await summary().fill('Matched by hand')
  await expect.element(send()).toBeEnabled()
  expect(api.askedFor('updateTicket')).toEqual([])
})

test('[TICKET-13 TICKET-24 TICKET-25] resolving sets the status, then the text, which stands with its time', async () => {
  const { api } = await openForm()
  await summary().fill('Matched by hand')
  await send().click()
  await expect.element(resolution()).toHaveTextContent('Matched by hand')
  await expect.element(resolution()).toHaveTextContent('Resolved 12:30')
  await expect.element(form()).not.toBeInTheDocument()
  expect(api.askedFor('updateTicket').map(({ body }) => body)).toEqual([
    { status: 'RESOLVED', version: 1 },
    { resolution: 'Matched by hand', resolved_at: expect.stringMatching(/^2026-03-02T09:30/), version: 2 },
  ])
})

test('[TICKET-26] where both steps fail it has failed, and nothing is lost', async () => {
  const { api, server } = await openForm()
  await summary().fill('Matched by hand')
  api.cut('updateTicket')
  await send().click()
  await expect.element(form().getByRole('alert')).toHaveTextContent('Failed to resolve ticket')
  await expect.element(summary()).toHaveValue('Matched by hand')
  expect(server.records[0]?.status).toBe('IN_PROGRESS')
  server.serve(api)
  await send().click()
  await expect.element(resolution()).toHaveTextContent('Matched by hand')
})

test.each([
  ['resolution', 'Resolution text was not saved', { status: 'RESOLVED', resolution: null }],
  ['status', 'Status was not changed', { status: 'IN_PROGRESS', resolution: 'Matched by hand' }],
] as const)(
  '[TICKET-25 TICKET-26 Q-109] where the step of the %s fails alone the form says "%s", and tries it again',
  async (step, words, saved) => {
    const { api, server } = await openForm()
    await summary().fill('Matched by hand')
    api.answer('updateTicket', ({ params, body }) => {
      if (body[step] !== undefined) throw new TypeError('Failed to fetch')
      return server.edit(params.id, body)
    })
    await send().click()
    await expect.element(form().getByText(words)).toBeVisible()
    expect(server.records).toMatchObject([saved])
    await expect.element(summary()).toHaveValue('Matched by hand')
    server.serve(api)
    await form().getByRole('button', { name: 'Try again' }).click()
    await expect.element(resolution()).toHaveTextContent('Matched by hand')
    await expect.element(form()).not.toBeInTheDocument()
    expect(server.records).toMatchObject([{ status: 'RESOLVED', resolution: 'Matched by hand' }])
  },
)

const resolved: TicketRecord = {
  ...payment,
  status: 'RESOLVED',
  resolved_at: noon,
  resolution: 'Matched by hand',
}

test('[TICKET-14 TICKET-27 TICKET-28 API-45] reopening sends its reason, which becomes a note, and the resolution goes', async () => {
  const { api } = await openConversation([resolved])
  const dialog = await openManager()
  await expect.element(resolution()).toHaveTextContent('Matched by hand')
  await dialog.getByRole('button', { name: 'Reopen Ticket' }).click()
  await expect.element(resolution()).not.toBeInTheDocument()
  await expect
    .element(dialog.getByRole('region', { name: 'Agent notes history' }))
    .toHaveTextContent('Reopened by agent')
  await expect.element(choice(dialog, 'Status')).toHaveTextContent(/^Reopened$/)
  expect(api.askedFor('reopenTicket').map(({ params, body }) => [params.id, body])).toMatchObject([
    ['51', { reason: 'Reopened by agent', version: 1 }],
  ])
})

test('[Q-107 TICKET-32] a reopened ticket has its status in the menu, which cannot be picked, and any other can', async () => {
  const { server } = await openConversation([{ ...payment, status: 'REOPENED' }])
  const dialog = await openManager()
  await choice(dialog, 'Status').click()
  await expect.element(option('Reopened')).toHaveAttribute('aria-disabled', 'true')
  await option('Waiting on third party').click()
  await notes(dialog).fill('Waiting for the bank')
  await updateButton(dialog).click()
  await expect.element(notes(dialog)).toHaveValue('')
  expect(server.records[0]?.status).toBe('WAITING_ON_THIRD_PARTY')
  await pick(dialog, 'Status', 'New')
  await expect.element(page.getByRole('option')).not.toBeInTheDocument()
  await expect.element(updateButton(dialog)).toHaveTextContent(/^Update to New$/)
})
