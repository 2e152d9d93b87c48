import type { Page } from '@playwright/test'
import { newCustomer, openThread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import type { Parley } from './harness/parley.ts'
import { call, notes, openManager, pick, raise, ticketsOf } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

/** A customer's conversation on the screen, with a ticket. */
async function openWithTicket(parley: Parley, page: Page) {
  const { id } = await newCustomer(parley, page, ['My policy shows pending'])
  const ticket = await raise(page, id)
  await openThread(page, id)
  return { id, ticket }
}

test('[Q-104 Q-116 CDET-25] what a colleague changes is shown while one writes, and nothing typed is lost or saved over it unseen', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const colleague = await openAs('brian')
  const { id, ticket } = await openWithTicket(parley, page)
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
  await expect(dialog.getByRole('button', { name: /^Update (to|Ticket)/ })).toBeDisabled()
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

test('[Q-040 Q-067] a reload loses nothing of a note that was begun', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  await openWithTicket(parley, page)
  const dialog = await openManager(page)
  await notes(dialog).fill('Half a thought')
  await expectKept(page, 'Half a thought')
  await page.reload()
  await openManager(page)
  await expect(notes(dialog)).toHaveValue('Half a thought')
})
