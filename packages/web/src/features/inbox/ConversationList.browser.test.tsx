import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { conversations, search, serveConversations, tab } from '../../../test/conversation-list.ts'
import { openQueue, QueueServer, waiter } from '../../../test/queue.ts'
import { isConnected } from '../../../test/replying.ts'
import { address, conversationCell, conversationRows, navigation, queueRow } from '../../../test/screen.ts'

const banner = () => page.getByRole('alert')
const colour = () => getComputedStyle(conversationCell(0, 0).element()).color

/** A list that was loaded: two active conversations, then a dormant one. Nothing more can be loaded. */
async function openThenCut() {
  const list = conversations(3).map((row, at) => (at === 2 ? { ...row, status: 'DORMANT' as const } : row))
  const api = await openConsole('/conversations', { given: given => serveConversations(given, list) })
  await expect.element(conversationRows().nth(2)).toBeVisible()
  api.cut('conversations')
  return { mend: () => serveConversations(api, list) }
}

/** The dormant conversation that was loaded before stands there, and no sample. */
async function expectDormant(): Promise<void> {
  await expect.element(banner()).toHaveTextContent(/Showing the list as of \d\d:\d\d/)
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 3')
  expect(page.getByText('Sample', { exact: true }).elements()).toEqual([])
}

test('[CLIST-04 ERR-22 Q-001 Q-040] a list that was loaded stays, with its age, when fetching it again fails', async () => {
  await openThenCut()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect
    .element(banner())
    .toHaveTextContent(/^Failed to fetch conversations\. Showing the list as of \d\d:\d\d/)
  await expect.element(conversationCell(0, 0)).toHaveTextContent('Customer 1')
})

test('[ERR-03 Q-001 Q-250] a tab that was not loaded shows what other lists hold, dimmed and readable', async () => {
  await openThenCut()
  const usual = colour()
  await tab('Dormant').click()
  await expectDormant()
  expect(colour()).not.toBe(usual)
  await expectAccessible()
})

test('[ERR-03 Q-001 Q-250] nor does an invented customer stand there for who comes from another screen', async () => {
  await openThenCut()
  await tab('Dormant').click()
  await expectDormant()
  await navigation().getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(address).toBe('/')
  history.back()
  await expect.poll(address).toBe('/conversations?status=dormant')
  await expectDormant()
})

test('[ERR-03 Q-001 Q-250] a search without a loaded result reads "Not loaded", and Try again brings the answer', async () => {
  const { mend } = await openThenCut()
  const usual = colour()
  await search().fill('nobody has this name')
  await expect.element(page.getByText('Not loaded', { exact: true })).toBeVisible()
  expect(page.getByText('No conversations found').elements()).toEqual([])
  expect(page.getByText('Sample', { exact: true }).elements()).toEqual([])
  mend()
  await banner().getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No conversations found')).toBeVisible()
  await search().fill('')
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 1')
  await expect.element(banner()).not.toBeInTheDocument()
  expect(colour()).toBe(usual)
})

const notSent = (where: Locator) => where.getByText('Not sent', { exact: true })

test.each([
  [1366, 768],
  [390, 844],
] as const)(
  '[Q-247] at %i × %i a row says that the last reply was not sent, until it was',
  async (...size) => {
    let server: QueueServer | undefined
    const api = await openConsole('/conversations', {
      size,
      given: given => {
        server = new QueueServer(given, [waiter(101, 'Yes, I can', 20, { last_reply: 'failed' })])
      },
    })
    await isConnected(api)
    const row = conversationRows().filter({ hasText: 'Yes, I can' })
    await expect.element(notSent(row)).toBeVisible()
    server?.become(101, { last_reply: null })
    await expect.element(notSent(row)).not.toBeInTheDocument()
  },
)

test('[Q-247] a row of the queue says so too', async () => {
  const { server } = await openQueue([
    waiter(101, 'Can you hear me?', 20),
    waiter(102, 'Yes, I can', 10, { last_reply: 'failed' }),
  ])
  await expect.element(notSent(queueRow('Yes, I can'))).toBeVisible()
  await expect.element(notSent(queueRow('Can you hear me?'))).not.toBeInTheDocument()
  server.become(102, { last_reply: null })
  await expect.element(notSent(queueRow('Yes, I can'))).not.toBeInTheDocument()
})
