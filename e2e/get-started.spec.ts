import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, say } from './harness/conversation.ts'
import { type Parley, startParley } from './harness/parley.ts'
import type { Account } from './harness/sessions.ts'
import { endRoutes, expect, signIn, testAlone as test } from './harness.ts'

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
})
