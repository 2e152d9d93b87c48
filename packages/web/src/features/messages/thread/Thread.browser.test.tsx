import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { expectColour } from '../../../../test/figures.ts'
import { message } from '../../../../test/samples.ts'
import { messageWith, replyBox, thread } from '../../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../../test/thread.ts'

const words = 'My cover must not lapse'
const retry = () => page.getByRole('button', { name: 'Retry' })
const spinner = (label: string) => page.getByRole('status').filter({ hasText: label })

test('[THREAD-17 CDET-20] a loading conversation shows a spinner, and so does its thread', async () => {
  let release = { detail: () => undefined as void, history: () => undefined as void }
  await openConsole('/conversations/7', {
    given: api => {
      serveThread(api, customerMessages(words))
      release = { detail: api.hold('conversations'), history: api.hold('history') }
    },
  })
  await expect.element(spinner('Loading the conversation')).toBeVisible()
  release.detail()
  await expect.element(spinner('Loading messages')).toBeVisible()
  await expect.element(spinner('Loading the conversation')).not.toBeInTheDocument()
  release.history()
  await expect.element(messageWith(words)).toBeVisible()
})

test('[THREAD-16] an empty thread says so', async () => {
  await openConsole('/conversations/7', { given: api => serveThread(api, []) })
  const empty = page.getByRole('main').getByText('No messages yet')
  await expect.element(empty.last()).toBeVisible()
})

test('[ERR-05 API-15 Q-103] when both history paths fail the thread says so, and Retry loads it', async () => {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages(words))
      given.fail('history')
      given.fail('historyFallback')
    },
  })
  await expect
    .element(page.getByText('Unable to load message history. Please try again later.'))
    .toBeVisible()
  const paths = api.asked.map(({ name }) => name).filter(name => name.startsWith('history'))
  expect(paths.slice(0, 2)).toEqual(['history', 'historyFallback'])
  api.answer('history', { messages: customerMessages(words) })
  await retry().click()
  await expect.element(messageWith(words)).toBeVisible()
})

test('[CDET-21 CDET-22 Q-051] an unknown conversation is not found, a second after the answer', async () => {
  let answeredAt = Number.NaN
  await openConsole('/conversations/999999999', {
    role: 'SUPERVISOR',
    given: api =>
      api.answer('conversations', ({ query }) => {
        if (query.conversation_id === '999999999') answeredAt = performance.now()
        return []
      }),
  })
  await expect.element(page.getByText('Conversation not found')).toBeVisible()
  expect(performance.now() - answeredAt).toBeGreaterThan(950)
  await expect
    .element(page.getByText("The conversation you're looking for doesn't exist or has been removed."))
    .toBeVisible()
})

test('[ERR-04 ERR-20 Q-002] when the detail fails a marked placeholder stands that says nothing nobody knows, and nothing can be sent', async () => {
  const api = await openConsole('/conversations/7', {
    // Beside a queue that knows the customer their name would stand there.
    size: [1279, 768],
    given: given => {
      serveThread(given, customerMessages(words))
      given.fail('conversations', 503)
    },
  })
  await expect.element(page.getByText(/Failed to fetch conversation details/)).toBeVisible()
  const heading = page.getByRole('heading', { level: 2, name: 'Customer', exact: true }).first()
  await expect.element(heading).toBeVisible()
  const header = page.elementLocator(heading.element().closest('header') ?? document.body)
  await expectColour(header.getByText('Unknown', { exact: true }).first(), '--grey')
  await expect.element(header).toHaveTextContent('Assignee unknown')
  await expect.element(header).not.toHaveTextContent(/Active|Unassigned|last activity/)
  await expect.element(replyBox()).not.toBeInTheDocument()
  serveThread(api, customerMessages(words))
  await retry().click()
  await expect.element(page.getByRole('heading', { name: 'Nakato Prossy' }).first()).toBeVisible()
})

test('[ERR-19 THREAD-14] a mark that cannot be set is logged and nothing else', async () => {
  const logged = vi.spyOn(console, 'warn')
  onTestFinished(() => logged.mockRestore())
  const unread = message({ id: '11', content: 'Mark me', inbound_no: 1 })
  await openConsole('/conversations/7', {
    logs: /^Failed to mark conversation as seen/,
    given: api => {
      serveThread(api, [unread], { inbound_no: 1, seen_no: 0, unread_count: 1 })
      api.fail('markSeen', 500, 'broken inside')
    },
  })
  await expect.element(messageWith('Mark me')).toBeVisible()
  await expect
    .poll(() =>
      logged.mock.calls.some(([text]) => String(text).startsWith('Failed to mark conversation as seen')),
    )
    .toBe(true)
  await expect.element(page.getByText('broken inside')).not.toBeInTheDocument()
})

test('[THREAD-01] a day begins at midnight of the workspace', async () => {
  const at = (id: string, time: string) =>
    message({ id, content: `Written at ${time}`, created_at: `2026-02-26T${time}:00.000Z` })
  await openConsole('/conversations/7', {
    given: api => serveThread(api, [at('11', '20:55'), at('12', '21:05')]),
  })
  await expect.element(messageWith('Written at 20:55')).toHaveTextContent('Thu, Feb 26')
  await expect.element(messageWith('Written at 21:05')).toHaveTextContent('Fri, Feb 27')
})

test('[GEN-02 THREAD-02 THREAD-03 THREAD-04 THREAD-05 THREAD-06 THREAD-07 THREAD-10 THREAD-11 Q-018] messages stand as they were said', async () => {
  const ours = { direction: 'OUTBOUND', status: 'delivered' } as const
  await openConsole('/conversations/7', {
    given: api =>
      serveThread(api, [
        message({ id: '11', content: 'Welcome to us', source: 'BOT', sender_name: 'Bot', ...ours }),
        message({ id: '12', content: words }),
        message({
          id: '13',
          content: 'You will get a message here',
          source: 'AGENT',
          sender_name: 'Amina Nakato',
          response_time_seconds: 42,
          ...ours,
        }),
      ]),
  })
  const inbound = messageWith(words)
  const outbound = messageWith('You will get a message here')
  await expect.element(inbound).toHaveTextContent(/INBOUND\s*\d\d:\d\d/)
  await expect.element(inbound).not.toHaveTextContent('OUTBOUND')
  await expect.element(inbound.getByRole('img')).not.toBeInTheDocument()
  await expect.element(outbound).toHaveTextContent(/OUTBOUND\s*\d\d:\d\d/)
  await expect.element(outbound).toHaveTextContent(/Amina Nakato 42s response/)
  await expect.element(outbound.getByRole('img', { name: /^Delivered$/ })).toBeVisible()
  await expect.element(thread().getByText('Bot', { exact: true })).toBeVisible()
  await expect.element(thread().getByText('Mon, Mar 2', { exact: true })).toBeVisible()

  // To which side of the thread the bubble stands, and its colour.
  const look = (row: ReturnType<typeof messageWith>) => {
    const bubble = row.element().querySelector('p')?.parentElement ?? document.body
    const [outer, inner] = [row.element().getBoundingClientRect(), bubble.getBoundingClientRect()]
    const isLeft = inner.left - outer.left < outer.right - inner.right
    return { side: isLeft ? 'left' : 'right', colour: getComputedStyle(bubble).backgroundColor }
  }
  const customers = look(inbound)
  expect(customers.side).toBe('left')
  for (const row of [outbound, messageWith('Welcome to us')]) {
    expect(look(row).side).toBe('right')
    expect(look(row).colour).not.toBe(customers.colour)
  }
})
