import type { Page } from '@playwright/test'
import { box, messageOf, newCustomer, say, sendButton } from './harness/conversation.ts'
import { tile } from './harness/figures.ts'
import { pick, tickets } from './harness/ticket.ts'
import { expect, signInByHand, test } from './harness.ts'

/** The agent's "Total Responses" of this month, as the dashboard shows them. */
async function responsesOf(page: Page, agent: string): Promise<number> {
  await page.getByRole('region', { name: 'Customer Service Metrics' }).scrollIntoViewIfNeeded()
  const row = page
    .getByRole('region', { name: 'Customer Service Metrics' })
    .getByRole('row')
    .filter({ hasText: agent })
  return Number((await row.getByRole('cell').last().innerText()).replaceAll(',', ''))
}

test('[GEN-01 GEN-03 GEN-09 GEN-10 Q-082] a working day: sign in, dashboard, answer with a file, hand over, raise and resolve a ticket, read the figures', async ({
  page: amina,
  openAs,
  parley,
}) => {
  await signInByHand(amina)
  await amina.getByRole('link', { name: 'Dashboard' }).first().click()
  const before = await responsesOf(amina, 'Brian Odongo')
  const brian = await openAs('brian')
  const { phone, id } = await newCustomer(parley, amina, ['My claim was refused, please help'])

  // From the dashboard to the list, and on to the one that waits.
  const row = amina
    .getByRole('table', { name: 'Recent Conversations' })
    .getByRole('row')
    .filter({ hasText: 'My claim was' })
  await expect(row).toContainText('1')
  await amina.getByRole('link', { name: 'View All' }).click()
  // By key: for some seconds the toast of the message may lie over it.
  await amina
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: 'My claim was refused' })
    .getByRole('link', { name: 'View' })
    .press('Enter')
  await expect(messageOf(amina, 'My claim was refused')).toBeVisible()

  // Answer with words and a file.
  await amina.getByLabel('Files to attach').setInputFiles({
    name: 'claim-form.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Please fill in and send back.'),
  })
  await box(amina).fill('I am sorry. Here is the form again.')
  await sendButton(amina).click()
  await phone.expectLatest(['I am sorry. Here is the form again.'])
  await expect(messageOf(amina, 'claim-form.txt')).toContainText('I am sorry. Here is the form again.')

  // Hand over; the colleague accepts and goes on.
  await amina.getByRole('button', { name: 'Assign', exact: true }).click()
  await amina.getByRole('option', { name: /^Brian/ }).click()
  await amina
    .getByRole('dialog', { name: 'New Assignment' })
    .getByRole('button', { name: 'Assign', exact: true })
    .click()
  await brian.goto(`/conversations/${id}`)
  await brian.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(brian.getByText(/assigned to you/).first()).toBeVisible()

  await say(brian, 'Brian here, I have your claim in front of me.')
  await phone.expectLatest(['Brian here, I have your claim in front of me.'])

  // Raise a ticket and resolve it.
  await brian.getByRole('button', { name: 'Create Ticket', exact: true }).click()
  const dialog = tickets(brian)
  await dialog.getByLabel('Title').fill('Claim refused by mistake')
  await pick(dialog, 'Status', 'In progress')
  await dialog.getByRole('button', { name: 'Create Ticket', exact: true }).click()
  await brian.getByRole('button', { name: 'Manage Ticket', exact: true }).click()
  await dialog.getByRole('button', { name: 'Resolve Ticket' }).click()
  const resolve = dialog.getByRole('form', { name: 'Resolve Ticket' })
  await resolve.getByLabel('Resolution Summary').fill('Paid out')
  await resolve.getByRole('button', { name: 'Resolve Ticket' }).click()
  await expect(dialog.getByRole('region', { name: 'Resolution' })).toContainText('Paid out')

  // What a supervisor reads, as the one kind of user there is: what was done is in the figures.
  await amina.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => responsesOf(amina, 'Brian Odongo')).toBe(before + 1)
  for (const [name, figure] of [
    ['Key figures', 'Pending Conversations'],
    ['Key figures', 'Active Conversations'],
    ['Key figures', 'Avg. Response Time'],
    ['User Interaction Statistics', 'Total Unique Users'],
    ['Message Statistics', 'Total Messages'],
    ['Workload Distribution', 'Overloaded Agents'],
  ] as const) {
    const panel = amina.getByRole('region', { name })
    await panel.scrollIntoViewIfNeeded()
    await expect(panel.getByRole('alert')).toHaveCount(0)
    await expect(tile(panel, figure).locator('b')).toHaveText(/^\d/)
  }
})
