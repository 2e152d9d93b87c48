import { newCustomer, thread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

for (const [name, requirement] of [
  ['Views', 'Q-238'],
  ['Assignee', 'Q-254'],
] as const)
  test(`[${requirement}] the menu ${name} opens by a key that was pressed before its code came, and gives the focus back`, async ({
    openAs,
  }) => {
    const page = await openAs('agent', '/conversations')
    const button = page.getByRole('button', { name })
    const release = await hold(page, /assets\/ListMenus-.*\.js$/)
    await page.reload()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
    release()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

test('[Q-237] where a colleague mentions one stands in the view Mentions, until one opens it or it is taken back', async ({
  openAs,
  parley,
}) => {
  const hers = await openAs('agent')
  const his = await openAs('brian', '/queue')
  const brian = await his.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id,
  )
  const { id } = await newCustomer(parley, hers, ['Where is my card?'])
  const mention = (text: string) =>
    call<{ id: string }>(hers, 'POST', `conversations/${id}/notes`, {
      client_note_id: `${id} ${text}`,
      text,
      mentions: [brian],
    })
  const rail = his.getByRole('region', { name: 'Queue' })
  await rail.getByRole('button', { name: /^Mentions/ }).click()
  await expect(rail).toContainText('No mentions')
  const { id: note } = await mention('See this')
  const row = rail.getByRole('row').filter({ hasText: 'Where is my card?' })
  await expect(row).toBeVisible()
  await call(hers, 'DELETE', `notes/${note}`, { of: 'own' })
  await expect(rail).toContainText('No mentions')
  await mention('See this, really')
  await row.click()
  await expect(thread(his).getByRole('group', { name: /^Internal note by/ })).toHaveCount(1)
  await expect(rail).toContainText('No mentions')
})
