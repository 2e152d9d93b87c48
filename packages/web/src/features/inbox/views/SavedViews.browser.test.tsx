import type { Role } from '@parley/core/access/policies'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { conversations, serveConversations, tab } from '../../../../test/conversation-list.ts'
import { address, conversationRows, focusOn } from '../../../../test/screen.ts'
import { customer } from '../../../../test/samples.ts'
import {
  choice,
  item,
  openViews,
  savedView,
  serveViews,
  type View,
  type ViewServer,
} from '../../../../test/saved-views.ts'

const quokka = savedView()
const asleep = savedView({ id: '65', name: 'Asleep', scope: 'shared', filter: { status: 'DORMANT' } })
const narrowed = '/conversations?search=quokka&issues=open'
const inView = '/conversations?view=61&search=quokka&issues=open'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const nameOf = (title: string) => dialog(title).getByLabelText('Name')
const shared = () => dialog('Save view').getByRole('checkbox', { name: 'Shared with everybody' })
const openIssues = () => page.getByRole('checkbox', { name: 'Open issues' })
const changed = () => button(/^View: Quokka cards ?\(changed\)$/)

/** Opens the console at a path; the server has these views and a conversation with Quokka. */
async function openAt(
  path: string,
  views: readonly View[],
  { role = 'AGENT', size = [1366, 768] }: { role?: Role; size?: readonly [number, number] } = {},
) {
  let server: ViewServer | undefined
  const api = await openConsole(path, {
    role,
    size,
    given: given => {
      serveConversations(given, [
        ...conversations(1, { user: customer('Quokka') }),
        ...conversations(1, { user: customer('Numbat'), status: 'DORMANT' }),
      ])
      server = serveViews(given, views)
    },
  })
  await expect.element(page.getByRole('searchbox', { name: 'Search conversations' })).toBeVisible()
  return { api, server: server as ViewServer }
}

test('[Q-238] without views the menu says so, and Escape gives the focus back to its button', async () => {
  await openAt(narrowed, [])
  focusOn(button('Views'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toHaveTextContent('No views yet')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button('Views')).toHaveFocus()
})

test('[Q-238] by keys the list is saved as a view, which has a name and an address', async () => {
  const { api } = await openAt(narrowed, [])
  focusOn(button('Views'))
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Save view…')).toBeVisible()
  await expectAccessible()
  focusOn(item('Save view…'))
  await userEvent.keyboard('{Enter}')
  await expect.element(nameOf('Save view')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog('Save view')).toHaveTextContent('Give it a name')
  await userEvent.keyboard('Quokka cards')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog('Save view')).not.toBeInTheDocument()
  await expect.element(button('View: Quokka cards')).toBeVisible()
  await expect.poll(address).toBe('/conversations?view=62&search=quokka&issues=open')
  expect(api.askedFor('saveView').map(({ body }) => body)).toEqual([
    { name: 'Quokka cards', scope: 'own', filter: { search: 'quokka', has_open_issues: true } },
  ])
})

test('[Q-238] the menu counts a view, and shows it by its address', async () => {
  await openAt('/conversations', [quokka])
  await expect.element(conversationRows().nth(1)).toBeVisible()
  await openViews()
  await expect.element(choice(/^Quokka cards/)).toHaveTextContent(/^Quokka cards1$/)
  await choice(/^Quokka cards/).click()
  await expect.poll(address).toBe(inView)
  await expect.element(openIssues()).toBeChecked()
  await expect.element(conversationRows().nth(1)).not.toBeInTheDocument()
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Quokka')
})

test('[Q-238] the palette finds a view by its name', async () => {
  await openAt('/conversations', [quokka])
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  // What hears the keys comes a moment after the page.
  const isOpen = async () => {
    if (field.query() === null) await userEvent.keyboard('{Control>}k{/Control}')
    return field.query() !== null
  }
  await expect.poll(isOpen).toBe(true)
  await field.fill('view: quok')
  await expect.element(page.getByRole('option', { name: /View: Quokka cards/, selected: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(inView)
  await expect.element(button('View: Quokka cards')).toBeVisible()
})

test('[Q-238] narrowed otherwise a view is marked as changed; chosen anew it is as it was saved', async () => {
  await openAt(inView, [quokka])
  await expect.element(button('View: Quokka cards')).toBeVisible()
  await openIssues().click()
  await expect.element(changed()).toBeVisible()
  await expectAccessible()
  await openViews()
  await expect.element(choice(/^Quokka cards/)).toHaveAttribute('aria-checked', 'false')
  await choice(/^Quokka cards/).click()
  await expect.element(openIssues()).toBeChecked()
  await expect.element(button('View: Quokka cards')).toBeVisible()
})

test('[Q-238] a changed view is overwritten with what is shown', async () => {
  const { server } = await openAt(inView, [quokka])
  await openIssues().click()
  await expect.element(changed()).toBeVisible()
  await openViews()
  await item('Save changes to “Quokka cards”').click()
  await expect.element(changed()).not.toBeInTheDocument()
  expect(server.views.map(({ filter }) => filter)).toEqual([{ search: 'quokka' }])
})

test('[Q-238] what becomes of a view elsewhere shows at once: another filter, another name, and that it is gone', async () => {
  const { server } = await openAt(inView, [quokka])
  await expect.element(button('View: Quokka cards')).toBeVisible()
  server.become([{ ...quokka, filter: { search: 'quokka' } }])
  await expect.element(changed()).toBeVisible()
  server.become([{ ...quokka, filter: { search: 'quokka' }, name: 'Cards' }])
  await expect.element(button(/^View: Cards ?\(changed\)$/)).toBeVisible()
  server.become([])
  await expect.element(page.getByText('This view was deleted')).toBeVisible()
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Quokka')
})

test('[Q-238] a view is renamed', async () => {
  const { server } = await openAt(inView, [quokka])
  await expect.element(button('View: Quokka cards')).toBeVisible()
  await openViews()
  await item('Rename “Quokka cards”…').click()
  await expect.element(nameOf('Rename view')).toHaveValue('Quokka cards')
  await expect.element(nameOf('Rename view')).toHaveFocus()
  await nameOf('Rename view').fill('Cards')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('View: Cards')).toBeVisible()
  expect(server.views.map(({ name }) => name)).toEqual(['Cards'])
})

test('[Q-238] a view is deleted after a question, and the list stays as it is', async () => {
  const { server } = await openAt(inView, [quokka])
  await expect.element(button('View: Quokka cards')).toBeVisible()
  await openViews()
  await item('Delete “Quokka cards”…').click()
  const ask = dialog(/^Delete the view/)
  expect(server.views).toHaveLength(1)
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect.element(button('Views')).toBeVisible()
  await expect.poll(address).toBe(narrowed)
  await expect.element(openIssues()).toBeChecked()
  expect(server.views).toEqual([])
})

test('[Q-238] an agent uses a shared view, and can neither share one nor change it', async () => {
  await openAt('/conversations', [asleep])
  await openViews()
  await expect.element(page.getByRole('group', { name: 'Shared views' })).toHaveTextContent('Asleep')
  await choice(/^Asleep/).click()
  await expect.element(tab('Dormant')).toHaveAttribute('aria-selected', 'true')
  await expect.element(button('View: Asleep')).toBeVisible()
  await openViews()
  await expect.element(item('Save view…')).toBeVisible()
  await expect.element(item(/Rename|Delete/)).not.toBeInTheDocument()
  await item('Save view…').click()
  await expect.element(nameOf('Save view')).toBeVisible()
  await expect.element(shared()).not.toBeInTheDocument()
})

test('[Q-238] a supervisor shares a view with everybody', async () => {
  const { api } = await openAt('/conversations?status=dormant', [], { role: 'SUPERVISOR' })
  await openViews()
  await item('Save view…').click()
  await nameOf('Save view').fill('Asleep')
  await shared().click()
  await dialog('Save view').getByRole('button', { name: 'Save' }).click()
  await expect.element(button('View: Asleep')).toBeVisible()
  expect(api.askedFor('saveView')[0]?.body).toEqual({
    name: 'Asleep',
    scope: 'shared',
    filter: { status: 'DORMANT' },
  })
  await openViews()
  await expect.element(page.getByRole('group', { name: 'Shared views' })).toHaveTextContent('Asleep')
  await expect.element(item('Rename “Asleep”…')).toBeVisible()
})

test('[Q-238] a name that is taken is said where it is typed, and what was typed stays', async () => {
  const { api } = await openAt(narrowed, [asleep], { role: 'SUPERVISOR' })
  api.refuse('saveView', 'view.taken', { name: 'Asleep' })
  await openViews()
  await item('Save view…').click()
  await nameOf('Save view').fill('asleep')
  await shared().click()
  await dialog('Save view').getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog('Save view')).toHaveTextContent('There is already a view “Asleep”')
  await expect.element(nameOf('Save view')).toHaveValue('asleep')
  await expect.element(shared()).toBeChecked()
})

test('[Q-238] a view whose agent is gone says so and works, on a phone too', async () => {
  const ofNobody = savedView({
    id: '66',
    name: 'Of who left',
    scope: 'shared',
    filter: { assignee_id: '99999999' },
  })
  await openAt('/conversations', [ofNobody], { size: [320, 640] })
  await openViews()
  await choice(/^Of who left/).click()
  await expect
    .element(page.getByText('The agent whose conversations this view shows is not there any more'))
    .toBeVisible()
  await expect.element(page.getByText('No conversations found')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await expectAccessible()
})
