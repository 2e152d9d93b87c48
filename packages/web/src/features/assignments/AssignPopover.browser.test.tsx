import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../app/query-client.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { expectAccessible } from '../../../test/accessible.ts'
import { brian, me } from '../../../test/samples.ts'
import { carol, openReplying } from '../../../test/replying.ts'
import { button, focusOn, headerText } from '../../../test/screen.ts'
import { sentReplies } from '../../../test/thread.ts'

const picker = () => page.getByRole('dialog', { name: 'Assign', exact: true })
const search = () => page.getByRole('combobox', { name: 'Find an agent' })
const entry = (name: RegExp) => page.getByRole('option', { name })
const asks = () => page.getByRole('dialog', { name: 'New Assignment' })
const inAsks = (name: string) => asks().getByRole('button', { name, exact: true })
const note = (name = 'Brian') => asks().getByRole('textbox', { name: `Note for ${name} (optional)` })
const history = () => page.getByRole('region', { name: 'Assignment history' })
const names = () =>
  picker()
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
const offline = { ...carol, status: 'OFFLINE', is_online: false }

async function choose(name: RegExp): Promise<void> {
  await button('Assign').click()
  await entry(name).click()
  await expect.element(asks()).toBeVisible()
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('[CDET-05 CDET-07 CDET-08 ASSIGN-01 Q-090 Q-409] by keyboard: letters find a colleague, who is away; the choice asks first and Escape sends nothing', async () => {
  const { api } = await openReplying({
    given: fake => fake.answer('availableAgents', [me, brian, offline]),
  })
  await expect.poll(headerText).toMatch(/Unassigned.*last activity/)
  await expect.element(button('Assign')).toBeEnabled()
  button('Assign').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(search()).toHaveFocus()
  // Oneself, then who is there with room, then who is not there.
  await expect
    .poll(names)
    .toEqual([
      expect.stringMatching(/agent \(you\).*\d+ of 5.*Available$/),
      expect.stringMatching(/Brian/),
      expect.stringMatching(/Carol.*\d+ of 5.*Offline(?!.*(Available|Busy))/),
    ])
  await expectAccessible()
  await userEvent.keyboard('car')
  await expect.poll(names).toEqual([expect.stringMatching(/Carol/)])
  await expect.element(entry(/^Carol/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(asks()).toHaveTextContent(/Conversation #\d+ assigned to Carol/)
  await expect.element(asks()).toHaveTextContent('The owner changes only when Carol accepts')
  await expect.element(asks()).toHaveTextContent('Carol is Offline')
  await expect.element(note('Carol')).toHaveFocus()
  await expectAccessible()
  // They are a giver's buttons: who gives away has nothing to accept and nothing to reject.
  const buttons = asks().getByRole('button').elements()
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['', 'Cancel', 'Assign'])
  await userEvent.keyboard('{Escape}')
  await expect.element(asks()).not.toBeInTheDocument()
  await expect.element(button('Assign')).toHaveFocus()
  await choose(/^Carol/)
  await inAsks('Choose another agent').click()
  await expect.element(search()).toHaveFocus()
  await entry(/^Carol/).click()
  await inAsks('Cancel').click()
  await expect.element(asks()).not.toBeInTheDocument()
  expect(api.askedFor('assign')).toEqual([])
})

test('[ASSIGN-04 ASSIGN-06 ASSIGN-07 ASSIGN-08 ASSIGN-09 ASSIGN-13 ASSIGN-14 Q-070 Q-086] Assign offers once, holds the window until that is done, and tells the assignee', async () => {
  const { api, served } = await openReplying()
  const release = api.hold('assign')
  await choose(/^Brian/)
  await inAsks('Assign').click()
  await expect.element(inAsks('Assigning...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(asks()).toBeVisible()
  release()
  await expect.element(asks()).not.toBeInTheDocument()
  await expect.poll(headerText).toMatch(/Offered to Brian, [45]:\d\d/)
  await expect.element(history()).toHaveTextContent('Offered to Brian, no answer yet')
  const told = {
    type: 'ASSIGNMENT',
    agent_id: brian.id,
    conversation_id: served.id,
    message: `You have been assigned a new conversation (#${served.id})`,
  }
  await expect.poll(() => api.sentFrames).toContainEqual(told)
  expect(api.sentFrames.filter(frame => JSON.stringify(frame).includes('ASSIGNMENT'))).toHaveLength(1)
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([
    { agent_id: brian.id, as: 'offer', within_capacity: true },
  ])
  served.end('accepted')
  await expect.poll(headerText).toContain('assigned to Brian')
  await expect.element(history()).toHaveTextContent(/Brian accepted.*offered by you/)
  await button('Assign').click()
  await expect.element(entry(/^Brian.*Assigned/)).toHaveAttribute('aria-disabled', 'true')
})

test('[Q-409] four keys hand over with a note; a refusal keeps the note, and the focus is never lost', async () => {
  const { api } = await openReplying({ given: fake => fake.cut('assign') })
  await expect.element(button('Assign')).toBeEnabled()
  focusOn(page.getByRole('heading', { level: 2 }))
  await userEvent.keyboard('s')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('bri{Enter}')
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('Wants{Shift>}{Enter}{/Shift}the form{Enter}')
  await expect.element(asks().getByRole('alert')).toHaveTextContent('Failed to accept assignment')
  await expect.element(note()).toHaveValue('Wants\nthe form')
  await userEvent.keyboard('{Escape}')
  await expect.element(asks()).not.toBeInTheDocument()
  api.answer('assign', { assignment_history: [] })
  await choose(/^Brian/)
  await expect.element(note()).toHaveValue('Wants\nthe form')
  await note().click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(asks()).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  const sent = api.askedFor('assign').map(({ body }) => body?.note)
  expect(sent).toEqual(
    Array.from({ length: 2 }, () => ({ client_note_id: expect.any(String), text: 'Wants\nthe form' })),
  )
  expect(new Set(sent.map(one => one?.client_note_id)).size).toBe(1)
  await choose(/^Brian/)
  await expect.element(note()).toHaveValue('')
})

test('[Q-407 Q-409] a colleague without room is given it by a second press', async () => {
  const { api } = await openReplying()
  api.refuse('assign', 'agent.over-capacity', { name: 'Brian', workload: 12, capacity: 12 })
  await choose(/^Brian/)
  await inAsks('Assign').click()
  await expect
    .element(asks().getByRole('alert'))
    .toHaveTextContent('Brian has 12 of 12 conversations. Assign anyway?')
  api.answer('assign', { assignment_history: [] })
  await inAsks('Assign anyway').click()
  await expect.element(asks()).not.toBeInTheDocument()
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([
    { agent_id: brian.id, as: 'offer', within_capacity: true },
    { agent_id: brian.id, as: 'offer', within_capacity: false },
  ])
})

test('[Q-406 Q-409] a supervisor offers, or assigns at once', async () => {
  const { api } = await openReplying({ role: 'SUPERVISOR' })
  await choose(/^Brian/)
  await expect.element(asks()).toHaveTextContent('Assign now: Brian has it at once')
  await expect.element(inAsks('Offer')).toBeVisible()
  await inAsks('Assign now').click()
  await expect.poll(headerText).toContain('assigned to Brian')
  await choose(/^Carol/)
  await inAsks('Offer').click()
  await expect.poll(headerText).toMatch(/Offered to Carol, [45]:\d\d.*assigned to Brian/)
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([
    { agent_id: brian.id, as: 'owner', within_capacity: true },
    { agent_id: carol.id, as: 'offer', within_capacity: true },
  ])
})

test('[CDET-08 Q-088] one takes it at once; a rejected offer leaves it there, and the history marks the default reason', async () => {
  const { served } = await openReplying()
  await choose(/^agent \(you\)/)
  await expect.element(asks()).toHaveTextContent(/Conversation #\d+ assigned to agent/)
  await expect.element(inAsks('Assign')).toHaveFocus()
  await inAsks('Assign').click()
  await expect.poll(headerText).toContain('assigned to you')
  await expect.element(history()).toHaveTextContent('You claimed it')
  served.offerTo(brian)
  await expect.poll(headerText).toMatch(/Offered to Brian, [45]:\d\d.*assigned to you/)
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
    await expect.poll(headerText).toContain('Offered to Brian')
    served.end('expired', reason)
    await expect.element(history()).toHaveTextContent(new RegExp(`Brian did not answer.*${reason}`))
    await expect.element(page.getByText('Nobody has this conversation')).toBeVisible()
  },
)

test('[ASSIGN-16] without the server the window says so and stays; Assign can be pressed again', async () => {
  const { api } = await openReplying({ given: fake => fake.cut('assign') })
  await choose(/^Brian/)
  await inAsks('Assign').click()
  await expect.element(asks().getByText('Failed to accept assignment. Please try again.')).toBeVisible()
  await expect.element(asks().getByText('The server could not be reached.')).toBeVisible()
  api.answer('assign', { assignment_history: [] })
  await inAsks('Assign').click()
  await expect.element(asks()).not.toBeInTheDocument()
})

test('an offer whose answer was lost was made: nobody is asked to make it twice', async () => {
  const { api, served } = await openReplying()
  await choose(/^Carol/)
  api.cut('assign')
  const release = api.hold('assign')
  await inAsks('Assign').click()
  await expect.element(inAsks('Assigning...')).toBeVisible()
  served.offerTo(carol)
  release()
  await expect.element(asks()).not.toBeInTheDocument()
  await expect.poll(headerText).toContain('Offered to Carol')
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
  await expect
    .poll(names)
    .toEqual([expect.stringMatching(/^Aagent \(you\)$/), expect.stringMatching(/^SSystem$/)])
  await expect.element(entry(/System/)).toHaveAttribute('aria-disabled', 'true')
  await entry(/agent \(you\)/).click()
  await inAsks('Assign').click()
  await expect.poll(headerText).toContain('assigned to you')
  expect(api.askedFor('assign').map(({ body }) => body)).toEqual([
    { agent_id: me.id, as: 'offer', within_capacity: true },
  ])
  api.answer('availableAgents', [me, brian])
  await button('Assign').click()
  await picker().getByRole('button', { name: 'Try again' }).click()
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
  await inAsks('Assign').click()
  await expect.poll(headerText).toContain('Offered to Carol')
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
