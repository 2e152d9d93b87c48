import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, say } from './harness/conversation.ts'
import { type Parley, startParley } from './harness/parley.ts'
import type { Account } from './harness/sessions.ts'
import { ownTime } from './harness/times.ts'
import { endRoutes, expect, signIn, testAlone as test } from './harness.ts'

const setupCall = '**/api/v1/setup'
const stepOf = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

test.describe('[Q-280] in a workspace that has seen nothing yet', () => {
  let parley: Parley
  test.beforeAll(async () => {
    parley = await startParley({ env: { DEMO_CONVERSATIONS: '0' } })
  })
  test.afterAll(() => parley.stop())

  const contexts: BrowserContext[] = []
  test.afterEach(async () => {
    for (const context of contexts.splice(0)) {
      await Promise.all(context.pages().map(endRoutes))
      await context.close()
    }
  })

  const open = async (browser: Browser, account: Account, path?: string) => {
    const context = await browser.newContext({ baseURL: parley.url })
    contexts.push(context)
    const page = await context.newPage()
    await signIn(page, account, path)
    return page
  }

  test('the first conversation is followed step by step, by itself', async ({ browser }) => {
    test.setTimeout(240_000)
    const page = await open(browser, 'admin', '/get-started')
    await expect(page.getByRole('heading', { name: 'Three steps to the first conversation' })).toBeVisible()
    await expect(page.getByText('0 of 3 done')).toBeVisible()

    const connect = stepOf(page, 'Connect the WhatsApp number')
    const check = (label: string) => connect.getByRole('listitem').filter({ hasText: label })
    // Nobody has to reload: WhatsApp is asked, and asks.
    for (const label of [
      'Access token accepted',
      'Number belongs to the account',
      'Webhook address answered',
    ]) {
      await expect(check(label).getByRole('time')).toBeVisible({ timeout: 90_000 })
    }
    await expect(connect).toContainText('3 of 4 seen')
    await expect(check('Signature of a live call matched')).toContainText('not yet')
    await expect(check('Signature of a live call matched')).toContainText('Subscribe the app to “messages”')

    const people = stepOf(page, 'Add the people who answer')
    await expect(people).toContainText('0 of 2 signed in')
    await people.getByLabel('E-mail').fill('sanyu@parley.example')
    await people.getByLabel('Name').fill('Sanyu Nantongo')
    await people.getByRole('button', { name: 'Make link' }).click()
    await expect(people.getByRole('textbox', { name: 'Link for Sanyu Nantongo' })).toHaveValue(
      /\/login\?reset=/,
    )
    const sanyu = people.getByRole('listitem').filter({ hasText: 'sanyu@parley.example' })
    await expect(sanyu).toContainText('Invited')
    await sanyu.getByRole('button', { name: 'New link for Sanyu Nantongo' }).click()
    await expect(sanyu.getByRole('textbox', { name: 'Link for Sanyu Nantongo' })).toHaveValue(
      /\/login\?reset=/,
    )
    await open(browser, 'brian', '/')
    await expect(people).toContainText('1 of 2 signed in')
    const agent = await open(browser, 'agent', '/conversations')
    await expect(people).toContainText('2 signed in')
    await expect(people.getByRole('listitem').filter({ hasText: 'brian@' })).toContainText('Signed in')

    const trial = stepOf(page, 'Send a test')
    const mark = (label: string) => trial.getByRole('listitem').filter({ hasText: label })
    await expect(trial).toContainText(/Write hello to \+?[\d ]+ from any phone/)
    await expect(trial).toContainText(/Listening for \d+:\d\d/)
    await expect(mark('Received')).toContainText('waiting')
    await expectAccessible(page)

    const phone = parley.phone('+256 770 000 123')
    await phone.say('hello')
    await expect(mark('Received').getByRole('time')).toBeVisible()
    await expect(connect.getByText(/^Verified/)).toBeVisible()
    await expect(page.getByText('2 of 3 done')).toBeVisible()
    await expect(mark('Shown to an agent')).toContainText('waiting')
    await agent.getByRole('row').filter({ hasText: 'hello' }).getByRole('link', { name: 'View' }).click()
    await expect(messageOf(agent, 'hello')).toBeVisible()
    await expect(mark('Shown to an agent').getByRole('time')).toBeVisible()
    await say(agent, 'Good morning, we are here.')
    await expect(mark('Answered').getByRole('time')).toBeVisible()
    await phone.expectLatest(['Good morning, we are here.'])
    await phone.read()
    await expect(mark('Read on the phone').getByRole('time')).toBeVisible()
    await expect(page.getByText('3 of 3 done')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow).toBe(false)
  })

  test('what is wrong says why and names the setting; after two minutes the channel is a press away', async ({
    browser,
  }) => {
    const page = await open(browser, 'admin')
    const moveOn = await ownTime(page)
    await page.route(setupCall, async route => {
      const reply = (await (await route.fetch()).json()) as { numbers: Record<string, unknown>[] }
      const none = { seen_at: null, wrong: null, said: null }
      const numbers = reply.numbers.map(number => ({
        ...number,
        token: { ...none, wrong: 'token-refused', said: 'Our access to WhatsApp has expired.' },
        number: none,
        webhook: { ...none, wrong: 'verify-token-differs' },
        signature: { ...none, wrong: 'app-secret-differs' },
        talk: { conversation_id: null, received_at: null, shown_at: null, answered_at: null, read_at: null },
      }))
      await route.fulfill({ json: { ...reply, numbers } })
    })
    await page.goto('/get-started')
    const connect = stepOf(page, 'Connect the WhatsApp number')
    await expect(connect).toContainText('0 of 4 seen')
    await expect(connect).toContainText(
      'Our access to WhatsApp has expired. Make a new token at Meta, set WHATSAPP_ACCESS_TOKEN',
    )
    await expect(connect).toContainText('WHATSAPP_VERIFY_TOKEN')
    await expect(connect).toContainText('WHATSAPP_APP_SECRET')
    await expectAccessible(page)
    const link = page.getByRole('link', { name: 'See what WhatsApp sent' })
    await expect(link).toHaveCount(0)
    await moveOn(121_000)
    await link.click()
    await expect(page).toHaveURL(/\/channel$/)
  })
})

test('[Q-280] administrators are led there until they skip it, and the palette leads there always', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  // A demo leads nobody there: as a workspace that is none answers.
  await page.route(setupCall, async route => {
    const reply = (await (await route.fetch()).json()) as { skipped: boolean }
    const done = { connect: true, people: false, test: false }
    await route.fulfill({ json: { ...reply, done, offered: !reply.skipped } })
  })
  await page.goto('/')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get started' })
  await expect(entry).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Get started: 1 of 3 steps/ })
    .click()
  await expect(page).toHaveURL(/\/get-started$/)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(entry).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'What waits for you' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Get started/ })).toHaveCount(0)

  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type('get started')
  await page.getByRole('option', { name: /: Get started$/ }).click()
  await expect(page).toHaveURL(/\/get-started$/)
  await page.getByRole('button', { name: 'Lead here again' }).click()
  await expect(entry).toBeVisible()
})

test('[Q-280] it is for administrators alone', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/403/)
  const page = await openAs('carol', '/get-started')
  await expect(page.getByText('This screen is not for your account')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get started' })).toHaveCount(0)
})
