import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../../test/accessible.ts'
import { openConsole, setTime } from '../../../../../test/console.tsx'
import type { FakeApi } from '../../../../../test/fake-api.ts'
import { isConnected } from '../../../../../test/replying.ts'
import { attempt, message } from '../../../../../test/samples.ts'
import { focusOn, messageWith, replyBox } from '../../../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../../../test/thread.ts'

const words = 'It was paid on Friday'
const answer = message({
  id: '12',
  content: words,
  created_at: '2026-03-02T09:30:00.000Z',
  direction: 'OUTBOUND',
  source: 'AGENT',
  status: 'delivered',
})
const at = (second: number) => `2026-03-02T09:30:0${second}.000Z`
const maybe = 'WhatsApp may or may not have this message.'
const lost = attempt({
  no: 1,
  state: 'unknown',
  created_at: at(1),
  failed_at: at(2),
  failure: { sentence: maybe, code: 'unknown', remedy: 'Try again.' },
})
const delivered = attempt({
  no: 2,
  state: 'delivered',
  created_at: at(3),
  accepted_at: at(4),
  sent_at: at(5),
  delivered_at: at(6),
  pricing: { billable: false, model: 'PMP', type: 'free_customer_service', category: 'service' },
})
const serveAttempts = (api: FakeApi, ...attempts: readonly (typeof lost)[]) =>
  api.answer('attempts', { channel: 'WhatsApp', attempts: [...attempts] })
const times = () => page.getByRole('dialog', { name: 'When it was sent' })
const tick = (state: string) => messageWith(words).getByRole('button', { name: `${state}: show when` })
const term = (label: string) => times().getByRole('term').filter({ hasText: label }).first()

/** Opens a conversation with an answer that the second try delivered, and its times by keyboard. */
async function openTimes() {
  setTime('2026-03-02T12:40:00+03:00')
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, [...customerMessages('Is my claim paid?'), answer])
      serveAttempts(given, lost, delivered)
    },
  })
  await expect.element(tick('Delivered')).toBeVisible()
  await isConnected(api)
  await expect.element(replyBox()).toHaveFocus()
  focusOn(tick('Delivered'))
  await userEvent.keyboard('{Enter}')
  await expect.element(times()).toBeVisible()
  return api
}

test('[Q-189] the tick shows when each thing happened, what it costs and what failed before', async () => {
  await openTimes()
  await expect
    .poll(() =>
      times()
        .getByRole('heading')
        .elements()
        .map(one => one.textContent),
    )
    .toEqual(['When it was sent', 'Try 2 of 2', 'Try 1 of 2'])
  for (const label of [
    'Written',
    'Sent from Parley',
    'Received by WhatsApp',
    'Sent to the customer',
    'Delivered',
  ])
    await expect.element(term(label)).toBeVisible()
  expect(times().getByRole('definition').elements().at(-1)?.textContent).toMatch(/^\d{2}:\d{2}:\d{2}$/)
  await expect.element(times()).toHaveTextContent('Free, because the customer wrote within 24 hours.')
  await expect.element(times()).toHaveTextContent('may or may not have this message')
  await expectAccessible()
})

test('[Q-189] the times that are open follow what happens; Escape leads back to the tick', async () => {
  const api = await openTimes()
  await expect.element(term('Delivered')).toBeVisible()
  await expect.element(term('Read')).not.toBeInTheDocument()
  serveAttempts(api, lost, { ...delivered, state: 'read', read_at: at(8) })
  api.publish({ event: 'message', data: { ...answer, status: 'read' } })
  await expect.element(term('Read')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(times()).not.toBeInTheDocument()
  await expect.element(tick('Read')).toHaveFocus()
  await tick('Read').click()
  await expect.element(times()).toBeVisible()
  await tick('Read').click()
  await expect.element(times()).not.toBeInTheDocument()
})
