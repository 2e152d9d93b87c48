import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, openByName, openThread, rowsOf, say, sendButton } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import type { Parley } from './harness/parley.ts'
import { ownClock, ownTime, skipUntil } from './harness/times.ts'
import { expect, test } from './harness.ts'

const daySeconds = 24 * 3600
let customers = 0

/** A new customer who wrote so many seconds ago. Answers their digits and their conversation's id. */
async function wroteAgo(parley: Parley, page: Page, seconds: number): Promise<{ from: string; id: string }> {
  customers += 1
  const from = `25677${String((process.pid % 10_000) * 100 + customers).padStart(7, '0')}`
  await postMessage(
    parley,
    from,
    `wamid.w${from}`,
    'Is my claim paid?',
    new Date(Date.now() - seconds * 1000),
  )
  const [row] = await rowsOf(page, from)
  return { from, id: row?.id ?? '' }
}

const place = (page: Page) => page.getByRole('region', { name: 'Reply' })

test('[Q-184] an open composer closes while one looks at it, keeps what was written, and opens when the customer writes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { from, id } = await wroteAgo(parley, page, daySeconds - 120)
  const moveOn = await ownTime(page)
  await openThread(page, id)
  await expect(page.getByText(/Window closes in [12] min/)).toBeVisible()
  await box(page).fill('It was paid on Monday')
  await page.getByRole('button', { name: 'Ask or share' }).click()
  await page.getByRole('menuitem', { name: 'Buttons' }).click()
  const asking = page.getByRole('dialog', { name: 'Ask with buttons' })
  await asking.getByRole('textbox', { name: 'Button 1' }).fill('On Monday')
  await moveOn(120_000)
  await expect(place(page)).toContainText('Window closed: template only.')
  // What is half made stays, and says why it does not go.
  await expect(asking.getByRole('textbox', { name: 'Button 1' })).toHaveValue('On Monday')
  await expect(asking).toContainText('You cannot send this now')
  await expect(asking.getByRole('button', { name: 'Send' })).toBeDisabled()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(place(page)).toContainText('They last wrote on')
  await expect(place(page)).toContainText('It was paid on Monday')
  await expect(place(page).getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await expectAccessible(page, ['best-practice'])
  await page.reload()
  await expect(place(page)).toContainText('It was paid on Monday')

  await postMessage(parley, from, `wamid.v${from}`, 'Hello?')
  await expect(box(page)).toHaveValue('It was paid on Monday')
  // The page is two minutes ahead.
  await expect(page.getByText('Window closes in 23 h')).toBeVisible()
  // Before that the reply guard would ask first.
  await expect(messageOf(page, 'Hello?')).toBeVisible()
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(messageOf(page, 'It was paid on Monday')).toBeVisible()
})

test('[Q-184] what waits on the device and reaches the server too late is refused with why, and its words are kept', async ({
  openAs,
  pageErrors,
  parley,
}) => {
  pageErrors.allow(/409|ERR_FAILED|ailed to (fetch|send)/)
  const page = await openAs('agent')
  await ownClock(page)
  await page.route('**/messages/agent/send/**', route => route.abort())
  // What a thread needs is there when the time that is left begins to count.
  await openByName(page, 'Nakato Prossy')
  const { id } = await wroteAgo(parley, page, daySeconds - 15)
  await openThread(page, id)
  await say(page, 'It was paid on Tuesday')
  const waiting = messageOf(page, 'It was paid on Tuesday')
  await expect(waiting).toContainText('sent again automatically')
  await expect(place(page)).toContainText('Window closed: template only.')
  await page.unroute('**/messages/agent/send/**')
  await skipUntil(page, 5_000, () =>
    expect(waiting).toContainText('The customer last wrote more than 24 hours ago', { timeout: 1_000 }),
  )
  await waiting.getByRole('button', { name: 'Edit' }).click()
  await expect(place(page)).toContainText('Your draft is saved')
  await expect(place(page)).toContainText('It was paid on Tuesday')
})

test('[Q-184] of a customer who cannot be contacted the composer says why', async ({ openAs }) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Masika Jolly')
  await openThread(page, row?.id ?? '')
  await expect(place(page)).toContainText('Cannot be contacted.')
  await expect(place(page)).toContainText('the number may not be on WhatsApp')
  await expect(box(page)).toHaveCount(0)
  await expectAccessible(page, ['best-practice'])
})

test('[Q-184] the list marks what closes within four hours', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const soon = await wroteAgo(parley, page, 22.5 * 3600)
  const late = await wroteAgo(parley, page, 25 * 3600)
  const fresh = await wroteAgo(parley, page, 60)
  await page.goto('/conversations')
  const rowOf = (digits: string) => page.getByRole('row').filter({ hasText: digits.slice(-3) })
  await expect(rowOf(soon.from).first()).toContainText('1 h left')
  for (const { from } of [late, fresh]) {
    await expect(rowOf(from).first()).toBeVisible()
    await expect(rowOf(from).first()).not.toContainText('left')
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(rowOf(soon.from).first()).toContainText('1 h left')
})

test('[Q-184] who plays WhatsApp pushes its clock: what a customer writes is as old as that, and a scenario fills the list', async ({
  browser,
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const simulator = await browser.newPage({ baseURL: parley.simulatorUrl })
  await simulator.goto('/')
  const clock = simulator.getByRole('region', { name: 'Clock' })
  await expect(clock).toContainText('As this machine’s clock')
  await clock.getByRole('button', { name: '2 min before 24 h' }).click()
  await expect(clock).toContainText('23 h 58 min behind')
  const number = '+256778000099'
  await parley.phone(number).say('Nearly a day old')
  await clock.getByRole('button', { name: 'Now' }).click()
  const row = async () => (await rowsOf(page, number.slice(1)))[0]?.id
  await expect.poll(row).toBeDefined()
  await openThread(page, (await row()) ?? '')
  await expect(page.getByText(/Window closes in [12] min/)).toBeVisible()

  const scenarios = simulator.getByRole('region', { name: 'Scenarios' })
  const speed = scenarios.getByRole('combobox', { name: 'Speed' })
  const play = scenarios.getByRole('button', { name: 'Play', exact: true })
  await play.click()
  await expect(scenarios.getByRole('status')).toContainText('Ten customers at once: ')
  await scenarios.getByRole('button', { name: 'Stop', exact: true }).click()
  await speed.selectOption('10')
  await play.click()
  await expect.poll(async () => (await rowsOf(page, '25670010000')).length).toBe(10)
  await expect(play).toBeVisible()
  await simulator.close()
})
