import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { conversations, serveConversations, tab } from '../../../../test/conversation-list.ts'
import { address, conversationRows, focusOn } from '../../../../test/screen.ts'
import { brian, customer, me } from '../../../../test/samples.ts'
import { choice, item, openViews, savedView, serveViews, type View } from '../../../../test/saved-views.ts'

const button = () => page.getByRole('button', { name: /^Assignee/ })
const menu = () => page.getByRole('menu')

/** Opens the list: a conversation is mine, one is Brian's, one is nobody's. */
async function openList(
  path = '/conversations',
  { views = [], size = [1366, 768] }: { views?: readonly View[]; size?: readonly [number, number] } = {},
) {
  const [mine, his, nobodys] = [
    ...conversations(1, { user: customer('Has me'), agent: { id: me.id, name: me.name } }),
    ...conversations(1, { user: customer('Has Brian'), agent: { id: brian.id, name: brian.name } }),
    ...conversations(1, { user: customer('Has nobody'), agent: null }),
  ] as const
  const list = [mine, his, nobodys].flatMap(row => row ?? [])
  const api = await openConsole(path, {
    size,
    given: given => {
      given.answer('availableAgents', [me, brian])
      serveConversations(given, list)
      serveViews(given, views)
    },
  })
  await expect.element(button()).toBeVisible()
  return { api, list }
}

const names = () =>
  conversationRows()
    .elements()
    .flatMap(row => /Has (me|Brian|nobody)/.exec(row.textContent ?? '')?.[0] ?? [])

async function choose(name: string): Promise<void> {
  await button().click()
  await choice(name).click()
  await expect.element(menu()).not.toBeInTheDocument()
}

test('[Q-254] by keys the list is narrowed to one’s own; Escape gives the focus back', async () => {
  await openList()
  await expect.element(button()).toHaveTextContent(/^Assignee$/)
  focusOn(button())
  await userEvent.keyboard('{Enter}')
  await expect.element(choice('Me')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(button()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(choice('Me')).toBeVisible()
  focusOn(choice('Me'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/conversations?assignee=1')
  await expect.element(button()).toHaveTextContent(/^Assignee: Me$/)
  await expect.poll(names).toEqual(['Has me'])
})

test('[Q-254] the list is narrowed to nobody’s, a colleague’s and anybody’s, in the address', async () => {
  await openList()
  for (const [name, query, shown] of [
    ['Unassigned', '?assignee=none', ['Has nobody']],
    ['Brian', '?assignee=2', ['Has Brian']],
  ] as const) {
    await choose(name)
    await expect.poll(address).toBe(`/conversations${query}`)
    await expect.element(button()).toHaveTextContent(new RegExp(`^Assignee: ${name}$`))
    await expect.poll(names).toEqual(shown)
  }
  await choose('Anyone')
  await expect.poll(address).toBe('/conversations')
  await expect.element(button()).toHaveTextContent(/^Assignee$/)
  await expect.poll(() => names().toSorted()).toEqual(['Has Brian', 'Has me', 'Has nobody'])
})

test('[Q-254] an address says whose conversations are shown, also while the list is narrowed further', async () => {
  await openList('/conversations?assignee=2')
  await expect.element(button()).toHaveTextContent(/^Assignee: Brian$/)
  await expect.poll(names).toEqual(['Has Brian'])
  await tab('Active').click()
  await expect.poll(() => new URLSearchParams(location.search).get('status')).toBe('active')
  expect(new URLSearchParams(location.search).get('assignee')).toBe('2')
  await expect.element(button()).toHaveTextContent(/^Assignee: Brian$/)
  await expect.poll(names).toEqual(['Has Brian'])
})

test('[Q-254] what comes to a colleague comes into the list of what they have', async () => {
  const { api, list } = await openList('/conversations?assignee=2')
  // A pointer that rests on the rows would hold them in their places.
  await page.getByRole('banner').getByRole('heading').hover()
  await expect.poll(names).toEqual(['Has Brian'])
  const taken = list.map(row => ({ ...row, agent: { id: brian.id, name: brian.name } }))
  serveConversations(api, taken)
  for (const row of taken) api.publish({ event: 'conversation', data: row })
  await expect.poll(() => names().toSorted()).toEqual(['Has Brian', 'Has me', 'Has nobody'])
})

test('[Q-254] a saved view keeps who has the conversations', async () => {
  const { api } = await openList('/conversations?assignee=2')
  await openViews()
  await item('Save view…').click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabelText('Name').fill('What Brian has')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(address).toBe('/conversations?view=62&assignee=2')
  expect(api.askedFor('saveView')[0]?.body.filter).toEqual({ assignee_id: '2' })
})

test('[Q-254] choosing such a view narrows the list to who has them, and anybody’s leaves the view', async () => {
  await openList('/conversations', {
    views: [
      savedView({
        name: 'What Brian has',
        filter: { assignee_id: '2' },
        assignee: { id: '2', name: 'Brian', is_disabled: false },
      }),
    ],
  })
  await openViews()
  await choice(/What Brian has/).click()
  await expect.element(button()).toHaveTextContent(/^Assignee: Brian$/)
  await expect.poll(names).toEqual(['Has Brian'])
  await choose('Anyone')
  await expect.poll(() => new URLSearchParams(location.search).has('assignee')).toBe(false)
  await expect.element(button()).toHaveTextContent(/^Assignee$/)
})

test('[Q-254] on a phone it is there, and nothing overflows', async () => {
  await openList('/conversations?assignee=2', { size: [390, 844] })
  await expect.element(button()).toHaveTextContent(/^Assignee: Brian$/)
  await expect.poll(names).toEqual(['Has Brian'])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
