import type { AgentProfile } from '@parley/core/agents/api'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { brian, conversation, me } from '../../../test/samples.ts'

type Profile = z.input<typeof AgentProfile>

const now = '2026-03-02T09:00:00.000Z'
const lunch: Profile = {
  ...me,
  status: 'ON_BREAK',
  is_online: false,
  status_reason: 'Lunch',
  status_since: now,
  status_until: '2026-03-02T09:30:00.000Z',
}

const topBar = () => page.getByRole('banner')
const announced = () => topBar().getByRole('status').filter({ hasText: /./ })
const back = () => topBar().getByRole('button', { name: 'Back to Available' })
const account = () =>
  page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('button')
    .filter({ hasText: /agent.*(Available|On a break|Busy)/ })
const over = () => page.getByText('You are available again')
const reason = () => page.getByLabelText('Reason (visible to your team)')
const send = () => page.getByRole('button', { name: 'Set status' })

/** The server sets the agent's own status as asked, at noon. */
function serveOwnStatus(api: FakeApi): void {
  api.answer('setOwnStatus', ({ body: { status, reason: why = null, minutes = null } }) => ({
    ...me,
    status,
    is_online: status === 'AVAILABLE',
    status_reason: status === 'AVAILABLE' ? null : why,
    status_since: now,
    status_until: minutes === null ? null : new Date(Date.parse(now) + minutes * 60_000).toISOString(),
  }))
}

/** Opens the console at noon; the server says so of the signed-in agent. */
async function openAs(own: Profile, path = '/', size: readonly [number, number] = [1366, 768]) {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole(path, {
    size,
    logs: /500/,
    given: given => {
      given.answer('availableAgents', [own, brian])
      serveOwnStatus(given)
    },
  })
  await expect.element(topBar()).toBeVisible()
  return api
}

test.each([
  ['/', 5, 'You have 5 of 5 conversations: no offers come until one is done.'],
  ['/inbox', 6, 'You have 6 of 5 conversations: no offers come until 2 are done.'],
])(
  '[Q-418] at %s an agent with %i of 5 conversations is told why no offers come',
  async (path, load, words) => {
    const full = { ...me, max_capacity: 5, current_workload: load }
    const api = await openAs(full, path)
    await expect.element(announced()).toHaveTextContent(words)
    await expect.element(topBar().getByText(`No offers: you have ${load} of 5`)).toBeVisible()
    if (path === '/')
      await expect.element(page.getByRole('region', { name: 'Your Status' })).toHaveTextContent(words)
    await expectAccessible()
    api.publish({ event: 'agent', data: { ...full, disabled: false, current_workload: 4 } })
    await expect.element(topBar().getByText(/No offers/)).not.toBeInTheDocument()
  },
)

test('[Q-418] on a phone the line about the limit leaves the bell in its place', async () => {
  await openAs({ ...me, max_capacity: 12, current_workload: 12 }, '/', [320, 568])
  await expect.element(topBar().getByText('No offers: you have 12 of 12')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await expect.element(topBar().getByRole('button', { name: /^Notifications/ })).toBeVisible()
})

test('[Q-235] a break is set from the account menu, with a usual reason and for a time, and stands everywhere', async () => {
  const api = await openAs(me)
  await expect.element(account()).toHaveTextContent('Available')
  await account().click()
  await page.getByRole('menuitem', { name: 'On a break…' }).click()
  const dialog = page.getByRole('dialog', { name: 'On a break' })
  await expect.element(dialog).toHaveTextContent('You keep your conversations')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Lunch' }).click()
  await expect.element(reason()).toHaveValue('Lunch')
  await dialog.getByRole('radio', { name: 'For 30 minutes' }).click()
  await send().click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.askedFor('setOwnStatus').map(({ body }) => body)).toEqual([
    { status: 'ON_BREAK', reason: 'Lunch', minutes: 30 },
  ])
  await expect.element(announced()).toHaveTextContent(/^You are on a break$/)
  await expect.element(topBar()).toHaveTextContent(/Lunch, (29|30) min left/)
  await expect.element(account()).toHaveTextContent('On a break')
  await expect
    .element(page.getByRole('region', { name: 'Your Status' }))
    .toHaveTextContent('You are on a break: no new conversations are offered to you')
  await expectAccessible()
})

test('[Q-235] a status that was set elsewhere shows at once, and one that was set before when the console opens', async () => {
  const api = await openAs(lunch)
  await expect.element(topBar()).toHaveTextContent(/Lunch, (29|30) min left/)
  api.publish({ event: 'agent', data: { ...me, disabled: false } })
  await expect.element(back()).not.toBeInTheDocument()
  await expect.element(account()).toHaveTextContent('Available')
  api.publish({ event: 'agent', data: { ...lunch, status_reason: 'Tea', disabled: false } })
  await expect.element(topBar()).toHaveTextContent(/Tea, (29|30) min left/)
})

test('[Q-235] one press ends a break', async () => {
  const api = await openAs(lunch)
  await back().click()
  await expect.element(back()).not.toBeInTheDocument()
  await expect.element(account()).toHaveTextContent('Available')
  expect(api.askedFor('setOwnStatus').map(({ body }) => body.status)).toEqual(['AVAILABLE'])
})

test('[Q-235] when the time of a break is over, who had it is told', async () => {
  const api = await openAs(lunch)
  await expect.element(back()).toBeVisible()
  setTime('2026-03-02T12:31:00+03:00')
  api.publish({ event: 'agent', data: { ...me, disabled: false } })
  await expect.element(over()).toBeVisible()
  await expect.element(back()).not.toBeInTheDocument()
})

test('[Q-235] who would give something to a colleague on a break is told before', async () => {
  setTime('2026-03-02T12:00:00+03:00')
  await openConsole('/conversations/7', {
    given: api => {
      const { status, is_online, status_reason, status_since, status_until } = lunch
      const away = { status, is_online, status_reason, status_since, status_until }
      api.answer('availableAgents', [me, { ...brian, ...away }])
      api.answer('conversations', [conversation()])
    },
  })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const entry = page.getByRole('option', {
    name: /^Brian.*Lunch, (29|30) min left.*On a break(?!.*Available)/,
  })
  await expect.element(entry).toBeVisible()
  await expectAccessible()
  await entry.click()
  await expect
    .element(page.getByRole('dialog', { name: 'New Assignment' }))
    .toHaveTextContent(/Brian is On a break · Lunch, (29|30) min left\. The customer may wait/)
})

/** Chooses a status in the palette. */
async function chooseInPalette(status: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  // What hears the keys comes a moment after the page.
  const isOpen = async () => {
    if (palette.query() === null) await userEvent.keyboard('{Control>}k{/Control}')
    return palette.query() !== null
  }
  await expect.poll(isOpen).toBe(true)
  await palette.getByRole('combobox').fill(status)
  await palette.getByRole('option', { name: `Status: ${status}` }).click()
}

test('[Q-235] the palette sets it too, with words of one’s own; a failure says so, and keeps the words', async () => {
  const api = await openAs(me, '/conversations')
  const words = 'Monthly figures for the trustees'
  await chooseInPalette('Busy')
  const dialog = page.getByRole('dialog', { name: 'Busy' })
  await reason().fill(words)
  api.fail('setOwnStatus')
  await send().click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to set your status')
  await expect.element(reason()).toHaveValue(words)
  serveOwnStatus(api)
  await send().click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(announced()).toHaveTextContent(/^You are busy$/)
  await expect.element(topBar()).toHaveTextContent(words)
  await chooseInPalette('Available')
  await expect.element(back()).not.toBeInTheDocument()
  await expect.element(account()).toHaveTextContent('Available')
})

test('[Q-235] coming back that fails says so, on a phone too, and can be pressed again', async () => {
  const api = await openAs(lunch, '/', [390, 844])
  api.fail('setOwnStatus')
  await back().click()
  await expect.element(page.getByText(/Failed to set your status/)).toBeVisible()
  await expect.element(back()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
  serveOwnStatus(api)
  await back().click()
  await expect.element(back()).not.toBeInTheDocument()
})
