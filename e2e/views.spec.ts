import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
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
  const release = await hold(his, '**/mark-seen')
  await mention(second.id, 'While he looks')
  await expect(rail(his)).toContainText('1 that mention you')
  release()
  await expect(rail(his)).toContainText('No mentions')

  // One more while he is elsewhere, and taken back.
  await openThread(his, first.id)
  await call(hers, 'DELETE', `notes/${note}`, { of: 'own' })
  const { id: last } = await mention(second.id, 'Do not look')
  await expect(view(his, 'Mentions')).toHaveText('Mentions1')
  await call(hers, 'DELETE', `notes/${last}`, { of: 'own' })
  await expect(rail(his)).toContainText('No mentions')
})

const openViews = async (page: Page) => {
  await page.getByRole('button', { name: /^View(s|:)/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const list = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const openIssues = (page: Page) => page.getByRole('checkbox', { name: 'Open issues' })

test('[Q-238] the list is saved as a view by keys, counted, linked, in the palette, on another device, overwritten, renamed and deleted', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent', '/conversations')
  const other = await openAs('agent', '/conversations')
  const { id } = await newCustomer(parley, page, ['About my quokka card'])
  await call(page, 'POST', 'issues', { conversation_id: id, title: 'Card', category: 'CLAIMS' })
  await page.goto('/conversations?search=quokka&issues=open')
  await expect(list(page).locator('[data-index]')).toHaveCount(1)

  const release = await hold(page, /assets\/ListMenus-.*\.js$/)
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()
  release()
  await expect(page.getByRole('menu')).toContainText('No views yet')
  // Its code came with the press: the focus is back where it was pressed all the same.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await item(page, 'Save view…').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save view').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save view')).toContainText('Give it a name')
  await page.keyboard.type('Quokka cards')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save view')).toHaveCount(0)
  const shown = page.getByRole('button', { name: 'View: Quokka cards', exact: true })
  await expect(shown).toBeVisible()
  await expect(page).toHaveURL(/\/conversations\?view=\d+&search=quokka&issues=open$/)

  // The other device has it, with its count, from the menu, the palette and the address.
  await openViews(other)
  await expect(choice(other, /^Quokka cards/)).toHaveText('Quokka cards1')
  await choice(other, /^Quokka cards/).click()
  await expect(other).toHaveURL(page.url())
  await expect(list(other).locator('[data-index]')).toHaveCount(1)
  await other.goto('/')
  await expect(async () => {
    await other.keyboard.press('Control+k')
    await expect(other.getByRole('combobox')).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await other.keyboard.type('view: quok')
  await expect(other.getByRole('option', { name: /View: Quokka cards/ })).toBeVisible()
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(page.url())
  await expect(openIssues(other)).toBeChecked()

  // Narrowed otherwise, it says so, and is overwritten or chosen anew.
  await openIssues(other).click()
  const changed = other.getByRole('button', { name: /^View: Quokka cards ?\(changed\)$/ })
  await expect(changed).toBeVisible()
  await expectAccessible(other)
  await openViews(other)
  await expect(choice(other, /^Quokka cards/)).toHaveAttribute('aria-checked', 'false')
  await choice(other, /^Quokka cards/).click()
  await expect(openIssues(other)).toBeChecked()
  await openIssues(other).click()
  await openViews(other)
  await item(other, 'Save changes to “Quokka cards”').click()
  await expect(changed).toHaveCount(0)
  // Live: what the first device shows is another list than the view by now.
  await expect(page.getByRole('button', { name: /^View: Quokka cards ?\(changed\)$/ })).toBeVisible()

  await openViews(other)
  await item(other, 'Rename “Quokka cards”…').click()
  await dialog(other, 'Rename view').getByLabel('Name').fill('Cards')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('button', { name: 'View: Cards', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^View: Cards ?\(changed\)$/ })).toBeVisible()
  await openViews(other)
  await item(other, 'Delete “Cards”…').click()
  await dialog(other, /^Delete the view/)
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(other.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(other).toHaveURL(/\/conversations\?search=quokka$/)
  await expect(page.getByText('This view is not there any more')).toBeVisible()
  await expect(list(page).locator('[data-index]')).toHaveCount(1)
})

test('[Q-238] supervisors share views, which agents use and cannot change; one whose agent is gone says so and works', async ({
  openAs,
}) => {
  const agent = await openAs('brian', '/conversations')
  const boss = await openAs('carol', '/conversations?status=dormant')
  await openViews(agent)
  await item(agent, 'Save view…').click()
  await expect(dialog(agent, 'Save view').getByRole('checkbox')).toHaveCount(0)
  await agent.keyboard.press('Escape')
  await openViews(boss)
  await item(boss, 'Save view…').click()
  await dialog(boss, 'Save view').getByLabel('Name').fill('Asleep')
  await dialog(boss, 'Save view').getByRole('checkbox', { name: 'Shared with everybody' }).check()
  await boss.keyboard.press('Enter')
  await expect(boss.getByRole('button', { name: 'View: Asleep' })).toBeVisible()

  await openViews(agent)
  await expect(agent.getByRole('group', { name: 'Shared views' })).toContainText('Asleep')
  await choice(agent, /^Asleep/).click()
  await expect(agent.getByRole('tab', { name: /^Dormant/ })).toHaveAttribute('aria-selected', 'true')
  await openViews(agent)
  await expect(item(agent, 'Save view…')).toBeVisible()
  await expect(item(agent, /Rename|Delete/)).toHaveCount(0)
  await agent.keyboard.press('Escape')

  // A name that is taken is said where it is typed, and what was typed stays.
  await openViews(boss)
  await item(boss, 'Save view…').click()
  await dialog(boss, 'Save view').getByLabel('Name').fill('asleep')
  await dialog(boss, 'Save view').getByRole('checkbox').check()
  await boss.keyboard.press('Enter')
  await expect(dialog(boss, 'Save view')).toContainText('There is already a view “Asleep”')
  await boss.keyboard.press('Escape')

  await call(boss, 'POST', 'saved-views', {
    name: 'Of who left',
    scope: 'shared',
    filter: { assignee_id: '99999999' },
  })
  await openViews(agent)
  await choice(agent, /^Of who left/).click()
  await expect(
    agent.getByText('The agent whose conversations this view shows is not there any more'),
  ).toBeVisible()
  await expect(agent.getByText('No conversations found')).toBeVisible()
  await agent.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(agent)
})

test('[Q-254] the list is narrowed to who has the conversations, in the address and in saved views, live', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent', '/conversations')
  const brians = await openAs('brian', '/conversations')
  const [own, brian] = [await agentId(page), await agentId(brians)]
  const take = (by: Page, id: string) =>
    expect.poll(() => call(by, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  const mine = await newCustomer(parley, page, ['Mine to answer'])
  const his = await newCustomer(parley, page, ['His to answer'])
  const nobodys = await newCustomer(parley, page, ['Nobody has it'])
  await take(page, mine.id)
  await take(brians, his.id)
  const button = page.getByRole('button', { name: /^Assignee/ })
  const choose = async (name: string) => {
    await button.click()
    await choice(page, name).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const shows = async (...expected: readonly string[]) => {
    for (const text of ['Mine to answer', 'His to answer', 'Nobody has it'])
      await expect(list(page).getByRole('row').filter({ hasText: text })).toHaveCount(
        expected.includes(text) ? 1 : 0,
      )
  }
  await expect(button).toHaveText('Assignee')
  // By keys alone, the code coming after the first press.
  const release = await hold(page, /assets\/ListMenus-.*\.js$/)
  await page.reload()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(choice(page, 'Me')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await choice(page, 'Me').press('Enter')
  await expect(page).toHaveURL(new RegExp(`assignee=${own}`))
  await expect(button).toHaveText('Assignee: Me')
  await shows('Mine to answer')
  await choose('Nobody')
  await expect(page).toHaveURL(/assignee=none/)
  await shows('Nobody has it')
  await choose('Brian Odongo')
  await expect(page).toHaveURL(new RegExp(`assignee=${brian}`))
  await shows('His to answer')
  // It stays while the list is narrowed further, and after a reload.
  await page.getByRole('tab', { name: /^Active/ }).click()
  await expect(page).toHaveURL(new RegExp(`assignee=${brian}`))
  await page.reload()
  await expect(button).toHaveText(/Assignee: Brian/)
  await shows('His to answer')
  // What comes to him comes into the list.
  await take(brians, nobodys.id)
  await shows('His to answer', 'Nobody has it')
  await openViews(page)
  await item(page, 'Save view…').click()
  await dialog(page, 'Save view').getByLabel('Name').fill('What Brian has')
  await dialog(page, 'Save view').getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/view=/)
  await choose('Anybody')
  await expect(page).not.toHaveURL(/assignee=/)
  await expect(button).toHaveText('Assignee')
  await openViews(page)
  await choice(page, /What Brian has/).click()
  await expect(button).toHaveText(/Assignee: Brian/)
  await shows('His to answer', 'Nobody has it')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(button).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
