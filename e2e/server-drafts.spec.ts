import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { startParley } from './harness/parley.ts'
import type { Account } from './harness/sessions.ts'
import { signInHere, signOutHere } from './harness/sign-in.ts'
import { call } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

interface Drafts {
  readonly drafts: readonly { readonly conversation_id: string; readonly text: string }[]
}

/** What the server has of the signed-in agent's draft in a conversation; null: nothing. */
const onServer = (page: Page, id: string): Promise<string | null> =>
  page.evaluate(async wanted => {
    const answer = await fetch('/api/v1/message-drafts', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    const { drafts } = (await answer.json()) as Drafts
    return drafts.find(draft => draft.conversation_id === wanted)?.text ?? null
  }, id)

const expectOnServer = (page: Page, id: string, text: string | null): Promise<void> =>
  expect.poll(() => onServer(page, id), { message: 'the draft on the server' }).toBe(text)

const otherLine = (page: Page) => page.getByRole('group', { name: 'Written on another device' })
const isWrite = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/message-draft')
const writesOf = (page: Page) => page.route('**/message-draft', route => route.abort())

test('[Q-225] what was typed is there in another browser, with the message that it answers, also when its tab was closed at once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Is my claim paid?'])
  await openThread(page, id)
  await messageOf(page, 'Is my claim paid?').hover()
  await messageOf(page, 'Is my claim paid?')
    .getByRole('button', { name: /^Reply/ })
    .click()
  await box(page).pressSequentially('It was paid on Monday')
  // No pause: the page that goes writes it.
  await page.goto('about:blank')

  const other = await openAs('agent')
  await expectOnServer(other, id, 'It was paid on Monday')
  await openThread(other, id)
  await expect(box(other)).toHaveValue('It was paid on Monday')
  await expect(other.getByRole('group', { name: /^Replying to/ })).toContainText('Is my claim paid?')
  await say(other, 'It was paid on Monday, in full')
  await expect(messageOf(other, 'It was paid on Monday, in full')).toContainText('Is my claim paid?')
  await expectOnServer(other, id, null)
})

test('[Q-225] what was typed is written when its conversation is left, without a pause before', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('Half a sen')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets' }).click()
  await expectOnServer(page, id, 'Half a sen')
})

test('[Q-225] a browser that is killed leaves what was typed before the last pause; one whose answer was lost asks nobody to choose', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const writes: string[] = []
  page.on('request', request => {
    if (isWrite(request)) writes.push(request.postData() ?? '')
  })
  // Letter by letter, and surely without a pause between them.
  await box(page).evaluate(element => {
    const field = element as HTMLTextAreaElement
    for (const letter of 'Good morning') {
      field.setRangeText(letter, field.value.length, field.value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect(box(page)).toHaveValue('Good morning')
  await expectOnServer(page, id, 'Good morning')
  expect(writes).toHaveLength(1)

  await page.route('**/message-draft', async route => {
    await route.fetch()
    await route.abort()
  })
  await box(page).fill('Good morning Ms')
  await expectOnServer(page, id, 'Good morning Ms')
  await page.unroute('**/message-draft')
  await writesOf(page)
  await box(page).fill('Good morning Ms Nakato')
  await expectKept(page, 'Good morning Ms Nakato')
  await page.reload()
  await expect(box(page)).toHaveValue('Good morning Ms Nakato')
  await page.unroute('**/message-draft')
  await box(page).press('End')
  await box(page).pressSequentially('!')
  await expectOnServer(page, id, 'Good morning Ms Nakato!')
  await expect(otherLine(page)).toHaveCount(0)

  await page.context().close({ reason: 'killed' })
  const other = await openAs('agent')
  await openThread(other, id)
  await expect(box(other)).toHaveValue('Good morning Ms Nakato!')
})

test('[Q-225] two devices at once: the other one shows it live; what both changed is kept on both until the agent chooses', async ({
  openAs,
  parley,
}) => {
  const [here, there] = [await openAs('agent'), await openAs('agent')]
  const { id } = await newCustomer(parley, here, ['Hello'])
  for (const page of [here, there]) await openThread(page, id)
  await box(here).fill('From here')
  await expect(box(there)).toHaveValue('From here')
  await box(there).fill('From here and there')
  await expect(box(here)).toHaveValue('From here and there')
  await expect(otherLine(here)).toHaveCount(0)

  // Neither hears of the other in time.
  await writesOf(there)
  await box(there).fill('Written there')
  await box(here).fill('Written here')
  await expectOnServer(here, id, 'Written here')
  await expect(otherLine(there)).toContainText('Written on another device: Written here')
  await expect(box(there)).toHaveValue('Written there')
  await expectAccessible(there, ['best-practice'])
  await there.unroute('**/message-draft')
  await otherLine(there).getByRole('button', { name: 'Keep mine' }).click()
  await expect(box(there)).toBeFocused()
  await expect(box(here)).toHaveValue('Written there')
  await expect(otherLine(there)).toHaveCount(0)

  await writesOf(here)
  await box(here).fill('Once more here')
  await box(there).fill('Once more there')
  await expect(otherLine(here)).toContainText('Once more there')
  await here.unroute('**/message-draft')
  await otherLine(here).getByRole('button', { name: 'Use it' }).click()
  await expect(box(here)).toHaveValue('Once more there')

  await box(here).press('Enter')
  await expect(messageOf(here, 'Once more there')).toBeVisible()
  await expect(box(there)).toHaveValue('')
  await expectOnServer(here, id, null)
  await expect(box(here)).toHaveValue('')
})

test('[Q-225] a message whose answer was lost takes its draft along everywhere, and it does not come back', async ({
  openAs,
  parley,
}) => {
  const [page, there] = [await openAs('agent'), await openAs('agent')]
  const { id } = await newCustomer(parley, page, ['Hello'])
  for (const each of [page, there]) await openThread(each, id)
  await box(page).fill('Written and lost')
  await expect(box(there)).toHaveValue('Written and lost')
  await page.route('**/messages/agent/send/**', async route => {
    await route.fetch()
    await route.abort()
  })
  await box(page).press('Enter')
  await expect(box(there)).toHaveValue('')
  await expect(messageOf(there, 'Written and lost')).toBeVisible()
  await expectOnServer(there, id, null)
  await page.reload()
  await expect(messageOf(page, 'Written and lost')).toHaveCount(1)
  await expect(box(page)).toHaveValue('')
  await expectOnServer(there, id, null)
})

test('[Q-225 Q-137] signed out and in again, here or elsewhere, the draft is there; a colleague has none', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('Until tomorrow')
  await signOutHere(page)
  const other = await openAs('agent')
  await expectOnServer(other, id, 'Until tomorrow')

  await signInHere(page, 'brian')
  await openThread(page, id)
  await expect(box(page)).toHaveValue('')
  expect(await onServer(page, id)).toBeNull()
  await signOutHere(page)

  await openThread(other, id)
  await expect(box(other)).toHaveValue('Until tomorrow')
  await box(other).fill('Until tomorrow at nine')
  await expectOnServer(other, id, 'Until tomorrow at nine')
  await signInHere(page, 'agent')
  await openThread(page, id)
  await expect(box(page)).toHaveValue('Until tomorrow at nine')
})

test('[Q-225] offline the words stay here, and go to the server when the line is back', async ({
  openAs,
  parley,
}) => {
  const [page, there] = [await openAs('agent'), await openAs('agent')]
  const { id } = await newCustomer(parley, page, ['Hello'])
  for (const each of [page, there]) await openThread(each, id)
  await box(page).fill('Before')
  await expect(box(there)).toHaveValue('Before')
  await page.context().setOffline(true)
  await box(page).fill('Before and while the line was cut')
  await expectKeptHere(page, 'Before and while the line was cut')
  await expect(box(there)).toHaveValue('Before')
  await page.context().setOffline(false)
  await expect(box(there)).toHaveValue('Before and while the line was cut')

  // Emptied while it was cut, it is emptied.
  await page.context().setOffline(true)
  await box(page).fill('')
  await page.context().setOffline(false)
  await expectOnServer(there, id, null)
  await expect(box(there)).toHaveValue('')
})

/** The box as it stands: nothing can be asked of the server now. */
const expectKeptHere = (page: Page, text: string) => expect(box(page)).toHaveValue(text)

test('[Q-225 Q-176] what was begun to a customer whom another department takes is kept, and there again with the conversation', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  const openHere = async (account: Account) => {
    const page = await (await browser.newContext({ baseURL: parley.url })).newPage()
    pageErrors.watch(page.context())
    await signIn(page, account, '/')
    return page
  }
  const [admin, hers, his] = [await openHere('admin'), await openHere('agent'), await openHere('brian')]
  await call(admin, 'PATCH', 'settings', { settings: { colleague_conversations: 'supervisors' } })
  const { id } = await newCustomer(parley, hers, ['Whose am I?'])
  // A page that is open already goes by the rules of before for a while.
  await hers.goto(`/conversations/${id}`)
  await box(hers).fill('You are mine')
  await expectOnServer(hers, id, 'You are mine')
  await expect.poll(() => call<object>(his, 'POST', `handoff/accept/${id}`, {})).not.toHaveProperty('code')
  await expect(hers.getByText('another department has it')).toBeVisible()
  await expect(hers.getByText('You are mine')).toHaveCount(0)
  expect(await onServer(hers, id)).toBeNull()
  await openThread(his, id)
  await expect(box(his)).toHaveValue('')

  const me = await hers.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as string)
  await call(his, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me })
  await expect(messageOf(hers, 'Whose am I?')).toBeVisible()
  await expect(box(hers)).toHaveValue('You are mine')
  await expectOnServer(hers, id, 'You are mine')
  const elsewhere = await openHere('agent')
  await openThread(elsewhere, id)
  await expect(box(elsewhere)).toHaveValue('You are mine')
  for (const page of [admin, hers, his, elsewhere]) await page.context().close()
  await parley.stop()
})

test('[Q-226] the list and the queue say where a draft is, and no longer when it was sent elsewhere', async ({
  openAs,
  parley,
}) => {
  const [list, page] = [await openAs('agent', '/conversations'), await openAs('agent')]
  const words = `Where is my policy ${process.pid}`
  const { id } = await newCustomer(parley, page, [words])
  const row = list.getByRole('grid', { name: 'Conversations' }).getByRole('row').filter({ hasText: words })
  await expect(row).toBeVisible()
  await expect(row.getByText('Draft', { exact: true })).toHaveCount(0)
  // The marks' code comes when somebody is at the page.
  await row.hover()
  await openThread(page, id)
  await box(page).fill('On its way')
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await expectAccessible(list, ['best-practice'])
  await list.reload()
  await row.hover()
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await list.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await list.setViewportSize({ width: 1366, height: 768 })
  const queued = page.getByRole('grid', { name: 'Queue' }).getByRole('row').filter({ hasText: words })
  await page.getByRole('button', { name: /^Unassigned/ }).click()
  await expect(queued.getByText('Draft', { exact: true })).toBeVisible()
  const brian = await openAs('brian', '/conversations')
  const his = brian.getByRole('grid', { name: 'Conversations' }).getByRole('row').filter({ hasText: words })
  await expect(his).toBeVisible()
  await expect(his.getByText('Draft', { exact: true })).toHaveCount(0)
  await box(page).press('Enter')
  await expect(row.getByText('Draft', { exact: true })).toHaveCount(0)
})
