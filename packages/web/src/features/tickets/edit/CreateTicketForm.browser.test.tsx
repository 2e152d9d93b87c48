import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toasts } from '../../../../test/notices.ts'
import { focusOn, messageWith } from '../../../../test/screen.ts'
import {
  choice,
  expectOptions,
  manageButton,
  manager,
  notes,
  openConversation,
  option,
  payment,
  pick,
  watchWords,
} from '../../../../test/tickets.ts'

const createButton = () => page.getByRole('button', { name: 'Create Ticket', exact: true }).first()
const newButton = () => manager().getByRole('button', { name: 'New Ticket' })
const form = () => manager().getByRole('form', { name: 'New Ticket' })
const title = () => form().getByLabelText('Title')
const create = () => form().getByRole('button', { name: 'Create Ticket' })

/** Opens a conversation without a ticket, and the form of its first one. */
async function openForm() {
  const opened = await openConversation([])
  await createButton().click()
  await expect.element(title()).toHaveFocus()
  return opened
}

test('[CDET-06 Q-068] the header has one ticket button, which reads "Manage Ticket" where there is a ticket', async () => {
  await openConversation([payment])
  await expect.element(manageButton()).toBeVisible()
  await expect.element(createButton()).not.toBeInTheDocument()
})

test('[CDET-06 CDET-19 TICKET-01 API-40 Q-067 Q-068] without a ticket "Create Ticket" opens the form in a large window', async () => {
  const { api } = await openConversation([])
  await expect.element(createButton()).toBeEnabled()
  await expect.element(manageButton()).not.toBeInTheDocument()
  expect(api.askedFor('tickets')[0]?.query).toEqual({ conversation_id: '7' })
  await createButton().click()
  await expect.element(title()).toHaveFocus()
  await expect.element(manager()).toHaveAccessibleName(/^Support Tickets - Customer \(\+256\d+\)$/)
  await expect.poll(() => manager().element().getBoundingClientRect().width).toBe(760)
  await expect.element(manager().getByRole('heading', { name: 'Support Tickets', exact: true })).toBeVisible()
})

test('[TICKET-02 TICKET-07 TICKET-11 TICKET-12] Cancel leads to the list, which is empty, and New Ticket back to the form', async () => {
  const { api } = await openForm()
  await form().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(manager().getByText('No tickets found')).toBeVisible()
  await expect.element(manager().getByText('Create a new ticket to get started')).toBeVisible()
  await expect.element(newButton()).toHaveFocus()
  await newButton().click()
  await expect.element(title()).toHaveFocus()
  expect(api.askedFor('createTicket')).toEqual([])
})

test('[TICKET-03 TICKET-04 TICKET-07 TICKET-08 Q-113] Create is off until the title is more than blanks', async () => {
  await openForm()
  await expect.element(title()).toHaveAttribute('placeholder', 'Brief ticket title')
  await expect
    .element(form().getByLabelText(/^Description/))
    .toHaveAttribute('placeholder', 'Detailed description')
  await expect.element(create()).toBeDisabled()
  await title().fill('   ')
  await expect.element(create()).toBeDisabled()
  await title().fill('Payment missing')
  await expect.element(create()).toBeEnabled()
})

test.each([
  ['Priority', 'Medium', ['Low', 'Medium', 'High', 'Urgent']],
  ['Status', 'New', ['New', 'Assigned', 'In progress']],
])('[TICKET-05 TICKET-06] the field %s begins with "%s" and offers %j', async (field, usual, offered) => {
  await openForm()
  await expect.element(choice(form(), field)).toHaveTextContent(new RegExp(`^${usual}$`))
  await choice(form(), field).click()
  await expectOptions(offered)
})

test('[TICKET-05 TICKET-06 TICKET-07 API-43 Q-113 Q-429] however often Create is pressed it makes one ticket, says so, and closes its window', async () => {
  const { api, server } = await openForm()
  await title().fill('  Payment missing ')
  await pick(form(), 'Priority', 'Urgent')
  await pick(form(), 'Status', 'Assigned')
  const release = api.hold('createTicket')
  await create().dblClick()
  await expect.poll(() => api.askedFor('createTicket').length).toBeGreaterThan(0)
  release()
  await expect.element(form()).not.toBeInTheDocument()
  // The second press may come before the page knows of the first: it asks for the same ticket.
  const [first, second = first] = api.askedFor('createTicket').map(({ body }) => body)
  expect(first).toEqual({
    conversation_id: '7',
    title: 'Payment missing',
    description: '',
    priority: 'URGENT',
    status: 'ASSIGNED',
    client_ticket_id: expect.stringMatching(/./),
  })
  expect(second).toEqual(first)
  expect(server.records).toHaveLength(1)
  await expect.element(manager()).not.toBeInTheDocument()
  await expect.poll(toasts).toEqual(['TCK-00061 created'])
  // Who left the box by pointer is led back to it.
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
})

test('[TICKET-02 Q-429] a ticket that is created beside others is said and unfolded among them', async () => {
  const { server } = await openConversation([payment])
  await manageButton().click()
  await newButton().click()
  await title().fill('Payment missing')
  const said = watchWords(' created')
  await create().click()
  await expect.poll(said.haveCome).toBe(true)
  await expect.element(newButton()).toHaveFocus()
  await expect
    .element(manager().getByRole('button', { name: /Payment missing/, expanded: true }))
    .toBeVisible()
  expect(server.records).toHaveLength(2)
})

test('[API-43] a press whose answer is lost and the press after it send the same ticket under one id, whose words stay', async () => {
  const { api, server } = await openForm()
  await title().fill('Made once')
  api.cut('createTicket')
  await create().click()
  await expect
    .element(form().getByRole('alert'))
    .toHaveTextContent('We do not know whether this ticket was created')
  await expect.element(title()).toHaveAttribute('readonly')
  server.serve(api)
  await create().click()
  await expect.element(form()).not.toBeInTheDocument()
  const [first, second, ...others] = api.askedFor('createTicket').map(({ body }) => body)
  expect(first).toMatchObject({ title: 'Made once', client_ticket_id: expect.stringMatching(/./) })
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('[Q-429] a ticket is raised by keyboard alone, and the same key leads on to its note', async () => {
  const { server } = await openConversation([])
  await expect.element(createButton()).toBeEnabled()
  focusOn(createButton())
  await userEvent.keyboard('{Enter}')
  await expect.element(title()).toHaveFocus()
  await userEvent.keyboard('Typed{Tab}{Tab}{Tab}')
  const status = choice(form(), 'Status')
  await expect.element(status).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(option('New')).toHaveFocus()
  for (const [key, name] of [
    ['End', 'In progress'],
    ['ArrowUp', 'Assigned'],
    ['ArrowDown', 'In progress'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(option(name)).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(status).toHaveTextContent(/^In progress$/)
  await expect.element(status).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(create()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(manageButton()).toHaveFocus()
  expect(server.records.map(one => [one.title, one.status])).toEqual([['Typed', 'IN_PROGRESS']])
  await userEvent.keyboard('{Enter}')
  await expect.element(notes(manager())).toHaveFocus()
})

const description = () => form().getByLabelText(/^Description/)
const brief = {
  wants: { intent: 'payment_not_shown', label: 'Check payment', confidence: 0.9 },
  last_lines: [
    { from: 'customer', text: 'I paid on Monday', message_type: 'TEXT', at: '2026-03-02T09:00:00.000Z' },
    { from: 'agent', text: 'One moment', message_type: 'TEXT', at: '2026-03-02T09:01:00.000Z' },
  ],
} as const

test('[Q-392] a new ticket is filled in with customer, wish and newest message, and says who has it', async () => {
  const { api } = await openConversation([], {
    given: one => one.answer('handoffBrief', { ...brief, last_lines: [...brief.last_lines] }),
  })
  await createButton().click()
  await expect
    .element(description())
    .toHaveValue(expect.stringMatching(/^Customer: \+256.*\nWants: Check payment\n\n“I paid on Monday”$/))
  await expect.element(title()).toHaveValue('')
  await expect.element(form()).toHaveTextContent('Assignee: nobody, until this conversation has an owner')
  // Nothing was written, so nothing is asked.
  await userEvent.keyboard('{Escape}')
  await expect.element(manager()).not.toBeInTheDocument()
  await createButton().click()
  await title().fill('Payment missing')
  await description().fill('Paid on Monday')
  await create().click()
  await expect
    .poll(() => api.askedFor('createTicket').map(({ body }) => [body.title, body.description]))
    .toEqual([['Payment missing', 'Paid on Monday']])
})

test('[Q-392] a ticket from a message has its words as title and quote, whatever came later', async () => {
  await openConversation([payment], {
    given: one => one.answer('handoffBrief', { ...brief, last_lines: [...brief.last_lines] }),
  })
  const bubble = messageWith('My policy shows pending')
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Ticket…' }).click()
  await expect.element(title()).toHaveFocus()
  await expect.element(title()).toHaveValue('My policy shows pending')
  await expect
    .element(description())
    .toHaveValue(expect.stringMatching(/Wants: Check payment\n\n“My policy shows pending”$/))
  await expect.element(create()).toBeEnabled()
})

test('[Q-392] without the summary the form has the message alone', async () => {
  await openConversation([], {
    given: one => one.fail('handoffBrief'),
    logs: /Failed to fetch the handoff summary/,
  })
  const bubble = messageWith('My policy shows pending')
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Ticket…' }).click()
  await expect
    .element(description())
    .toHaveValue(expect.stringMatching(/^Customer: .*\n\n“My policy shows pending”$/))
})
