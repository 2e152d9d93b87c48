import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openReplying } from '../../../test/replying.ts'
import { button, messageWith } from '../../../test/screen.ts'

test('[WS-06 Q-150] a socket that the server closed is not tried as a cut one is, and Reconnect brings it back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let mend = (): unknown => undefined
  const { api, served } = await openReplying({
    given: fake => {
      mend = fake.closeSockets('agent', 1000)
    },
  })
  const interrupted = page.getByText(/^Live updates are interrupted/)
  await expect.element(interrupted).toBeVisible()
  vi.advanceTimersByTime(20_000)
  await expect.element(button('Reconnect')).toBeVisible()
  expect(api.opened('agent')).toBe(1)
  mend()
  await button('Reconnect').click()
  await expect.element(interrupted).not.toBeInTheDocument()
  // By the socket alone.
  api.hold('history')
  served.publishMessage({ content: 'Live again' })
  await expect.element(messageWith('Live again')).toBeVisible()
})
