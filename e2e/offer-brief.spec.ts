import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread, rowsOf } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import { call, idOf } from './harness/notices.ts'
import { startParley } from './harness/parley.ts'
import { Phone } from './harness/phone.ts'
import { decideOffers } from './harness/routing.ts'
import { signIn } from './harness/sign-in.ts'
import { nextSecond } from './harness/times.ts'
import { expect, newPage, signInByHand, test } from './harness.ts'

const card = (page: Page) => page.getByRole('dialog', { name: 'New Assignment' })
const inCard = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const menuEntry = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })
const briefPath = '**/api/v1/handoff/brief/*'

/** Texts as long as a message can be. Drawing each of them once blocked the page for seconds. */
const hostileTexts = [
  ' *a'.repeat(21_800),
  '_'.repeat(65_000),
  'www.a'.repeat(13_000),
  '1.1.'.repeat(16_000),
  `Stacked a${'\u0301'.repeat(65_000)}`,
]

async function offerTo(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await menuEntry(page, name).click()
  await inCard(page, 'Assign').click()
  await expect(card(page)).toHaveCount(0)
}

test('[Q-212] an offer says what the bot knew; it is rejected for a reason, taken by another, and given back to the bot', async ({
  browser,
  pageErrors,
}) => {
  test.setTimeout(400_000)
  const parley = await startParley({ env: { BOT_AT_NEW_NUMBERS: 'on', DEMO_CONVERSATIONS: '0' } })
  const open = async (account: 'agent' | 'brian' | 'carol') => {
    const context = await browser.newContext({
      baseURL: parley.url,
      viewport: { width: 1366, height: 768 },
    })
    pageErrors.watch(context)
    const page = await context.newPage()
    await signIn(page, account, '/conversations')
    return page
  }
  try {
    const [amina, brian, carol] = await Promise.all([open('agent'), open('brian'), open('carol')])
    // Here people offer it.
    await decideOffers(carol, 'none')
    const phone = new Phone(parley.simulatorUrl, '256770000419')
    const heard = async () => (await phone.messages()).filter(one => one.direction === 'OUTBOUND')
    const question = 'What is the status of my claim? The bill was UGX 1,200,000'
    await phone.say(question)
    await expect.poll(async () => (await heard()).length).toBe(1)
    await phone.say('Habari za asubuhi')
    await expect.poll(async () => (await heard()).length).toBe(2)
    // In one second with the bot's words these would stand before them.
    await nextSecond()
    await phone.say('Zungumza na mtu')
    const row = amina.getByRole('row').filter({ hasText: '000419' })
    await expect(row).toContainText('Unassigned')
    const [found] = await rowsOf(amina, '256770000419')
    const id = found?.id ?? ''
    await openThread(amina, id)

    // It can be answered before anything is known, and where nothing can be.
    let letGo = () => {}
    const held = new Promise<void>(done => {
      letGo = done
    })
    await brian.route(briefPath, async route => {
      await held
      await route.fulfill({ status: 500, body: '' })
    })
    await offerTo(amina, /^Brian/)
    await expect(card(brian).getByRole('status', { name: 'Loading what the bot knew' })).toBeVisible()
    await expect(inCard(brian, 'Accept Now')).toBeEnabled()
    letGo()
    const again = inCard(brian, 'Try again')
    await expect(card(brian)).toContainText('The bot context could not be loaded')
    await expect(card(brian)).toContainText('Last message')
    await expectNoViolation(brian)
    await brian.unroute(briefPath)
    await again.click()

    const part = (page: Page, name: string) =>
      card(page)
        .locator('section')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(part(brian, 'Wants')).toContainText(/Claim Status.*\d+% sure/)
    await expect(part(brian, 'Told the bot')).toContainText('UGX 1,200,000')
    await expect(part(brian, 'Why the bot handed over')).toContainText('The customer asked for a person.')
    await expect(part(brian, 'Last lines')).toContainText('Zungumza na mtu')
    await expect(card(brian)).toContainText('Window 24 h')
    await expect(card(brian)).toContainText('No open ticket')
    await expect(card(brian)).toContainText('No application')
    await expect(card(brian).getByRole('timer')).toHaveText(/^[45]:\d\d$/)
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await brian.setViewportSize({ width, height })
      await expectAccessible(brian)
    }
    await brian.setViewportSize({ width: 1366, height: 768 })

    // Rejected for a reason, by keyboard; the language is one of them.
    await inCard(brian, 'Reject').press('Enter')
    await expect(menuEntry(brian, /^I do not speak Swahili$/)).toBeVisible()
    await menuEntry(brian, /^Other…$/).click()
    const why = brian.getByRole('dialog', { name: 'Why do you reject it?' })
    await why.getByRole('button', { name: 'Reject it' }).click()
    await expect(why).toContainText('Say why in a word or two')
    await expectNoViolation(brian)
    await why.getByRole('button', { name: 'Cancel' }).click()
    const sent = brian.waitForRequest('**/handoff/reject/*')
    await inCard(brian, 'Reject').click()
    await menuEntry(brian, /^I do not speak Swahili$/).click()
    expect((await sent).postDataJSON()).toEqual({
      reason: 'I do not speak Swahili',
      reason_code: 'language',
    })
    await expect(card(brian)).toHaveCount(0)
    const history = amina.getByRole('region', { name: 'Assignment history' })
    await expect(history).toContainText(/Brian Odongo rejected.*I do not speak Swahili/)

    await offerTo(amina, /^Carol/)
    await inCard(carol, 'Accept Now').click()
    await expect(carol).toHaveURL(`/conversations/${id}`)
    const knew = carol.getByRole('region', { name: 'Bot context' })
    await knew.getByRole('button', { name: 'Bot context' }).click()
    await expect(knew).toContainText('Claim Status')
    await expect(knew).toContainText(`“${question}”`)
    await expectNoViolation(carol)

    // Given back: a refusal stands beside the control, then the bot answers.
    const giveBack = menuEntry(carol, /^Return to bot$/)
    await carol.getByRole('button', { name: 'Assign', exact: true }).click()
    await giveBack.click()
    const asks = carol.getByRole('dialog', { name: 'Give it back to the bot?' })
    await expect(asks).toContainText('you no longer have the conversation')
    await expectNoViolation(carol)
    await carol.route('**/handoff/bot/*', route => route.abort())
    await asks.getByRole('button', { name: 'Return to bot' }).click()
    await expect(asks.getByRole('alert')).toContainText(
      'It was not given back. The server could not be reached.',
    )
    await carol.unroute('**/handoff/bot/*')
    await asks.getByRole('button', { name: 'Return to bot' }).click()
    await expect(asks).toHaveCount(0)
    await expect(carol.getByText('The bot answers here until somebody takes over')).toBeVisible()
    const before = (await heard()).length
    await phone.say('menu')
    await expect(messageOf(carol, 'menu').first()).toBeVisible()
    await expect.poll(async () => (await heard()).length).toBeGreaterThan(before)
    // Where the bot has it there is nothing to give back.
    await carol.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(menuEntry(carol, /^Brian/)).toBeVisible()
    await expect(giveBack).toHaveCount(0)
    for (const page of [amina, brian, carol]) await page.context().close()
  } finally {
    await parley.stop()
  }
})

test('[Q-310 Q-314] an agent signs in with offers of texts that are made to block the page, reads each and accepts it', async ({
  browser,
  openAs,
  pageErrors,
  parley,
}) => {
  const brian = await openAs('brian', '/tickets')
  const carol = await openAs('carol', '/tickets')
  const agent_id = await idOf(brian)
  await brian.context().close()
  const offered: string[] = []
  for (const [no, text] of hostileTexts.entries()) {
    const { id, phone } = await newCustomer(parley, carol, ['Hello'])
    await postMessage(parley, phone.number.slice(1), `wamid.offered${id}-${no}`, text)
    await expect.poll(async () => (await rowsOf(carol, phone.number))[0]?.inbound_no).toBe(2)
    await call(carol, 'POST', `assignments/conversation/${id}/assign`, { agent_id })
    offered.push(`/conversations/${id}`)
  }
  const page = await newPage(browser, parley, pageErrors)
  await signInByHand(page, 'brian')
  const answered: string[] = []
  while (answered.length < offered.length) {
    await expect(card(page)).toContainText('Last lines')
    await inCard(page, 'Accept Now').click()
    await expect(page).toHaveURL(url => offered.includes(url.pathname) && !answered.includes(url.pathname))
    answered.push(new URL(page.url()).pathname)
  }
  expect(answered.toSorted()).toEqual(offered.toSorted())
  await page.context().close()
})
