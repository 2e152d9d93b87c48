import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { askApart } from './harness/apart.ts'
import { messageOf, newCustomer, openByName, openThread, rowsOf, thread } from './harness/conversation.ts'
import { call } from './harness/ticket.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, test } from './harness.ts'

const status = (page: Page): Locator => page.getByRole('button', { name: /^Status: / })
const statusIs = (page: Page, word: string) => expect(status(page)).toHaveAccessibleName(`Status: ${word}`)

async function choose(page: Page, word: string): Promise<void> {
  await status(page).click()
  await page.getByRole('menuitemradio', { name: word, exact: true }).click()
}

const tagEditor = (page: Page): Locator => page.getByRole('form', { name: 'Edit tags' })
/** Beside a queue they stand in the customer's panel. */
const tagsOf = (page: Page) => page.getByRole('region', { name: 'Tags' })
const newTag = (page: Page): Locator => tagEditor(page).getByRole('combobox', { name: 'New tag' })

/** Lets one edit go out as if a colleague's had come before it: the server itself refuses it. */
async function outdated(route: Route): Promise<void> {
  const body = route.request().postDataJSON() as { version: number }
  await route.continue({ postData: JSON.stringify({ ...body, version: body.version - 1 }) })
}

test('[CDET-03 Q-017] the badge opens the four statuses; the choice is stored, and colleagues see it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['About my status'])
  await openThread(page, id)
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  await status(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveText(['Active', 'Resolved', 'Dormant', 'Archived'])
  await expect(page.getByRole('menuitemradio', { name: 'Active' })).toBeChecked()
  const put = page.waitForRequest(request => request.method() === 'PUT')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  // Letters with too long a pause between them are searched for one by one.
  await expect(async () => {
    await page.keyboard.type('Dor')
    const highlighted = page.getByRole('menu').locator('[data-highlighted]')
    await expect(highlighted).toHaveText('Dormant', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  expect((await put).postDataJSON()).toEqual({ status: 'DORMANT', version: expect.any(Number) })
  await statusIs(page, 'Dormant')
  await expect(status(page)).toBeFocused()
  await expect(page.getByText('Sample data')).toHaveCount(0)
  await statusIs(colleague, 'Dormant')
  await page.reload()
  await statusIs(page, 'Dormant')
})

test('[CDET-03 Q-017 ERR-20 Q-038] a change shows at once; refused or unanswered, it goes back and says why', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['First conversation'])
  await openThread(page, id)
  await expect.poll(async () => (await rowsOf(page, 'First conversation'))[0]?.unread_count).toBe(0)
  await choose(page, 'Archived')
  await statusIs(page, 'Archived')
  await expect(page.getByRole('status').filter({ hasText: 'This conversation is archived' })).toBeVisible()

  await phone.say('Second conversation')
  await expect.poll(async () => (await rowsOf(page, 'Second conversation')).length).toBe(1)
  await choose(page, 'Active')
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to update conversation status' })
  await expect(failure).toHaveText(
    'Failed to update conversation status: This customer has another open conversation. Archive that one first.',
  )
  await statusIs(page, 'Archived')
  await failure.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failure).toHaveCount(0)

  let release = () => undefined as void
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route('**/status', async route => {
    await held
    await route.fulfill({ status: 503, json: { detail: 'The server cannot do this right now' } })
  })
  await choose(page, 'Dormant')
  await statusIs(page, 'Dormant')
  release()
  await statusIs(page, 'Archived')
  await expect(failure).toContainText('The server cannot do this right now. Try again.')

  await page.unroute('**/status')
  await page.route('**/status', outdated)
  await choose(page, 'Dormant')
  await expect(failure).toContainText(
    'A colleague changed this conversation meanwhile. Look at it and save again.',
  )
})

test('[Q-017] archiving a conversation with messages that were not seen asks first', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(
    parley,
    page,
    Array.from({ length: 25 }, (_, index) => `Unseen line ${index + 1}.`),
  )
  await openThread(page, id)
  await expect(thread(page).getByText('New messages', { exact: true })).toBeInViewport()
  await choose(page, 'Archived')
  const question = page.getByRole('dialog', { name: 'Archive this conversation?' })
  await expect(question).toContainText('It has 25 messages that you have not seen.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await statusIs(page, 'Active')
  await choose(page, 'Archived')
  await question.getByRole('button', { name: 'Archive' }).click()
  await statusIs(page, 'Archived')
})

test('[CDET-04] tags are added and taken away, by keyboard too, and colleagues see them', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.goto('/conversations')
  const { id } = await newCustomer(parley, page, ['About my tags'])
  await page.getByRole('grid').getByText('About my tags').click()
  await expect(messageOf(page, 'About my tags')).toBeVisible()
  const colleague = await openAs('brian')
  await openThread(colleague, id)

  const opener = page.getByRole('button', { name: 'Edit tags' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(newTag(page)).toBeFocused()
  // Tags of the loaded list are offered.
  await expect(tagEditor(page).locator('option', { hasText: /^payments$/ })).toHaveCount(1)
  for (const tag of ['late claim', 'follow up', 'third']) {
    await page.keyboard.type(tag)
    await page.keyboard.press('Enter')
  }
  await expect(tagsOf(colleague)).toContainText(/late claim\s*follow up\s*third/)
  await page.keyboard.press('Backspace')
  await expect(tagsOf(colleague).getByText('third')).toHaveCount(0)
  await tagEditor(page).getByRole('button', { name: 'Remove tag late claim' }).click()
  await expect(tagsOf(colleague).getByText('late claim')).toHaveCount(0)
  await expect(newTag(page)).toBeFocused()

  await newTag(page).fill('follow up')
  await expect(page.getByRole('alert')).toHaveText('"follow up" is on this conversation already')
  await newTag(page).fill('x'.repeat(41))
  await expect(page.getByRole('alert')).toHaveText('A tag has at most 40 characters; this has 41. Shorten it')
  await page.keyboard.press('Enter')
  await expect(newTag(page)).toHaveValue('x'.repeat(41))
  await expectAccessible(page)
  await newTag(page).fill('')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(tagsOf(page).getByText('follow up', { exact: true })).toBeVisible()
})

test('[CDET-04 Q-038] a tag that is refused stays in the box; the newer tags are shown', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['About a conflict'])
  await openThread(page, id)
  await page.getByRole('button', { name: 'Edit tags' }).click()
  await page.route('**/tags', outdated, { times: 1 })
  await newTag(page).fill('mine')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to update conversation tags: A colleague changed this conversation meanwhile. Look at it and save again.',
  )
  await expect(newTag(page)).toHaveValue('mine')
  await expect(tagEditor(page).getByRole('button', { name: 'Remove tag mine' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(tagEditor(page).getByRole('button', { name: 'Remove tag mine' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // Two quick edits: the second is based on what the first one left.
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(async () => (await rowsOf(page, 'About a conflict'))[0]?.tags)
    .toEqual(['mine', 'one', 'two'])
  await expect(tagsOf(page)).toContainText(/mine\s*one\s*two/)
})

test('[GEN-08 Q-016 Q-017] while the server does not say what it serves, status and issues are not available; it is asked again', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await ownClock(page)
  await page.route('**/capabilities', route => route.fulfill({ status: 503, json: { detail: 'not now' } }))
  await openByName(page, 'Nakato Prossy')
  await expect(page.getByText('Issues are not available')).toBeVisible()
  await status(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dormant' })).toBeDisabled()
  await expect(page.getByRole('menu')).toContainText('Changing the status is not available')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Sample data')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/capabilities')
  await skip(page, 10_000)
  await expect(page.getByRole('button', { name: /^Current issue: / })).toBeVisible()
})

test('[CDET-24] opening a conversation asks for its details, messages, issues, tickets and applications', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  const id = row?.id ?? ''
  const asked = new Set<string>()
  page.on('request', request => {
    const { pathname, search, searchParams } = new URL(request.url())
    asked.add(pathname.replace('/api/v1/', '') + (search.includes(`conversation_id=${id}`) ? ' of it' : ''))
    for (const part of searchParams.get('parts')?.split(',') ?? []) asked.add(part)
  })
  await openThread(page, id)
  await expect
    .poll(() => [...asked])
    .toEqual(
      expect.arrayContaining([
        'messages/admin/conversations of it',
        `messages/admin/conversation/${id}/history`,
        `conversations/${id}/work`,
        'issues',
        'tickets',
        'ipp',
        'lib',
      ]),
    )
})

test('[CDET-23 Q-002 Q-040] the page is replaced by the error when nothing can be shown, and comes back', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  // Read: the thread opens at its newest message.
  await call(page, 'POST', `messages/agent/conversations/${row?.id}/mark-seen`)
  const failing = ['conversations?**', 'history?**', 'work?**', 'issues?**', 'tickets?**'].map(
    path => `**/${path}`,
  )
  for (const url of failing)
    await page.route(url, route => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await page.goto(`/conversations/${row?.id}`)
  const said = page.getByRole('alert').filter({ hasText: 'Failed to fetch conversation details' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await expectAccessible(page)
  for (const url of failing) await page.unroute(url)
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(messageOf(page, 'My cover must not lapse')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
})

test('[CDET-23 ERR-21 Q-040] issues that cannot be loaded leave the page as it is, with the reason and a retry', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await askApart(page)
  await page.route('**/issues?**', route => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await openByName(page, 'Nakato Prossy')
  const bar = page.getByRole('region', { name: 'Current issue' })
  await expect(bar.getByRole('alert')).toContainText('Failed to fetch issues')
  await expect(messageOf(page, 'My cover must not lapse')).toBeVisible()
  await page.unroute('**/issues?**')
  await bar.getByRole('button', { name: 'Retry' }).click()
  await expect(bar.getByRole('button', { name: /^Current issue: / })).toBeVisible()
})
