import { messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { tickets, ticketsOf } from './harness/ticket.ts'
import { expect, newPage, signIn, test } from './harness.ts'

test('[COMP-12 ERR-16 ERR-22 Q-038 Q-039 Q-040 Q-041 Q-249] the server is away while an agent types, uploads and clicks: nothing is lost or done twice, and the console catches up by itself', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  try {
    const page = await newPage(browser, parley, pageErrors)
    await page.clock.install()
    await signIn(page)
    const { phone, id } = await newCustomer(parley, page, ['Is my claim paid?'])
    // What the buttons open is fetched soon after the screen stands, so that it is there when the server is not.
    const parts = new Map<string, 'asked' | 'there'>()
    page.on('request', asked => parts.set(asked.url(), 'asked'))
    page.on('requestfinished', done => parts.set(done.url(), 'there'))
    await openThread(page, id)
    await expect.poll(() => [...parts.keys()].some(url => url.includes('TicketWindow'))).toBe(true)
    await expect
      .poll(() => [...parts].filter(([url, at]) => url.includes('/assets/') && at === 'asked'))
      .toEqual([])

    await parley.server.kill('SIGKILL')
    // Each try for a socket begins with a ticket.
    let tries = 0
    page.on('request', request => {
      if (request.url().endsWith('/auth/socket-ticket')) tries += 1
    })
    await say(page, 'Written while it was away')
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dear customer'),
    })
    await expect(page.getByText('letter.txt').first()).toBeVisible()
    await page.getByRole('button', { name: /^Status: / }).click()
    await page.getByRole('menuitemradio', { name: 'Dormant' }).click()
    await expect(page.getByText(/Failed to update conversation status/)).toBeVisible()
    await expect(page.getByText(/No connection|Live updates are interrupted/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Create Ticket', exact: true }).click()
    const dialog = tickets(page)
    await dialog.getByLabel('Title').fill('Raised while it was away')
    await dialog.getByRole('button', { name: 'Create Ticket', exact: true }).click()
    await expect(dialog.getByText(/You will not get two tickets/)).toBeVisible()
    // Long enough that the page has tried for its socket again and again.
    await expect(async () => {
      await page.clock.runFor(5_000)
      expect(tries).toBeGreaterThan(3)
    }).toPass()
    await expect(dialog.getByLabel('Title')).toHaveValue('Raised while it was away')

    await parley.server.start()
    await phone.say('Are you still there?')
    await dialog.getByRole('button', { name: 'Create Ticket', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^TCK-\d+ created$/)).toBeVisible()
    // Without a reload: what came meanwhile is there, and the notices of the cut are gone.
    await expect(messageOf(page, 'Are you still there?')).toBeVisible()
    await expect(page.getByText(/No connection|Live updates are interrupted/)).toHaveCount(0)
    // Nobody presses anything for it.
    await phone.expectLatest(['Written while it was away'])
    expect((await phone.received()).filter(({ text }) => text === 'Written while it was away')).toHaveLength(
      1,
    )
    await expect(page.getByText('letter.txt').first()).toBeVisible()
    expect(
      (await ticketsOf(page, id)).filter(({ title }) => title === 'Raised while it was away'),
    ).toHaveLength(1)
    await page.context().close()
  } finally {
    await parley.stop()
  }
})
