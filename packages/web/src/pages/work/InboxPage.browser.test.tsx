import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import { keysAreHeard } from '../../../test/keys.ts'
import { serveQueue, viewButton, waiter } from '../../../test/queue.ts'
import { address, queue, queueRow, replyBox } from '../../../test/screen.ts'

const closing = waiter(302, 'It ends soon', 10, {
  closes_soon: true,
  reach: {
    has_window: true,
    wrote_at: '2026-03-01T12:00:00.000Z',
    closes_at: '2026-03-02T12:00:00.000Z',
    unreachable: null,
  },
})

test('[Q-222] the dashboard leads to who waits, and who is first is one press away', async () => {
  setTime('2026-03-02T12:30:00+03:00')
  await openConsole('/', {
    given: api => {
      serveQueue(api, [waiter(301, 'I wait longest', 20), closing])
      api.answer('dashboard', {
        waiting_now: { current: 2, previous: null },
        longest_wait: { current: 20, previous: null },
      })
    },
  })
  await page.getByRole('link', { name: 'customers without an answer' }).click()
  await expect.poll(address).toBe('/inbox?view=team')
  await expect.element(viewButton('Team')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('Next: Customer 301, waiting for 20 m')).toBeVisible()
  await expectAccessible()
  await expect.element(page.getByRole('button', { name: 'Open next' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/conversations/301')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-222] the view Closing soon has what can be answered for less than four hours, with the time that is left', async () => {
  setTime('2026-03-02T12:30:00+03:00')
  await openConsole('/inbox', {
    given: api => void serveQueue(api, [waiter(301, 'I wait longest', 20), closing]),
  })
  await expect.element(queueRow('Customer 302')).toBeVisible()
  await keysAreHeard()
  await userEvent.keyboard('4')
  await expect.element(viewButton('Closing soon')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(queue().getByRole('columnheader')).toHaveTextContent('to be answered within 4 hours')
  await expect.element(queueRow('Customer 302')).toHaveTextContent('2 h left')
  await expect.element(queueRow('Customer 301')).not.toBeInTheDocument()
})
