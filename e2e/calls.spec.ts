import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { call, raise } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

/** What every page asks for. */
const ofTheShell = [
  'agent-profiles/available',
  'handoff/notifications/poll',
  'messages/agent/unread-stats',
  'capabilities',
  // One for each socket.
  'auth/socket-ticket',
  'auth/socket-ticket',
  // Where the agent has begun to say something.
  'message-drafts',
]

test('[Q-160 CDET-24] a conversation with work on it, unread messages and pictures opens with at most six calls beside the shell’s', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello', 'Here are my papers'])
  for (const filename of ['front.png', 'back.png'])
    await phone.send({ type: 'image', data_base64: pixel, filename, mime_type: 'image/png' })
  await raise(page, id)
  await call(page, 'POST', 'issues', { conversation_id: id, title: 'Not paid', category: 'CLAIMS' })
  await openThread(page, id)
  await expect(thread(page).getByRole('img', { name: /\.png$/ })).toHaveCount(2)
  await page.goto('/conversations')
  await expect(
    page.getByRole('grid', { name: 'Conversations' }).locator('[data-index]').first(),
  ).toBeVisible()
  await phone.say('Are you there?')
  await page.bringToFront()

  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.replace('/api/v1/', ''))
  })
  const seen = page.waitForResponse('**/mark-seen')
  await openThread(page, id)
  await expect(page.getByRole('button', { name: 'Manage Ticket', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Current issue: / })).toBeVisible()
  for (const name of [/^IPP applications \(/, /^LIB Flex applications \(/, 'Assignment history'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  await expect(thread(page).getByRole('img', { name: /\.png$/ })).toHaveCount(2)
  await seen
  const own = [...asked]
  for (const path of ofTheShell) if (own.includes(path)) own.splice(own.indexOf(path), 1)
  // The queue beside it asks for its rows, and has two other threads ready.
  const ahead = own.filter(path => path.endsWith('/history') && !path.includes(`/${id}/`))
  expect(ahead.length).toBeLessThanOrEqual(2)
  // One more is the conversation's own row; the queue's other six views are fetched a while later.
  const lists = own.filter(path => path === 'messages/admin/conversations')
  expect([2, 8]).toContain(lists.length)
  for (const path of [...lists.slice(1), ...ahead]) own.splice(own.indexOf(path), 1)
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(6)
  expect(own).toContain(`conversations/${id}/work`)
})
