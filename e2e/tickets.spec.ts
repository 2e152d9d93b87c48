import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { askApart } from './harness/apart.ts'
import { box, newCustomer, openThread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { holdAnswer } from './harness/held.ts'
import type { Parley } from './harness/parley.ts'
import { call, manageButton, notes, openManager, pick, raise, tickets, ticketsOf } from './harness/ticket.ts'
import { timeShown } from './harness/times.ts'
import { expect, test } from './harness.ts'

const statuses = [
  'New',
  'Assigned',
  'In progress',
  'Waiting on customer',
  'Waiting on third party',
  'Resolved',
  'Closed',
]

/** A customer's conversation on the screen, with a ticket unless told otherwise. */
async function desk(parley: Parley, page: Page, fields: object | null = {}) {
  const { id } = await newCustomer(parley, page, ['My policy shows pending'])
  const ticket = fields === null ? null : await raise(page, id, fields)
  await openThread(page, id)
  return { id, ticket: ticket as NonNullable<typeof ticket> }
}

const createButton = (page: Page) => page.getByRole('button', { name: 'Create Ticket', exact: true }).first()
const form = (page: Page) => tickets(page).getByRole('form', { name: 'New Ticket' })
const updateButton = (where: Locator) => where.getByRole('button', { name: /^Update (to|Ticket)/ })
const options = (page: Page) => page.getByRole('option')

test('[CDET-06 CDET-19 TICKET-01 TICKET-02 TICKET-03 TICKET-04 TICKET-05 TICKET-06 TICKET-07 TICKET-08 TICKET-11 TICKET-12 API-40 API-43 Q-067 Q-068 Q-113] the first ticket of a conversation', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await desk(parley, page, null)
  await expect(manageButton(page)).toHaveCount(0)
  await createButton(page).click()
  const dialog = tickets(page)
  await expect(dialog).toHaveAccessibleName(/^Support Tickets - Customer \(\+256\d+\)$/)
  expect((await dialog.boundingBox())?.width).toBe(760)
  await expect(dialog.getByRole('heading', { name: 'Support Tickets', exact: true })).toBeVisible()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('No tickets found')).toBeVisible()
  await expect(dialog.getByText('Create a new ticket to get started')).toBeVisible()

  await dialog.getByRole('button', { name: 'New Ticket' }).click()
  const title = form(page).getByPlaceholder('Brief ticket title')
  await expect(title).toBeFocused()
  await expect(form(page).getByLabel('Title')).toHaveAttribute('placeholder', 'Brief ticket title')
  await expect(form(page).getByLabel(/^Description/)).toHaveAttribute('placeholder', 'Detailed description')
  const create = form(page).getByRole('button', { name: 'Create Ticket' })
  await expect(create).toBeDisabled()
  await title.fill('   ')
  await expect(create).toBeDisabled()
  await title.fill('  Payment missing ')
  await expect(form(page).getByRole('combobox', { name: 'Priority' })).toHaveText('Medium')
  await form(page).getByRole('combobox', { name: 'Priority' }).click()
  await expect(options(page)).toHaveText(['Low', 'Medium', 'High', 'Urgent'])
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect(form(page).getByRole('combobox', { name: 'Status' })).toHaveText('New')
  await form(page).getByRole('combobox', { name: 'Status' }).click()
  await expect(options(page)).toHaveText(['New', 'Assigned', 'In progress'])
  await page.getByRole('option', { name: 'Assigned' }).click()
  await create.dblclick()
  // It is said for three seconds.
  const said = await dialog
    .getByRole('status')
    .filter({ hasText: / created/ })
    .textContent()
  await expect(form(page)).toHaveCount(0)
  const [made, ...others] = await ticketsOf(page, id)
  expect(others).toEqual([])
  expect(made).toMatchObject({
    title: 'Payment missing',
    description: '',
    priority: 'URGENT',
    status: 'ASSIGNED',
  })
  expect(said).toContain(`${made?.ticket_number} created`)
  await expect(dialog.getByRole('button', { name: 'New Ticket' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: /Payment missing/, expanded: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(manageButton(page)).toBeFocused()
})

test('[API-43] a press whose answer is lost and the press after it make one ticket, which keeps its words', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await desk(parley, page, null)
  await createButton(page).click()
  await form(page).getByLabel('Title').fill('Made once')
  await page.route('**/api/v1/tickets', async route => {
    await route.fetch()
    await route.abort()
  })
  const create = form(page).getByRole('button', { name: 'Create Ticket' })
  await create.click()
  await expect(form(page).getByRole('alert')).toContainText('It is not known whether this ticket was created')
  await expect(form(page).getByLabel('Title')).toHaveJSProperty('readOnly', true)
  await page.unroute('**/api/v1/tickets')
  await create.click()
  await expect(form(page)).toHaveCount(0)
  expect((await ticketsOf(page, id)).map(one => one.title)).toEqual(['Made once'])
})

test('[CDET-10 CDET-18 CDET-19 CDET-25 CDET-27 TICKET-32 Q-057 Q-058 Q-115 Q-228 Q-240] panel and header show the ticket; the header changes its status by the rule of the manager', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id, ticket } = await desk(parley, page, { priority: 'HIGH' })
  const card = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect(card).toContainText(ticket.ticket_number)
  for (const words of ['In progress', 'High', ticket.title, ticket.description]) {
    await expect(card.getByText(words, { exact: true })).toBeVisible()
  }
  const header = page.getByRole('combobox', { name: `Status of ${ticket.ticket_number}: In progress` })
  // By keys, since the focus goes to the reply after a window to which the pointer led.
  await page.keyboard.press('Shift')
  await header.press('Enter')
  await expect(options(page)).toHaveText([
    'New',
    'Assigned',
    'In progress',
    'Waiting on customer',
    'Waiting on third party',
    'Resolved',
    'Closed',
    'Reopened',
  ])
  const set = (status: string) =>
    page.getByRole('dialog', { name: `Set ${ticket.ticket_number} to ${status}`, exact: true })
  const put = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('option', { name: 'Reopened' }).click()
  await expect(notes(set('Reopened'))).toBeFocused()
  await expect(updateButton(set('Reopened'))).toBeDisabled()
  await page.keyboard.type('Asked once more')
  // The change is told of on the socket before the call is answered.
  const answer = await holdAnswer(page, `**/api/v1/tickets/${ticket.id}`)
  await updateButton(set('Reopened')).click()
  expect((await put).postDataJSON()).toEqual({
    status: 'REOPENED',
    agent_notes: 'Asked once more',
    version: 1,
  })
  expect(new URL((await put).url()).pathname).toBe(`/api/v1/tickets/${ticket.id}`)
  await expect(set('Reopened')).toHaveCount(0)
  await expect(card.getByText('Reopened', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: /^Status of/ })).toBeFocused()
  answer()
  await expect(page.getByRole('combobox', { name: /^Status of/ })).not.toHaveAttribute(
    'aria-readonly',
    'true',
  )
  await page.unroute(`**/api/v1/tickets/${ticket.id}`)

  // What is begun on it is the manager's too: leaving the form keeps its words.
  await page.getByRole('combobox', { name: /^Status of/ }).click()
  await page.getByRole('option', { name: 'Closed' }).click()
  await expect(set('Closed').getByText('It is kept as the resolution too')).toBeVisible()
  await notes(set('Closed')).fill('Matched by hand')
  await page.keyboard.press('Escape')
  await expect(set('Closed')).toHaveCount(0)
  expect((await ticketsOf(page, id))[0]?.status).toBe('REOPENED')
  await page.getByRole('combobox', { name: /^Status of/ }).click()
  await page.getByRole('option', { name: 'Closed' }).click()
  await expect(notes(set('Closed'))).toHaveValue('Matched by hand')
  await expectAccessible(page)
  await updateButton(set('Closed')).click()
  await expect(set('Closed')).toHaveCount(0)
  await expect(card.getByText('Closed', { exact: true })).toBeVisible()
  expect((await ticketsOf(page, id))[0]).toMatchObject({ status: 'CLOSED', resolution: 'Matched by hand' })

  await expect(page.getByRole('combobox', { name: /^Status of/ })).not.toHaveAttribute(
    'aria-readonly',
    'true',
  )
  await page.route('**/api/v1/tickets/*', route => route.abort())
  await page.getByRole('combobox', { name: /^Status of/ }).click()
  await page.getByRole('option', { name: 'New', exact: true }).click()
  await notes(set('New')).fill('From the start')
  await updateButton(set('New')).click()
  const failure = set('New').getByRole('alert').filter({ hasText: 'Failed to update ticket' })
  await expect(failure).toContainText('The server could not be reached')
  await page.unroute('**/api/v1/tickets/*')
  await updateButton(set('New')).click()
  await expect(set('New')).toHaveCount(0)
  await expect(card.getByText('New', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Manage Ticket Details' }).click()
  await expect(notes(tickets(page))).toBeFocused()
  await page.keyboard.press('Escape')
  const details = page.waitForRequest(request => request.url().includes('by-number'))
  await card.getByRole('button', { name: 'View Details' }).click()
  await details
  await expect(tickets(page).getByRole('region', { name: 'Complete details' })).toContainText('Last updated')
  await page.keyboard.press('Escape')

  const reloaded = page.waitForRequest(request => request.url().includes(`tickets?conversation_id=${id}`))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await reloaded
})

test('[TICKET-13 TICKET-15 TICKET-16 TICKET-17 TICKET-18 TICKET-19 TICKET-20 TICKET-21 TICKET-22 API-39 API-41 API-42 Q-107 Q-108 Q-110 Q-111] an agent works on a ticket', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id, ticket } = await desk(parley, page, { priority: 'LOW' })
  const dialog = await openManager(page)
  await dialog.getByRole('button', { name: new RegExp(ticket.ticket_number) }).click()
  await expect(dialog.getByText(ticket.description)).toHaveCount(0)
  await dialog.getByRole('button', { name: new RegExp(ticket.ticket_number) }).click()
  await expect(dialog.getByText(ticket.description)).toBeVisible()

  await expect(dialog.getByText('visible to agents only')).toBeVisible()
  await expect(notes(dialog)).toHaveAttribute(
    'placeholder',
    'Add notes about this ticket (required when changing status)',
  )
  await expect(updateButton(dialog)).toHaveText('Update Ticket Notes')
  await expect(updateButton(dialog)).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await expect(options(page)).toHaveText(statuses)
  await page.getByRole('option', { name: 'Waiting on customer' }).click()
  await expect(updateButton(dialog)).toHaveText('Update to Waiting on customer')
  await expect(updateButton(dialog)).toBeDisabled()
  await notes(dialog).fill('  ')
  await expect(updateButton(dialog)).toBeDisabled()
  await notes(dialog).fill('Asked for the receipt')
  const put = page.waitForRequest(request => request.method() === 'PUT')
  const shownFor = timeShown(page, 'Ticket updated!')
  await updateButton(dialog).click()
  expect((await put).postDataJSON()).toEqual({
    status: 'WAITING_ON_CUSTOMER',
    agent_notes: 'Asked for the receipt',
    version: 1,
  })
  const said = dialog.getByText('Ticket updated!', { exact: true })
  await expect(said).toBeVisible()
  await expect(notes(dialog)).toHaveValue('')
  await expect(updateButton(dialog)).toHaveText('Update Ticket Notes')
  await expect(said).toHaveCount(0)
  const ms = await shownFor
  expect(ms).toBeGreaterThan(2_900)
  expect(ms).toBeLessThan(9_000)

  await notes(dialog).fill('They sent it')
  await updateButton(dialog).click()
  const history = dialog.getByRole('region', { name: 'Agent notes history' })
  await expect(history.getByRole('listitem')).toHaveText([
    /^Amina Nakato, \d\d:\d\dThey sent it$/,
    /^Amina Nakato, \d\d:\d\dAsked for the receipt$/,
  ])

  const priority = page.waitForRequest(request => request.url().endsWith(`/tickets/${ticket.id}/priority`))
  await pick(dialog, 'Priority', 'Urgent')
  expect((await priority).postDataJSON()).toEqual({ priority: 'URGENT', version: 3 })
  await expect(dialog.getByText('Priority set to Urgent')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Urgent/ })).toBeVisible()

  const details = page.waitForRequest(request => request.url().includes('by-number'))
  await dialog.getByRole('button', { name: 'View Complete Details' }).click()
  expect(new URL((await details).url()).pathname).toBe(
    `/api/v1/support_tickets/by-number/${ticket.ticket_number}`,
  )
  await expect(dialog.getByRole('region', { name: 'Complete details' })).toContainText(ticket.ticket_number)
  const [held] = await ticketsOf(page, id)
  expect([held?.priority, held?.notes.length]).toEqual(['URGENT', 2])
})

test('[TICKET-09 TICKET-10 TICKET-14 TICKET-23 TICKET-24 TICKET-25 TICKET-26 TICKET-27 TICKET-28 API-45 Q-107 Q-109] resolving takes two steps that fail apart; reopening has its reason', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await desk(parley, page, { status: 'NEW' })
  const dialog = await openManager(page)
  const resolve = dialog.getByRole('form', { name: 'Resolve Ticket' })
  await expect(dialog.getByRole('button', { name: 'Resolve Ticket' })).toHaveCount(0)
  await pick(dialog, 'Status', 'In progress')
  await notes(dialog).fill('On it')
  await updateButton(dialog).click()
  await dialog.getByRole('button', { name: 'Resolve Ticket' }).click()
  const summary = resolve.getByLabel('Resolution Summary')
  await expect(summary).toBeFocused()
  await expect(resolve.getByRole('heading', { name: 'Resolve Ticket' })).toBeVisible()
  await expect(resolve.getByText('Resolution Summary', { exact: true })).toBeVisible()
  await expect(summary).toHaveAttribute('placeholder', 'Describe how the issue was resolved')
  const send = resolve.getByRole('button', { name: 'Resolve Ticket' })
  await summary.fill('  ')
  await expect(send).toBeDisabled()
  await summary.fill('Matched by hand')

  // Both steps fail: it failed, and nothing is lost.
  await page.route('**/api/v1/tickets/*', route => route.abort())
  await send.click()
  await expect(resolve.getByRole('alert')).toContainText('Failed to resolve ticket')
  await expect(summary).toHaveValue('Matched by hand')
  await page.unroute('**/api/v1/tickets/*')

  // The text is not saved.
  await page.route('**/api/v1/tickets/*', route =>
    route.request().postDataJSON()?.resolution === undefined ? route.continue() : route.abort(),
  )
  await send.click()
  await expect(resolve.getByText('Resolution text was not saved')).toBeVisible()
  expect((await ticketsOf(page, id))[0]).toMatchObject({ status: 'RESOLVED', resolution: null })
  await expect(summary).toHaveValue('Matched by hand')
  await page.unroute('**/api/v1/tickets/*')
  await resolve.getByRole('button', { name: 'Try again' }).click()
  await expect(resolve).toHaveCount(0)
  await expect(dialog.getByText('Ticket updated!')).toBeVisible()
  const resolution = dialog.getByRole('region', { name: 'Resolution' })
  await expect(resolution).toContainText('Matched by hand')
  await expect(resolution).toContainText(/Resolved \d\d:\d\d/)

  const reopening = page.waitForRequest(request => request.url().endsWith('/reopen'))
  await dialog.getByRole('button', { name: 'Reopen Ticket' }).click()
  expect((await reopening).postDataJSON()).toMatchObject({ reason: 'Reopened by agent' })
  await expect(resolution).toHaveCount(0)
  await expect(dialog.getByRole('region', { name: 'Agent notes history' })).toContainText('Reopened by agent')
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText('Reopened')
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option', { name: 'Reopened' })).toBeDisabled()
  await page.getByRole('option', { name: 'Waiting on third party' }).click()
  await notes(dialog).fill('Waiting for the bank')
  await updateButton(dialog).click()

  // The status is not changed.
  await dialog.getByRole('button', { name: 'Resolve Ticket' }).click()
  await page.route('**/api/v1/tickets/*', route =>
    route.request().postDataJSON()?.status === undefined ? route.continue() : route.abort(),
  )
  await summary.fill('The bank paid')
  await send.click()
  await expect(resolve.getByText('Status was not changed')).toBeVisible()
  expect((await ticketsOf(page, id))[0]).toMatchObject({
    status: 'WAITING_ON_THIRD_PARTY',
    resolution: 'The bank paid',
  })
  await page.unroute('**/api/v1/tickets/*')
  await resolve.getByRole('button', { name: 'Try again' }).click()
  await expect(resolution).toContainText('The bank paid')
  await expect
    .poll(async () => (await ticketsOf(page, id))[0])
    .toMatchObject({ status: 'RESOLVED', resolution: 'The bank paid' })
})

test('[Q-104 Q-116 CDET-25] what a colleague changes is shown while one writes, and nothing typed is lost or saved over it unseen', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const colleague = await openAs('brian')
  const { id, ticket } = await desk(parley, page)
  const dialog = await openManager(page)
  await pick(dialog, 'Status', 'Waiting on customer')
  await notes(dialog).fill('Mine')
  await call(colleague, 'PUT', `tickets/${ticket.id}`, { status: 'CLOSED', agent_notes: 'Theirs' })
  const changed = dialog
    .getByRole('status')
    .filter({ hasText: 'This ticket was changed while you were writing' })
  await expect(changed).toContainText('status: In progress → Closed')
  await expect(changed).toContainText(/note by .+: Theirs/)
  await expect(notes(dialog)).toHaveValue('Mine')
  await expect(dialog.getByText('Closed', { exact: true })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(notes(dialog)).toHaveValue('Mine')
  await expect(updateButton(dialog)).toBeDisabled()
  expect((await ticketsOf(page, id))[0]?.notes.map(note => note.text)).toEqual(['Theirs'])
  await changed.getByRole('button', { name: 'Apply mine to the new version' }).click()
  await expect(dialog.getByText('Ticket updated!')).toBeVisible()
  await expect(notes(dialog)).toHaveValue('')
  const [merged] = await ticketsOf(page, id)
  expect([merged?.status, merged?.notes.map(note => note.text)]).toEqual([
    'WAITING_ON_CUSTOMER',
    ['Theirs', 'Mine'],
  ])
})

test('[Q-116 API-41] without the socket the server refuses the stale version; a note whose answer was lost is not written twice', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const colleague = await openAs('brian')
  await page.routeWebSocket(/\/ws\//, () => undefined)
  // Nor may the fetches that stand in for the socket tell of the other's change first, those under way neither.
  let isShut = false
  for (const fetched of ['**/api/v1/tickets?*', '**/work?*'])
    await page.route(fetched, async route => {
      const response = await route.fetch()
      if (!isShut) await route.fulfill({ response })
    })
  const { id, ticket } = await desk(parley, page)
  const dialog = await openManager(page)
  await notes(dialog).fill('Mine')
  isShut = true
  await call(colleague, 'PUT', `tickets/${ticket.id}/priority`, { priority: 'URGENT' })
  const refused = page.waitForResponse(answer => answer.status() === 409)
  await updateButton(dialog).click()
  await refused
  await expect(dialog.getByText('priority: Medium → Urgent')).toBeVisible()
  await expect(notes(dialog)).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Apply mine to the new version' }).click()
  await expect(dialog.getByText('Ticket updated!')).toBeVisible()

  await page.route('**/api/v1/tickets/*', async route => {
    await route.fetch()
    await route.abort()
  })
  await notes(dialog).fill('Written once')
  await updateButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to update ticket. The server could not be reached',
  )
  await expect(notes(dialog)).toHaveValue('Written once')
  await page.unroute('**/api/v1/tickets/*')
  await updateButton(dialog).click()
  await expect(notes(dialog)).toHaveValue('')
  await page.unroute('**/api/v1/tickets?*')
  expect((await ticketsOf(page, id))[0]?.notes.map(note => note.text)).toEqual(['Mine', 'Written once'])
})

test('[ERR-12 ERR-21 CDET-23 Q-007 Q-040 Q-048] tickets that cannot be loaded are not taken for none, and none can be raised until they are', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await askApart(page)
  await page.route('**/api/v1/tickets?**', route => route.fulfill({ status: 500, json: { detail: 'no' } }))
  const { id } = await desk(parley, page, null)
  const banner = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' })
  await expect(banner).toBeVisible()
  await expect.poll(() => warnings.some(text => text.startsWith('Failed to fetch tickets'))).toBe(true)
  await expect(createButton(page)).toBeDisabled()
  await expect(createButton(page)).toHaveAttribute('title', /could not be loaded/)
  await raise(page, id)
  const dialog = await openManager(page)
  await expect(dialog.getByText('Tickets could not be loaded')).toBeVisible()
  await expect(dialog.getByText('No tickets found')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'New Ticket' })).toBeDisabled()
  await page.unroute('**/api/v1/tickets?**')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('button', { name: /Payment not matched/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'New Ticket' })).toBeEnabled()
})

test('[ERR-17 TICKET-22 TICKET-33 API-38 Q-112 Q-038] details that fail are said and logged; without a number the id stands for it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await askApart(page)
  await page.route('**/api/v1/tickets?**', async route => {
    const answer = await route.fetch()
    const found = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: found.map(one => ({ ...one, ticket_number: null })) })
  })
  const { ticket } = await desk(parley, page)
  const dialog = await openManager(page)
  await expect(dialog.getByRole('button', { name: `T-${ticket.id}` })).toBeVisible()
  await page.route(`**/api/v1/tickets/${ticket.id}`, route => route.abort())
  await dialog.getByRole('button', { name: 'View Complete Details' }).click()
  const details = dialog.getByRole('region', { name: 'Complete details' })
  await expect(details.getByRole('alert')).toContainText('Failed to load ticket details')
  await expect.poll(() => warnings.some(text => text.startsWith('Failed to load ticket details'))).toBe(true)
  await page.unroute(`**/api/v1/tickets/${ticket.id}`)
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect(details).toContainText('Last updated')
})

test('[Q-067 Q-040] closing asks before what was written is lost; a reload loses nothing', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await desk(parley, page)
  const dialog = await openManager(page)
  await notes(dialog).fill('Half a thought')
  await page.keyboard.press('Escape')
  const ask = page.getByRole('dialog', { name: 'Discard what you wrote?' })
  await ask.getByRole('button', { name: 'Keep writing' }).click()
  await expect(notes(dialog)).toHaveValue('Half a thought')
  await expectKept(page, 'Half a thought')
  await page.reload()
  await openManager(page)
  await expect(notes(dialog)).toHaveValue('Half a thought')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await ask.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await openManager(page)
  await expect(notes(dialog)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('[ROUTE-10 API-38 Q-052 Q-240] a ticket has a page of its own, with the same work, and follows what others do', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const colleague = await openAs('brian')
  const { id, ticket } = await desk(parley, page)
  await page.goto(`/tickets/${ticket.id}`)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Ticket')
  const card = page.getByRole('article', { name: ticket.ticket_number })
  await expect(card.getByRole('heading', { name: ticket.title })).toBeVisible()
  await expect(card).toContainText('+256 700')
  await notes(card).fill('From the page')
  await updateButton(card).click()
  await expect(card.getByText('Ticket updated!')).toBeVisible()
  const properties = card.getByRole('region', { name: 'Properties' })
  await expect(properties).toContainText(/Assigned toNobody/)
  await expect(properties.getByRole('button', { name: 'Assign' })).toBeVisible()
  await pick(properties, 'Priority', 'High')
  await expect(card.getByText('Priority set to High')).toBeVisible()
  // A picked status needs its note, so the note has the focus.
  await pick(properties, 'Status', 'Waiting on customer')
  await expect(notes(card)).toBeFocused()
  await expect(updateButton(card)).toBeDisabled()
  await page.keyboard.type('Their turn')
  await updateButton(card).click()
  await expect(card.getByText('Waiting on customer', { exact: true }).first()).toBeVisible()
  await expect
    .poll(async () => (await ticketsOf(page, id))[0])
    .toMatchObject({ status: 'WAITING_ON_CUSTOMER', priority: 'HIGH' })
  const beside = async () => {
    const [work, aside] = await Promise.all([notes(card).boundingBox(), properties.boundingBox()])
    return (aside?.x ?? 0) >= (work?.x ?? 0) + (work?.width ?? 0)
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect.poll(beside).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(beside).toBe(false)
  await page.setViewportSize({ width: 1366, height: 768 })
  await call(colleague, 'PUT', `tickets/${ticket.id}`, { status: 'CLOSED' })
  await expect(card.getByText('Closed', { exact: true }).first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Reopen Ticket' })).toBeVisible()
  await card.getByRole('link', { name: 'Open conversation' }).click()
  await expect(page).toHaveURL(`/conversations/${id}`)

  await page.goto('/tickets/999999')
  await expect(page.getByText('Ticket not found')).toBeVisible()
  await page.getByRole('button', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/conversations')

  await page.route('**/api/v1/tickets/*', route => route.abort())
  await page.goto(`/tickets/${ticket.id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to load ticket details')
  await page.unroute('**/api/v1/tickets/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card).toBeVisible()
})

test('a ticket is raised, updated and resolved by keyboard alone', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { id } = await desk(parley, page, null)
  const press = async (...presses: readonly string[]) => {
    for (const one of presses) await page.keyboard.press(one)
  }
  await expect(createButton(page)).toBeEnabled()
  await createButton(page).focus()
  await press('Enter')
  await expect(form(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Typed')
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await expect(page.getByRole('listbox').locator(':focus')).toHaveRole('option')
  await press('End', 'ArrowUp', 'ArrowDown', 'Enter')
  await expect(form(page).getByRole('combobox', { name: 'Status' })).toHaveText('In progress')
  await expect(form(page).getByRole('combobox', { name: 'Status' })).toBeFocused()
  await press('Tab', 'Tab', 'Enter')
  const dialog = tickets(page)
  await expect(dialog.getByRole('button', { name: 'New Ticket' })).toBeFocused()
  await expect(notes(dialog)).toBeVisible()

  await press('Tab', 'Tab', 'Tab', 'Tab')
  await expect(notes(dialog)).toBeFocused()
  await page.keyboard.type('Noted')
  await press('Tab', 'Enter')
  await expect(dialog.getByText('Ticket updated!')).toBeVisible()
  await notes(dialog).focus()
  await press('Tab', 'Enter')
  await expect(dialog.getByLabel('Resolution Summary')).toBeFocused()
  await page.keyboard.type('Done')
  await press('Tab', 'Enter')
  await expect(dialog.getByRole('region', { name: 'Resolution' })).toContainText('Done')
  await expect
    .poll(async () =>
      (await ticketsOf(page, id)).map(({ title, status, resolution }) => [title, status, resolution]),
    )
    .toEqual([['Typed', 'RESOLVED', 'Done']])
  await press('Escape')
  await expect(manageButton(page)).toBeFocused()
})
