import { ApiError } from '@parley/core/errors'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import { conversations, serveConversations } from '../../../test/conversation-list.ts'
import {
  address,
  conversationCell,
  conversationList,
  conversationRows,
  focusOn,
  navigation,
  replyBox,
} from '../../../test/screen.ts'
import { customer } from '../../../test/samples.ts'

/** Opens the list with so many conversations, and waits for the first one. */
async function openList(count: number, size?: readonly [number, number]) {
  const list = conversations(count)
  const api = await openConsole('/conversations', {
    ...(size && { size }),
    given: given => serveConversations(given, list),
  })
  await expect.element(conversationRows().nth(0)).toBeVisible()
  return { api, list, pathOf: (at: number) => `/conversations/${list[at]?.id}` }
}

const rowAt = (index: number) => document.querySelector(`[role=row][data-index="${index}"]`)
const hasFocus = (index: number) =>
  expect
    .poll(() => document.activeElement === rowAt(index), { message: `row ${index} has the focus` })
    .toBe(true)

test('[CLIST-13 ROUTE-05] the View link and a press on the row open the conversation; Back returns', async () => {
  const { pathOf } = await openList(3)
  await conversationRows().nth(0).getByRole('link', { name: 'View' }).click()
  await expect.poll(address).toBe(pathOf(0))
  history.back()
  await conversationCell(1, 1).click()
  await expect.poll(address).toBe(pathOf(1))
  history.back()
  await expect.element(conversationRows().nth(2)).toBeVisible()
  await expect.poll(address).toBe('/conversations')
})

test('[CDET-11 CLIST-13 ROUTE-05] Enter on a row leads to the message box, and Back to that row', async () => {
  const { pathOf } = await openList(4)
  focusOn(conversationRows().nth(0))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await hasFocus(2)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(pathOf(2))
  await expect.element(replyBox()).toHaveFocus()
  history.back()
  await hasFocus(2)
  await expect.element(conversationCell(2, 0)).toHaveTextContent('Customer 3')
  await userEvent.keyboard('{Enter}')
  const back = page.getByRole('link', { name: 'Back to list' })
  // The box takes the focus when it comes.
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(back).toBeVisible()
  focusOn(back)
  await userEvent.keyboard('{Enter}')
  await hasFocus(2)
})

test('[CDET-11 CLIST-13] the focus stays on the link that led to the list, though a row was opened before', async () => {
  await openList(3)
  focusOn(conversationRows().nth(0))
  await userEvent.keyboard('{Enter}')
  await expect.element(replyBox()).toHaveFocus()
  for (const [name, path] of [
    [/^Dashboard/, '/'],
    [/^Conversations/, '/conversations'],
  ] as const) {
    focusOn(navigation().getByRole('link', { name }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(path)
  }
  await expect.element(conversationRows().nth(0)).toBeVisible()
  await expect.element(navigation().getByRole('link', { name: /^Conversations/ })).toHaveFocus()
})

test('[CDET-11] on a phone, whose keyboard would rise, the heading has the focus, and on coming back the row', async () => {
  await openList(3, [390, 844])
  await conversationRows().nth(0).click()
  await expect.element(page.getByRole('heading', { name: 'Customer 1' })).toHaveFocus()
  history.back()
  await hasFocus(0)
})

test('[CLIST-07] a row that leaves the list under the focus gives it to the row that takes its place', async () => {
  const { api, list } = await openList(5)
  // A pointer that rests on the rows would hold them in their places.
  await page.getByRole('banner').getByRole('heading').hover()
  focusOn(conversationRows().nth(0))
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
  await expect.element(conversationCell(1, 0)).toHaveTextContent('Customer 3')
  await hasFocus(1)
  await userEvent.keyboard('{ArrowDown}')
  await hasFocus(2)
})

test('[CLIST-07] End, Home and the arrows move over the rows, and few of them are in the page', async () => {
  await openList(90)
  focusOn(conversationRows().nth(0))
  await userEvent.keyboard('{End}')
  await hasFocus(89)
  const end = rowAt(89)?.getBoundingClientRect()
  expect(end?.bottom).toBeLessThanOrEqual(768)
  expect(end?.top).toBeGreaterThan(0)
  await userEvent.keyboard('{ArrowUp}')
  await hasFocus(88)
  expect(conversationRows().elements().length).toBeLessThanOrEqual(60)
  await userEvent.keyboard('{Home}')
  await hasFocus(0)
  // The list's place is remembered: the next test begins at the top.
  await expect.poll(() => conversationList().element().scrollTop).toBe(0)
})

test('[Q-102 Q-145] a next page that cannot be fetched is asked for once, says so, and comes with Retry', async () => {
  const list = conversations(100)
  let isBroken = true
  const api = await openConsole('/conversations', {
    given: given =>
      given.answer('conversations', ({ query }) => {
        if (query.after === undefined) return list
        if (isBroken) throw new ApiError('conversation.not-found', { id: query.after })
        return []
      }),
  })
  const asked = () => api.askedFor('conversations').filter(({ query }) => query.after !== undefined).length
  await expect.element(conversationList()).toHaveAttribute('aria-rowcount', '101')
  await expect.element(conversationRows().nth(0)).toBeVisible()
  focusOn(conversationRows().nth(0))
  await userEvent.keyboard('{End}')
  const failed = conversationList().getByRole('alert')
  await expect.element(failed).toHaveTextContent('Failed to fetch conversations')
  await hasFocus(99)
  // Every move in the list draws it again.
  for (const [key, at] of [
    ['PageUp', 89],
    ['End', 99],
    ['PageUp', 89],
    ['PageUp', 79],
    ['End', 99],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await hasFocus(at)
  }
  await expect.element(failed).toBeVisible()
  expect(asked()).toBe(1)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(asked).toBe(2)
  await expect.element(failed).toBeVisible()
  await expect.poll(address).toBe('/conversations')
  isBroken = false
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(failed).not.toBeInTheDocument()
  expect(asked()).toBe(3)
  focusOn(conversationRows().nth(0))
  await userEvent.keyboard('{Home}')
  await expect.poll(() => conversationList().element().scrollTop).toBe(0)
})

/** A row that is held under the pointer, one above it and one below. */
async function openUnderPointer() {
  const { api, list, pathOf } = await openList(3)
  const low = list[2]
  if (low === undefined) throw new Error('There are three')
  const row = (name: string) => conversationRows().filter({ hasText: name })
  const top = (name: string) => row(name).element().getBoundingClientRect().top
  await row('Customer 2').hover()
  /** A customer has written: their conversation is the newest. */
  const writes = (from: typeof low, minute: number, content: string) => {
    const at = `2026-03-02T10:0${minute}:00.000Z`
    const said = { id: `9${minute}`, created_at: at, message_type: 'text', has_attachments: false } as const
    const by = { direction: 'INBOUND', source: 'CUSTOMER', sender_id: null, sender_name: null } as const
    const after = { ...from, last_activity: at, last_message: { ...said, ...by, content } }
    serveConversations(api, [after, ...list.filter(({ id }) => id !== from.id)])
    api.publish({ event: 'conversation', data: after })
  }
  return { low, row, top, writes, pathOf }
}

const showChanges = () => page.getByRole('button', { name: 'Show changes' })

test('[CLIST-13 Q-144] rows stay under a resting pointer while others come in: a click opens the one aimed at', async () => {
  const { low, row, top, writes, pathOf } = await openUnderPointer()
  const aimed = row('Customer 2').element().getBoundingClientRect()
  expect(top('Customer 1')).toBeLessThan(aimed.top)
  expect(top('Customer 3')).toBeGreaterThan(aimed.top)
  writes(low, 1, 'And again')
  const [fresh] = conversations(1, { user: customer('Is new'), last_activity: '2026-03-02T10:02:00.000Z' })
  if (fresh === undefined) throw new Error('There is one')
  writes(fresh, 2, 'I am new')
  await expect.element(showChanges()).toBeVisible()
  // What a row says is new at once; where it stands is not.
  await expect.element(row('Customer 3')).toHaveTextContent('And again')
  expect(top('Customer 2')).toBe(aimed.top)
  const under = document.elementFromPoint(aimed.left + aimed.width / 2, aimed.top + aimed.height / 2)
  expect(row('Customer 2').element().contains(under)).toBe(true)
  await row('Customer 2').click()
  await expect.poll(address).toBe(pathOf(1))
})

test('[CLIST-13 Q-144] the newest order shows once the pointer has left the list', async () => {
  const { low, top, writes } = await openUnderPointer()
  writes(low, 1, 'Now me')
  await expect.element(showChanges()).toBeVisible()
  expect(top('Customer 3')).toBeGreaterThan(top('Customer 1'))
  await page.getByRole('banner').getByRole('heading').hover()
  await expect.element(showChanges()).not.toBeInTheDocument()
  await expect.poll(() => top('Customer 3') < top('Customer 1')).toBe(true)
})

const timeTitle = () => page.getByRole('columnheader', { name: 'Time' })
const firstName = () => conversationCell(0, 0)

test('[Q-436] a press on Time turns the list round, keeps the focus, and stands in the address', async () => {
  const { api, list } = await openList(3)
  await expect.element(timeTitle()).toHaveAttribute('aria-sort', 'descending')
  await expect.element(firstName()).toHaveTextContent('Customer 1')
  const press = timeTitle().getByRole('button')
  await press.click()
  await expect.element(firstName()).toHaveTextContent('Customer 3')
  await expect.element(timeTitle()).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(press).toHaveFocus()
  expect(address()).toBe('/conversations?order=oldest')
  // Whoever writes now goes to the end.
  const [newest] = list
  if (newest === undefined) throw new Error('There are three')
  api.publish({ event: 'conversation', data: { ...newest, last_activity: '2026-03-02T09:20:00.000Z' } })
  await expect.element(conversationCell(2, 0)).toHaveTextContent('Customer 1')
  await page.getByRole('tab', { name: /^All/ }).click()
  expect(address()).toBe('/conversations?order=oldest')
  await press.click()
  await expect.element(firstName()).toHaveTextContent('Customer 1')
  expect(address()).toBe('/conversations')
})

test('[Q-436] on a phone, which shows no titles, the menu of views turns the list round', async () => {
  await openList(3, [390, 844])
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Oldest first' }).click()
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 3')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Newest first' }).click()
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 1')
})
