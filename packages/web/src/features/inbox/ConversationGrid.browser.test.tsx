import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import {
  address,
  cell,
  conversations,
  focusOn,
  grid,
  rows,
  serveConversations,
} from '../../../test/conversation-list.ts'

/** Opens the list with so many conversations, and waits for the first one. */
async function openList(count: number, size?: readonly [number, number]) {
  const list = conversations(count)
  const api = await openConsole('/conversations', {
    ...(size && { size }),
    given: given => serveConversations(given, list),
  })
  await expect.element(rows().nth(0)).toBeVisible()
  return { api, list, pathOf: (at: number) => `/conversations/${list[at]?.id}` }
}

const rowAt = (index: number) => document.querySelector(`[role=row][data-index="${index}"]`)
const hasFocus = (index: number) =>
  expect
    .poll(() => document.activeElement === rowAt(index), { message: `row ${index} has the focus` })
    .toBe(true)
const item = (name: RegExp) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const messageBox = () => page.getByRole('textbox', { name: 'Message' })

test('[CLIST-13 ROUTE-05] the View link and a press on the row open the conversation; Back returns', async () => {
  const { pathOf } = await openList(3)
  await rows().nth(0).getByRole('link', { name: 'View' }).click()
  await expect.poll(address).toBe(pathOf(0))
  history.back()
  await cell(1, 1).click()
  await expect.poll(address).toBe(pathOf(1))
  history.back()
  await expect.element(rows().nth(2)).toBeVisible()
  await expect.poll(address).toBe('/conversations')
})

test('[CDET-11 CLIST-13 ROUTE-05] Enter on a row leads to the message box, and Back to that row', async () => {
  const { pathOf } = await openList(4)
  focusOn(rows().nth(0))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await hasFocus(2)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(pathOf(2))
  await expect.element(messageBox()).toHaveFocus()
  history.back()
  await hasFocus(2)
  await expect.element(cell(2, 0)).toHaveTextContent('Customer 3')
  await userEvent.keyboard('{Enter}')
  const back = page.getByRole('link', { name: 'Back to list' })
  // The box takes the focus when it comes.
  await expect.element(messageBox()).toHaveFocus()
  await expect.element(back).toBeVisible()
  focusOn(back)
  await userEvent.keyboard('{Enter}')
  await hasFocus(2)
})

test('[CDET-11 CLIST-13] the focus stays on the link that led to the list, though a row was opened before', async () => {
  await openList(3)
  focusOn(rows().nth(0))
  await userEvent.keyboard('{Enter}')
  await expect.element(messageBox()).toHaveFocus()
  for (const [name, path] of [
    [/^Dashboard/, '/'],
    [/^Conversations/, '/conversations'],
  ] as const) {
    focusOn(item(name))
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(path)
  }
  await expect.element(rows().nth(0)).toBeVisible()
  await expect.element(item(/^Conversations/)).toHaveFocus()
})

test('[CDET-11] on a phone, whose keyboard would rise, the heading has the focus, and on coming back the row', async () => {
  await openList(3, [390, 844])
  await rows().nth(0).click()
  await expect.element(page.getByRole('heading', { name: 'Customer 1' })).toHaveFocus()
  history.back()
  await hasFocus(0)
})

test('[CLIST-07] a row that leaves the list under the focus gives it to the row that takes its place', async () => {
  const { api, list } = await openList(5)
  // A pointer that rests on the rows would hold them in their places.
  await page.getByRole('banner').getByRole('heading').hover()
  focusOn(rows().nth(0))
  await userEvent.keyboard('{ArrowDown}')
  await hasFocus(1)
  serveConversations(
    api,
    list.filter((_, at) => at !== 1),
  )
  // By script, since a press would move the focus.
  page
    .getByRole('button', { name: /^Refresh/ })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(cell(1, 0)).toHaveTextContent('Customer 3')
  await hasFocus(1)
  await userEvent.keyboard('{ArrowDown}')
  await hasFocus(2)
})

test('[CLIST-07] End, Home and the arrows move over the rows, and few of them are in the page', async () => {
  await openList(90)
  focusOn(rows().nth(0))
  await userEvent.keyboard('{End}')
  await hasFocus(89)
  const end = rowAt(89)?.getBoundingClientRect()
  expect(end?.bottom).toBeLessThanOrEqual(768)
  expect(end?.top).toBeGreaterThan(0)
  await userEvent.keyboard('{ArrowUp}')
  await hasFocus(88)
  expect(rows().elements().length).toBeLessThanOrEqual(60)
  await userEvent.keyboard('{Home}')
  await hasFocus(0)
  // The list's place is remembered: the next test begins at the top.
  await expect.poll(() => grid().element().scrollTop).toBe(0)
})
