import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const rail = (page: Page) => page.getByRole('region', { name: 'Queue' })
const view = (page: Page, name: string) =>
  rail(page)
    .getByRole('group', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
const row = (page: Page, words: string) => rail(page).getByRole('row').filter({ hasText: words })

const agentId = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id)

test('[Q-237] where a colleague mentions one stands in the view Mentions, live, until one opens it', async ({
  openAs,
  parley,
}) => {
  const hers = await openAs('agent')
  const his = await openAs('brian', '/queue')
  const brian = await agentId(his)
  const first = await newCustomer(parley, hers, ['Where is my form?'])
  const second = await newCustomer(parley, hers, ['Where is my card?'])
  const mention = (id: string, text: string) =>
    call<{ id: string }>(hers, 'POST', `conversations/${id}/notes`, {
      client_note_id: `${id} ${text}`,
      text,
      mentions: [brian],
    })
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await his.keyboard.press('6')
    await expect(view(his, 'Mentions')).toHaveAttribute('aria-pressed', 'true', { timeout: 2_000 })
  }).toPass()
  await expect(rail(his)).toContainText('No mentions')
  await mention(first.id, 'See the first')
  await expect(row(his, 'Where is my form?')).toBeVisible()
  await mention(second.id, 'See the second')
  await expect(view(his, 'Mentions')).toHaveText('Mentions2')
  await expect(rail(his)).toContainText('2 that mention you, newest first')
  await expect(rail(his).getByRole('row').nth(1)).toContainText('Where is my card?')
  await expectAccessible(his)

  // What nobody has opened stays; what is opened leaves, for good, with nothing unread and with something.
  const { id: note } = await mention(second.id, 'And once more')
  await call(his, 'POST', `messages/agent/conversations/${first.id}/mark-seen`, {})
  await expect(view(his, 'Mentions')).toHaveText('Mentions1')
  await row(his, 'Where is my card?').click()
  await expect(thread(his).getByRole('group', { name: /^Internal note by/ })).toHaveCount(2)
  await expect(rail(his)).toContainText('No mentions')
  await mention(second.id, 'While he looks')
  await expect(rail(his)).toContainText('1 that mention you')
  await expect(rail(his)).toContainText('No mentions')

  // One more while he is elsewhere, and taken back.
  await openThread(his, first.id)
  await call(hers, 'DELETE', `notes/${note}`, { of: 'own' })
  const { id: last } = await mention(second.id, 'Do not look')
  await expect(view(his, 'Mentions')).toHaveText('Mentions1')
  await call(hers, 'DELETE', `notes/${last}`, { of: 'own' })
  await expect(rail(his)).toContainText('No mentions')
})
