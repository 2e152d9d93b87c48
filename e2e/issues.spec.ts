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

test('[GEN-11 ISSUE-03 ISSUE-05 ISSUE-06 ISSUE-07 ISSUE-08 DATA-32 CONST-09 Q-016] an issue is resolved and opened again; a colleague who did it before is respected', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Please resolve'])
  await openThread(page, id)
  await raiseIssue(page, 'To be resolved', 'Claims')
  await expect(note(page)).toBeVisible()
  const colleague = await openAs('brian')
  await openThread(colleague, id)
  await issueSelector(colleague).click()
  await colleague.getByRole('menuitemradio', { name: 'To be resolved' }).click()

  await issueBar(page).getByRole('button', { name: 'Issue details' }).click()
  const dialog = page.getByRole('dialog', { name: 'To be resolved' })
  await expect(dialog).toContainText(/Status\s*Open.*Category\s*Claims.*Priority\s*Medium.*by Amina Nakato/)
  await dialog.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(dialog).toContainText('Say how it was resolved')
  await expectAccessible(page)
  await dialog.getByLabel('Resolution summary').fill('Paid on Friday')

  await issueBar(colleague).getByRole('button', { name: 'Issue details' }).click()
  await colleague.getByLabel('Resolution summary').fill('Paid on Thursday')
  await colleague.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(issueBar(colleague)).toContainText('Resolved')

  await expect(dialog).toContainText(/Resolved.*after \d+ minutes?.*Paid on Thursday/)
  await dialog.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to resolve issue: This issue was already resolved',
  )
  await expect(dialog.getByLabel('Resolution summary')).toHaveValue('Paid on Friday')
  await page.keyboard.press('Escape')

  await issueBar(page).getByRole('button', { name: 'Issue details' }).click()
  await dialog.getByLabel('Reason for reopening').fill('It came back')
  await dialog.getByRole('button', { name: 'Reopen issue' }).click()
  await expect(issueBar(page)).toContainText('Reopened')
  await expect(issueBar(colleague)).toContainText('Reopened')
  await expect(issueBar(page).getByRole('button', { name: 'Issue details' })).toBeFocused()
})

test('[ERR-21 Q-038 ISSUE-04] a new issue that fails keeps every word; the same click twice is one issue', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Please raise it'])
  await openThread(page, id)
  await issueSelector(page).click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(dialog).toContainText('Say in a few words what the issue is')
  await expect(dialog).toContainText('Choose what it is about')
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Card blocked')
  await dialog.getByLabel('Description').fill('For the second time')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await issueSelector(page).click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Card blocked')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Account' }).click()

  // The server takes it, and its answer is lost on the way.
  await page.route(
    '**/api/v1/issues',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to create issue: The server could not be reached. Try again.',
  )
  await expect(dialog.getByLabel('Description')).toHaveValue('For the second time')
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Card blocked')
  await issueSelector(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Card blocked' })).toHaveCount(1)
  await expectAccessible(page)
})

test('[COMP-10 COMP-11 Q-256] the note names the issue in one line, whole on hover, and lets go of it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 1366, height: 768 })
  const { id } = await newCustomer(parley, page, ['My payment is late'])
  await openThread(page, id)
  const title = 'The payment of October, which was made by Airtel on a Monday, is on no policy'
  await raiseIssue(page, title)
  await expect(note(page)).toHaveText(`Messages will be linked to the current issue: ${title}`)
  await expect(note(page)).toHaveAttribute('title', `Messages will be linked to ${title}`)
  expect((await note(page).boundingBox())?.height ?? 99).toBeLessThanOrEqual(20)
  expect(await note(page).evaluate(words => words.scrollWidth > words.clientWidth)).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Link messages to no issue' }).press('Enter')
  await expect(note(page)).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: No issue selected')
  await say(page, 'By itself')
  await expect(messageOf(page, 'By itself')).toBeVisible()
  await expect(linked(messageOf(page, 'By itself'))).toHaveCount(0)
})

test('[THREAD-15 Q-256] on a phone no message keeps room for the button that attaches it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await newCustomer(parley, page, ['The first', 'The second', 'The third'])
  await openThread(page, id)
  const heights = () =>
    Promise.all(
      ['The first', 'The second', 'The third'].map(
        async text => (await messageOf(page, text).boundingBox())?.height,
      ),
    )
  const before = await heights()
  await raiseIssue(page, 'Late payment')
  await expect(note(page)).toBeVisible()
  expect(await heights()).toEqual(before)
  await messageOf(page, 'The second').getByRole('button', { name: 'More for this message' }).click()
  await attach(messageOf(page, 'The second')).click()
  await expect(linked(messageOf(page, 'The second'))).toBeVisible()
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

test('[Q-260] B attaches the message that has the focus, else the customer’s newest; with none selected it asks which issue first', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, [
    'The first matter',
    'The second matter',
    'The third matter',
  ])
  await openThread(page, id)
  const rowOf = (words: string) => messageOf(page, words)
  const choices = page.getByRole('menuitemradio')
  // The code that hears keys comes a moment after the page, and does what was pressed before: each try begins anew.
  await expect(async () => {
    await page.getByRole('heading', { level: 2 }).first().click()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rowOf('The third matter')).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rowOf('The second matter')).toBeFocused()

  // Nothing is selected: left without a choice, nothing is attached and the message has the focus again.
  await page.keyboard.press('b')
  await expect(choices).toHaveText(['No issue selected'])
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choices).toHaveCount(0)
  await expect(rowOf('The second matter')).toBeFocused()

  // An issue raised from there has the message, and is selected.
  await page.keyboard.press('b')
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByLabel('Title').fill('Raised by key')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Claims' }).click()
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(linked(rowOf('The second matter'))).toBeFocused()
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Raised by key')
  await expectAccessible(page)

  // What is attached stays so; one that is selected by itself takes no message along.
  await page.keyboard.press('b')
  await issueSelector(page).click()
  await page.getByRole('menuitemradio', { name: 'No issue selected' }).click()
  await expect(linked(rowOf('The second matter'))).toBeVisible()
  await page.getByRole('heading', { level: 2 }).first().click()
  await page.keyboard.press('b')
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choices).toHaveCount(0)
  await issueSelector(page).click()
  await page.getByRole('menuitemradio', { name: 'Raised by key' }).click()
  await expect(note(page)).toBeVisible()
  await expect(linked(rowOf('The third matter'))).toHaveCount(0)

  // With one selected it is one key, at the customer's newest from elsewhere.
  await page.getByRole('heading', { level: 2 }).first().click()
  await page.keyboard.press('b')
  await expect(linked(rowOf('The third matter'))).toBeFocused()
  for (const words of ['The second matter', 'The first matter']) {
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rowOf(words)).toBeFocused()
  }
  await expect(attach(rowOf('The first matter'))).toHaveAttribute('title', /\(B\)/)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('attach')
  await palette.getByRole('option', { name: /Attach the message to an issue/ }).click()
  await expect(linked(rowOf('The first matter'))).toBeFocused()

  // Chosen for one message, an issue that is there already has it too.
  await issueSelector(page).click()
  await page.getByRole('menuitemradio', { name: 'No issue selected' }).click()
  await say(page, 'Our own answer')
  await expect(rowOf('Our own answer').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()
  await rowOf('Our own answer').focus()
  await page.keyboard.press('b')
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(linked(rowOf('Our own answer'))).toBeFocused()
})

test('[Q-260] on a slow machine too the window of a new issue keeps the focus, which its menu would take back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Please raise it'])
  await openThread(page, id)
  // The menu is gone long after the window has opened.
  await page.evaluate(() => {
    const nextFrame = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = then => nextFrame(() => setTimeout(() => then(performance.now()), 400))
  })
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  for (const time of [1, 2]) {
    await issueSelector(page).click()
    await page.getByRole('menuitem', { name: 'New issue…' }).click()
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await dialog.getByRole('combobox', { name: 'Category' }).click()
    await expect(page.getByRole('option', { name: 'Account' }), `opened ${time}`).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('option', { name: 'Account' }), `left open ${time}`).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
