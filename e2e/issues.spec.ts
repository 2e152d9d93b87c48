import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { issueBar, issueSelector, raiseIssue } from './harness/issues.ts'
import { ownClock, skipUntil } from './harness/times.ts'
import { expect, test } from './harness.ts'

const note = (page: Page): Locator => page.getByText(/^Messages will be linked to the current issue/)
const attach = (row: Locator): Locator => row.getByRole('button', { name: 'Attach to current issue' })
const linked = (row: Locator): Locator => row.getByText('Linked to issue', { exact: true })

test('[CDET-28 COMP-10 COMP-11 THREAD-09 THREAD-15 ISSUE-01 ISSUE-02 ISSUE-04 ISSUE-09 API-24 Q-016] an issue is raised and selected; messages are linked to it, and colleagues see it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['My payment is late', 'It was on Monday'])
  await ownClock(page)
  await openThread(page, id)
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: No issue selected')
  await expect(note(page)).toHaveCount(0)
  await expect(attach(messageOf(page, 'My payment is late'))).toHaveCount(0)
  await raiseIssue(page, 'Late payment')
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Late payment')
  await expect(issueSelector(page)).toBeFocused()
  await expect(issueBar(page)).toContainText('Open')
  await expect(issueBar(page)).not.toContainText('Sample data')
  await expect(note(page)).toBeVisible()

  // A colleague finds it in the list without a reload; what they selected is their own.
  await issueSelector(colleague).click()
  await colleague.getByRole('menuitemradio', { name: 'Late payment' }).click()
  await expect(note(colleague)).toBeVisible()

  // Sent while it is selected: linked, also when only the second try gets through.
  const bodies: object[] = []
  page.on('request', request => {
    if (request.url().includes('/agent/send/')) bodies.push(request.postDataJSON() as object)
  })
  await page.route('**/agent/send/**', route => route.abort(), { times: 1 })
  await say(page, 'We look for it.')
  await skipUntil(page, 5_000, () =>
    expect(linked(messageOf(page, 'We look for it.'))).toBeVisible({ timeout: 1_000 }),
  )
  // The second goes by itself, and says whose the conversation was.
  expect(bodies).toEqual([bodies[0], { ...bodies[0], believed_assignee_id: null }])
  expect(bodies[0]).toMatchObject({ issue_id: expect.stringMatching(/^\d+$/) })
  await expect(linked(messageOf(colleague, 'We look for it.'))).toHaveAttribute('title', 'Late payment')

  // What came before is attached by the button that shows on hover and on focus.
  const first = messageOf(page, 'My payment is late')
  await page.mouse.move(0, 0)
  await expect(attach(first)).toHaveCSS('opacity', '0')
  await first.hover()
  await expect(attach(first)).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await box(page).focus()
  await attach(first).focus()
  await page.keyboard.press('Enter')
  await expect(linked(first)).toBeVisible()
  await expect(linked(first)).toBeFocused()
  await expect(linked(messageOf(colleague, 'My payment is late'))).toBeVisible()
  await expect(attach(first)).toHaveCount(0)

  // A colleague was quicker: nothing changes, and it says so.
  const second = messageOf(page, 'It was on Monday')
  let release = () => undefined as void
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route('**/issues/*/messages', async route => {
    await held
    await route.continue()
  })
  await attach(second).click()
  await attach(messageOf(colleague, 'It was on Monday')).click()
  await expect(linked(second)).toBeVisible()
  release()
  await expect(second.getByRole('status')).toHaveText('It was attached to an issue already')

  await issueSelector(page).click()
  await page.getByRole('menuitemradio', { name: 'No issue selected' }).click()
  await expect(note(page)).toHaveCount(0)
  await say(page, 'Not of the issue.')
  await expect(
    messageOf(page, 'Not of the issue.').getByRole('img', { name: /Sent|Delivered|Read/ }),
  ).toBeVisible()
  await expect(linked(messageOf(page, 'Not of the issue.'))).toHaveCount(0)
})

test('[CDET-28 THREAD-15] on a phone the selector fits, and attaching needs no hover', async ({
  browser,
  parley,
  openAs,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['From a phone'])
  const touch = await browser.newContext({
    baseURL: parley.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  })
  const phone = await touch.newPage()
  await phone.goto(`/conversations/${id}`)
  await raiseIssue(phone, 'An issue with a title that is far too long for a phone')
  const more = messageOf(phone, 'From a phone').getByRole('button', { name: 'More for this message' })
  await expect(attach(messageOf(phone, 'From a phone'))).toBeHidden()
  await more.tap()
  await expect(attach(messageOf(phone, 'From a phone'))).toHaveCSS('opacity', '1')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(phone)
  await attach(messageOf(phone, 'From a phone')).tap()
  await expect(linked(messageOf(phone, 'From a phone'))).toBeVisible()
  await touch.close()
})
