import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { conversations, serveConversations } from '../../../test/conversation-list.ts'
import { bell, dismiss, leave, notice, openListening, panel, rows, toasts } from '../../../test/notices.ts'
import { me, ticket } from '../../../test/samples.ts'

const named = (name: string) => expect.element(bell()).toHaveAccessibleName(name)
const inPanel = (name: string | RegExp) => panel().getByRole('button', { name })
const countRows = () => rows().elements().length
const press = (row: number) => rows().nth(row).getByRole('button').click()
const expectFocus = (row: number) => expect.element(rows().nth(row).getByRole('button')).toHaveFocus()

/** So many unread notices, "Notice 0" the newest. */
const notices = (count: number, fields: Parameters<typeof notice>[0] = {}) =>
  Array.from({ length: count }, (_, at) =>
    notice({
      type: 'system',
      message: `Notice ${at}`,
      timestamp: new Date(Date.now() - at * 1_000).toISOString(),
      ...fields,
    }),
  )

async function openBell(count: number) {
  const held = notices(count)
  const api = await openListening('/conversations', { held })
  await named(count === 0 ? 'Notifications' : `Notifications, ${count} unread`)
  await bell().click()
  await expect.element(panel()).toBeVisible()
  return { api, held }
}

test('[SHELL-08 BELL-01 BELL-02 BELL-03 BELL-04 BELL-05 Q-070] the bell counts a hundred notices and lists ten, each with its age', async () => {
  await openBell(100)
  await expect.element(page.getByTitle('100 unread notifications')).toHaveTextContent('99+')
  await expect.poll(countRows).toBe(10)
  await expect.element(panel().getByText('90 more notifications')).toBeVisible()
  const first = rows().first()
  const words = [...first.element().querySelectorAll('[data-cut]')].map(one => one.textContent)
  expect(words).toEqual([expect.stringMatching(/From Brian Odongo$/), 'Notice 0'])
  expect(first.element().querySelector('time')?.textContent).toBe('just now')
  await expectAccessible()
})

test('[BELL-06 BELL-10 Q-069] a notice that leads nowhere is read by a press: it leaves the list, and the focus goes to the next', async () => {
  const { api, held } = await openBell(100)
  await press(0)
  await named('Notifications, 99 unread')
  await expect.element(rows().first()).toHaveTextContent('Notice 1')
  await expectFocus(0)
  await expect.element(panel()).toBeVisible()
  expect(location.pathname).toBe('/conversations')
  expect(api.askedFor('readNotification').map(({ params }) => params.id)).toEqual([held[0]?.id])
})

test('[BELL-08 BELL-13 Q-072] all are marked as read, and stay', async () => {
  const { api } = await openBell(99)
  await inPanel('Mark all as read').click()
  await named('Notifications')
  await expect.element(inPanel('Mark all as read')).not.toBeInTheDocument()
  await expect.element(inPanel('Clear all')).toHaveFocus()
  expect(countRows()).toBe(10)
  expect(api.askedFor('readAllNotifications')).toHaveLength(1)
})

test('[BELL-07 BELL-14 Q-233] a press on "more notifications" lists all, and the focus goes to the first of the others', async () => {
  await openBell(99)
  await inPanel('89 more notifications').click()
  await expect.poll(countRows).toBe(99)
  await expectFocus(10)
})

test('[BELL-09 BELL-15 Q-074] all are cleared at once, and Escape leads back to the bell', async () => {
  const { api } = await openBell(30)
  expect(toasts()).toEqual([])
  await inPanel('Clear all').click()
  await expect.element(panel().getByText('No notifications')).toBeVisible()
  await expect.element(panel().getByText(/more notifications/)).not.toBeInTheDocument()
  await named('Notifications')
  expect(api.askedFor('clearNotifications')).toHaveLength(1)
  await expectAccessible()
  await inPanel('Clear all').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(bell()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel().getByText('No notifications')).toBeVisible()
})

test('[Q-071] a provider that has no call for all is told of each notice', async () => {
  const { api, held } = await openBell(3)
  api.fail('clearNotifications', 404)
  await inPanel('Clear all').click()
  await expect.element(panel().getByText('No notifications')).toBeVisible()
  await expect
    .poll(() => api.askedFor('readNotification').map(({ params }) => params.id))
    .toEqual(held.map(({ id }) => id))
})

test('[BELL-11] a customer’s message leads from the bell to its conversation', async () => {
  const [row] = conversations(1)
  const { id = '' } = row ?? {}
  const api = await openListening('/conversations', {
    given: one => serveConversations(one, row ? [row] : []),
  })
  leave(api, notice({ type: 'message', message: 'By the bell', conversation_id: id }))
  await bell().click()
  await rows()
    .getByRole('button', { name: /By the bell/ })
    .click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${id}`)
  await expect.element(panel()).not.toBeInTheDocument()
})

test('[BELL-12] a notice of a ticket leads to the ticket', async () => {
  const of = ticket({ id: '61', ticket_number: 'TCK-00061' })
  const held = notice({
    type: 'ticket',
    title: 'New ticket',
    message: 'Brian raised TCK-00061',
    ticket_id: '61',
  })
  await openListening('/conversations', { held: [held], given: api => api.answer('ticket', of) })
  await bell().click()
  await press(0)
  await expect.poll(() => location.pathname).toBe('/tickets/61')
})

test('[BELL-03 BELL-07 Q-252] an open offer stands first in the bell, with its customer and the time left, until it is answered', async () => {
  const now = Date.now()
  const [row] = conversations(1, {
    agent: null,
    offer: {
      id: '3',
      agent_id: me.id,
      agent_name: me.name,
      by: null,
      offered_at: new Date(now).toISOString(),
      deadline: new Date(now + 300_000).toISOString(),
    },
  })
  const { id = '' } = row ?? {}
  const offered = notice({
    type: 'ASSIGNMENT',
    title: '',
    conversation_id: id,
    timestamp: new Date(now - 60_000).toISOString(),
  })
  const api = await openListening('/conversations', {
    held: [...notices(12), offered],
    given: one => serveConversations(one, row ? [row] : []),
  })
  await named('Notifications, 13 unread')
  await bell().click()
  await expect.poll(countRows).toBe(10)
  await expect.element(rows().first()).toHaveTextContent('New Assignment: Customer 1')
  await expect.element(rows().first()).toHaveTextContent(/[1-5]:\d\d left/)
  await expect.element(rows().nth(1)).toHaveTextContent('Notice 0')
  await expectAccessible()

  // It is no word that is read by being looked at.
  await press(0)
  await expect.poll(() => location.pathname).toBe(`/conversations/${id}`)
  await expect.element(page.getByText(/^Offered to you, \d min left$/)).toBeVisible()
  await bell().click()
  await expect.element(rows().first()).toHaveTextContent('New Assignment: Customer 1')
  expect(api.askedFor('readNotification')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  dismiss(api, offered)
  await named('Notifications, 12 unread')
  await bell().click()
  await expect.element(rows().first()).toHaveTextContent('Notice 0')
})
