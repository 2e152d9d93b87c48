import type { Page } from '@playwright/test'
import { newCustomer, openThread, thread } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
import { expect, testAlone as test } from './harness.ts'

const rowOf = (page: Page, id: string) =>
  page
    .getByRole('list', { name: 'Your open conversations' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/conversations/${id}"]`) })
const stepOf = (page: Page, id: string) => rowOf(page, id).getByRole('textbox', { name: /^Next step with / })
const toOf = (page: Page, id: string) => rowOf(page, id).getByRole('combobox', { name: /^Who gets / })

interface Row {
  readonly id: string
  readonly status: string
  readonly agent: { readonly id: string } | null
  readonly offer: { readonly agent_id: string } | null
}
const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id)
const held = async (page: Page, id: string): Promise<Row | undefined> =>
  (await call<Row[]>(page, 'GET', `messages/admin/conversations?conversation_id=${id}`))[0]

/** The page's agent has so many open conversations and no others. */
async function ownAlone(parley: Parley, page: Page, count: number): Promise<string[]> {
  const own = await idOf(page)
  const before = await call<Row[]>(page, 'GET', `messages/admin/conversations?assignee_id=${own}`)
  for (const { id, status } of before)
    if (status !== 'RESOLVED' && status !== 'ARCHIVED')
      await call(page, 'PUT', `conversations/${id}/status`, { status: 'RESOLVED' })
  const ids: string[] = []
  for (let customer = 0; customer < count; customer += 1) {
    const { id } = await newCustomer(parley, page, ['Hello'])
    await call(page, 'POST', `assignments/conversation/${id}/assign`, { agent_id: own })
    ids.push(id)
  }
  return ids
}

async function choose(page: Page, id: string, name: RegExp | string): Promise<void> {
  await toOf(page, id).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

test('[Q-276] what is handed over, kept over a reload, is offered to the colleague with its next step, and its owner is offline', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian', '/conversations')
  const brianId = await idOf(brian)
  const [first = '', second = ''] = await ownAlone(parley, page, 2)
  await page.goto('/shift')
  await stepOf(page, first).fill('Listen to the voice message')
  await choose(page, first, /^Brian Odongo/)
  await choose(page, second, /^Queue$/)
  await page.reload()
  await expect(stepOf(page, first)).toHaveValue('Listen to the voice message')
  await expect(toOf(page, first)).toContainText('Brian Odongo')
  await expect(toOf(page, second)).toContainText('Queue')
  await page.getByRole('button', { name: 'Go offline' }).click()
  await expect(page.getByText('Nothing to hand over')).toBeVisible()
  expect(await held(page, first)).toMatchObject({ agent: null, offer: { agent_id: brianId } })
  expect(await held(page, second)).toMatchObject({ agent: null, offer: null })

  await call(brian, 'POST', `handoff/accept/${first}`)
  await openThread(brian, first)
  await expect(thread(brian)).toContainText('Listen to the voice message')
})
