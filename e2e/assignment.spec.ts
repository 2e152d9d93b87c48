import type { Page } from '@playwright/test'
import { newCustomer, openThread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import type { Parley } from './harness/parley.ts'
import { askedAgain, ownClock, pass } from './harness/times.ts'
import { expect, test } from './harness.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'New Assignment' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inModal = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true })
const header = (page: Page) => page.locator('header').filter({ has: button(page, 'Assign') })
const history = (page: Page) => page.getByRole('region', { name: 'Assignment history' })

test('[ASSIGN-04 ASSIGN-07 ASSIGN-08 ASSIGN-09 Q-086 Q-090 Q-433] who is offered a conversation has it on accepting; the history says so to both', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/conversations')]
  const { id } = await newCustomer(parley, amina, ['Who looks after me?'])
  await openThread(amina, id)
  await button(amina, 'Assign').click()
  await amina.getByRole('option', { name: /^Brian/ }).click()
  await modal(amina).getByRole('textbox').fill('Asked twice for the form')
  await amina.keyboard.press('Enter')
  await expect(modal(amina)).toHaveCount(0)
  // Handing over opens the next conversation.
  await openThread(amina, id)
  await expect(header(amina)).toContainText(/Offered to Brian, [45]:\d\d/)
  await brian.getByTitle('Show the whole offer').click()
  await expect(modal(brian)).toContainText(`You have been assigned a new conversation (#${id})`)
  await expect(modal(brian)).toContainText('Who looks after me?')
  await expect(modal(brian)).toContainText('Asked twice for the form')
  await inModal(brian, 'Accept Now').click()
  await expect(brian).toHaveURL(`/conversations/${id}`)
  await expect(header(brian)).toContainText('assigned to you')
  await expect(brian.getByText('Asked twice for the form')).toBeVisible()
  await expect(header(amina)).toContainText('assigned to Brian Odongo')
  await expect(history(amina)).toContainText(/Brian Odongo accepted.*offered by you/)
  await expect(history(brian)).toContainText(/You accepted.*offered by Amina Nakato/)
})

test('[Q-408] an offer that is withdrawn is gone from the colleague’s screen at once', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/conversations')]
  const { id } = await newCustomer(parley, amina, ['Who looks after me?'])
  await openThread(amina, id)
  await button(amina, 'Assign').click()
  await amina.getByRole('option', { name: /^Brian/ }).click()
  await inModal(amina, 'Assign').click()
  await expect(modal(amina)).toHaveCount(0)
  // Handing over opens the next conversation.
  await openThread(amina, id)
  await brian.getByTitle('Show the whole offer').click()
  await expect(modal(brian)).toContainText('Who looks after me?')
  await button(amina, 'Withdraw').click()
  await expect(inModal(brian, 'Accept Now')).toHaveCount(0)
  await expect(header(amina)).not.toContainText('Offered to')
  await expect(history(amina)).toContainText('Offer to Brian Odongo withdrawn')
})

test('[AGENT-04 CONST-03] the dashboard asks for the agents when it opens and every 30 s', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await ownClock(page)
  await page.goto('/')
  const figures = page.getByRole('region', { name: 'Agent Availability' }).getByRole('definition')
  await expect(figures).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/])
  await pass(page, 35_000)
  const [seconds] = await askedAgain(page, '/available?limit=500&include_realtime=true')
  expect(seconds).toBeGreaterThanOrEqual(29)
})

/** Opens a conversation and holds back the code of the list of Assign, which was asked for: its address, and how to let it go. */
async function withoutList(parley: Parley, page: Page) {
  const { id } = await newCustomer(parley, page, ['Who looks after me?'])
  const code = /assets\/AssignPopover-.*\.js$/
  const release = await hold(page, code)
  const asked = page.waitForRequest(code)
  await openThread(page, id)
  return { release, pathname: new URL((await asked).url()).pathname }
}

test('[ASSIGN-01] who presses Assign before its list is there has the list when it comes, and the button again behind it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { release } = await withoutList(parley, page)
  await button(page, 'Assign').press('Enter')
  release()
  await expect(page.getByRole('dialog', { name: 'Assign', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Assign', exact: true })).toHaveCount(0)
  await expect(button(page, 'Assign')).toBeFocused()
})

test('[ASSIGN-01] the list’s code that comes while Assign is held down costs no press', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { release, pathname } = await withoutList(parley, page)
  await button(page, 'Assign').hover()
  await page.mouse.down()
  release()
  await page.evaluate(async path => {
    await import(path)
    // React may leave what was waited for to later frames.
    for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame)
  }, pathname)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Assign', exact: true })).toBeVisible()
})
