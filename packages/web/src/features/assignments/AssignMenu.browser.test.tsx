import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../app/query-client.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { brian, me } from '../../../test/samples.ts'
import { carol, openReplying } from '../../../test/replying.ts'
import { button, headerText } from '../../../test/screen.ts'
import { sentReplies } from '../../../test/thread.ts'

const menu = () => page.getByRole('menu', { name: 'Assign' })
const entry = (name: RegExp) => page.getByRole('menuitem', { name })
const modal = () => page.getByRole('dialog', { name: 'New Assignment' })
const inModal = (name: string) => modal().getByRole('button', { name, exact: true })
const history = () => page.getByRole('region', { name: 'Assignment history' })
const offline = { ...carol, status: 'OFFLINE', is_online: false }

async function choose(name: RegExp): Promise<void> {
  await button('Assign').click()
  await entry(name).click()
  await expect.element(modal()).toBeVisible()
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('[CDET-05 CDET-07 CDET-08 ASSIGN-01 Q-090] by keyboard: letters find a colleague, who is away; the choice asks first and Escape sends nothing', async () => {
  const { api } = await openReplying({
    given: fake => fake.answer('availableAgents', [me, brian, offline]),
  })
  await expect.poll(headerText).toMatch(/Unassigned.*last activity/)
  await expect.element(button('Assign')).toBeEnabled()
  button('Assign').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(entry(/^agent \(you\).*\d+\/5.*Available$/)).toBeVisible()
  await expect.element(entry(/^Carol .*\d+\/5.*Offline(?!.*(Available|Busy))/)).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=menu]')).not.toBeNull()
  await userEvent.keyboard('car')
  await expect.element(entry(/^Carol/)).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.element(modal()).toHaveTextContent(/Conversation #\d+ assigned to Carol/)
  await expect.element(modal()).toHaveTextContent('The owner changes only when Carol accepts')
  await expect.element(modal()).toHaveTextContent('Carol is Offline')
  // They are a giver's buttons: who gives away has nothing to accept and nothing to reject.
  const buttons = modal().getByRole('button').elements()
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['', 'Cancel', 'Assign'])
  await userEvent.keyboard('{Escape}')
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(button('Assign')).toHaveFocus()
  await choose(/^Carol/)
  await inModal('Cancel').click()
  await expect.element(modal()).not.toBeInTheDocument()
  expect(api.askedFor('assign')).toEqual([])
})

test('[ASSIGN-04 ASSIGN-06 ASSIGN-07 ASSIGN-08 ASSIGN-09 ASSIGN-13 ASSIGN-14 Q-070 Q-086] Assign offers once, holds the window until that is done, and tells the assignee', async () => {
  const { api, served } = await openReplying()
  const release = api.hold('assign')
  await choose(/^Brian/)
  await inModal('Assign').click()
  await expect.element(inModal('Assigning...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(modal()).toBeVisible()
  release()
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(page.getByText('Offered to Brian, waiting')).toBeVisible()
  await expect.poll(headerText).toContain('Unassigned')
  await expect.element(history()).toHaveTextContent('Offered to Brian, no answer yet')
  const told = {
    type: 'ASSIGNMENT',
    agent_id: brian.id,
    conversation_id: served.id,
    message: `You have been assigned a new conversation (#${served.id})`,
  }
  await expect.poll(() => api.sentFrames).toContainEqual(told)
  expect(api.sentFrames.filter(frame => JSON.stringify(frame).includes('ASSIGNMENT'))).toHaveLength(1)
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([{ agent_id: brian.id }])
  served.end('accepted')
  await expect.poll(headerText).toContain('assigned to Brian')
  await expect.element(history()).toHaveTextContent(/Brian accepted.*offered by you/)
  await button('Assign').click()
  await expect.element(entry(/^Brian.*Assigned/)).toHaveAttribute('aria-disabled', 'true')
})

test('[CDET-08 Q-088] one takes it at once; a rejected offer leaves it there, and the history marks the default reason', async () => {
  const { served } = await openReplying()
  await choose(/^Assign to me/)
  await expect.element(modal()).toHaveTextContent(/Conversation #\d+ assigned to agent/)
  await inModal('Assign').click()
  await expect.poll(headerText).toContain('assigned to you')
  await expect.element(history()).toHaveTextContent('You claimed it')
  served.offerTo(brian)
  await expect.element(page.getByText('Offered to Brian, waiting')).toBeVisible()
  await expect.poll(headerText).toContain('assigned to you')
  served.end('rejected', 'Not my field')
  await expect
    .element(history())
    .toHaveTextContent(/Brian rejected.*offered by you.*Not my field.*You claimed it/)
  served.offerTo(brian)
  await expect.element(history()).toHaveTextContent('Offered to Brian, no answer yet')
  served.end('rejected', 'Not interested')
  await expect.element(history()).toHaveTextContent(/Brian rejected.*Not interested \(default reason\)/)
  await expect.poll(headerText).toContain('assigned to you')
})

test.each(['No answer in time', 'Went offline'])(
  'an offer that ended by itself, "%s", reads so, and nobody has the conversation',
  async reason => {
    const { served } = await openReplying()
    served.offerTo(brian)
    await expect.element(page.getByText('Offered to Brian, waiting')).toBeVisible()
    served.end('expired', reason)
    await expect.element(history()).toHaveTextContent(new RegExp(`Brian did not answer.*${reason}`))
    await expect.element(page.getByText('Nobody has this conversation')).toBeVisible()
  },
)

test('[ASSIGN-16] without the server the window says so and stays; Assign can be pressed again', async () => {
  const { api } = await openReplying({ given: fake => fake.cut('assign') })
  await choose(/^Brian/)
  await inModal('Assign').click()
  await expect.element(modal().getByText('Failed to accept assignment. Please try again.')).toBeVisible()
  await expect.element(modal().getByText('The server could not be reached.')).toBeVisible()
  api.answer('assign', { assignment_history: [] })
  await inModal('Assign').click()
  await expect.element(modal()).not.toBeInTheDocument()
})

test('an offer whose answer was lost was made: nobody is asked to make it twice', async () => {
  const { api, served } = await openReplying()
  await choose(/^Carol/)
  api.cut('assign')
  const release = api.hold('assign')
  await inModal('Assign').click()
  await expect.element(inModal('Assigning...')).toBeVisible()
  served.offerTo(carol)
  release()
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(page.getByText('Offered to Carol, waiting')).toBeVisible()
})

test.each([
  [60, 'Available'],
  [61, 'Busy'],
  [80, 'Busy'],
  [81, 'Heavy Load'],
])('[ASSIGN-10 ASSIGN-11 ASSIGN-12] who has %i of at most 100 is "%s"', async (current_workload, label) => {
  const busy = { ...brian, current_workload, max_capacity: 100 }
  await openReplying({ given: fake => fake.answer('availableAgents', [me, busy]) })
  await button('Assign').click()
  await expect.element(entry(/^Brian/)).toHaveTextContent(new RegExp(`${label}$`))
})

test('[ERR-06 Q-003 AGENT-04] without the real-time list the plain one is shown', async () => {
  const { api } = await openReplying({
    given: fake =>
      fake.answer('availableAgents', ({ query }) => {
        if (query.include_realtime === 'true') throw new TypeError('Failed to fetch')
        return [me, brian]
      }),
  })
  await button('Assign').click()
  await expect.element(entry(/^Brian/)).toBeVisible()
  expect(
    api
      .askedFor('availableAgents')
      .map(({ query }) => query)
      .slice(0, 2),
  ).toMatchObject([{ limit: 500, include_realtime: 'true' }, { limit: 500 }])
})

test('[ERR-06 ERR-07 ERR-10 Q-003] without any list only oneself can be chosen, and Try again brings the others', async () => {
  const { api } = await openReplying({ given: fake => fake.cut('availableAgents') })
  await button('Assign').click()
  await expect.element(page.getByText('Agent list unavailable')).toBeVisible()
  const items = () =>
    menu()
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
  expect(items()).toEqual([
    expect.stringMatching(/Assign to me/),
    expect.stringMatching(/^Aagent \(you\)$/),
    expect.stringMatching(/^SSystem$/),
    expect.stringMatching(/Try again/),
  ])
  await expect.element(entry(/System/)).toHaveAttribute('aria-disabled', 'true')
  await entry(/agent \(you\)/).click()
  await inModal('Assign').click()
  await expect.poll(headerText).toContain('assigned to you')
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([{ agent_id: me.id }])
  api.answer('availableAgents', [me, brian])
  await button('Assign').click()
  await entry(/Try again/).click()
  await expect.element(entry(/^Brian/)).toBeVisible()
})

/** The server has the team, and keeps the times at which it was asked for it. */
function keepTimes(api: FakeApi): number[] {
  const times: number[] = []
  api.answer('availableAgents', () => {
    times.push(Date.now())
    return [me, brian]
  })
  return times
}

test('[ERR-10 AGENT-04 CONST-03] the list is asked for on opening and every 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { api } = await openReplying()
  const times = keepTimes(api)
  // The time goes on in small steps, as the next 30 s begin with the answer.
  const asked = () => {
    if (queryClient.isFetching() === 0) vi.advanceTimersByTime(2_000)
    return times.length
  }
  await expect.poll(asked).toBeGreaterThan(3)
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  for (const gap of gaps.slice(-2)) {
    expect(gap).toBeGreaterThanOrEqual(30_000)
    expect(gap).toBeLessThan(45_000)
  }
})

test('[ASSIGN-15 ERR-13] without an open socket the assignee is told by a call, whose failure disturbs nobody', async () => {
  const warned = vi.spyOn(console, 'warn')
  const { api, served } = await openReplying({
    given: fake => {
      fake.closeSockets('notifications', 1011)
      fake.fail('notifyAgent')
    },
  })
  await expect.poll(() => api.opened('notifications')).toBeGreaterThan(0)
  await choose(/^Carol/)
  await inModal('Assign').click()
  await expect.element(page.getByText('Offered to Carol, waiting')).toBeVisible()
  await expect
    .poll(() => api.askedFor('notifyAgent').map(({ body }) => body))
    .toEqual([
      {
        type: 'ASSIGNMENT',
        conversation_id: served.id,
        message: `You have been assigned a new conversation (#${served.id})`,
      },
    ])
  await expect
    .poll(() => warned.mock.calls.map(([words]) => words))
    .toContain('Failed to send assignment notification')
  await expect.element(page.getByText('Failed to send assignment notification')).not.toBeInTheDocument()
  expect(sentReplies(api)).toEqual([])
})
