import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { panel } from '../../../test/figures.ts'

/** The cards that the dashboard of every role has. */
const cards = [
  'Waiting for you',
  'Your Status',
  'Shift Overview',
  'Agent Availability',
  'Key figures',
  'Recent Conversations',
  'Daily User Statistics',
  'Waiting by Agent',
  'User Interaction Statistics',
  'Message Statistics',
  'Performance Metrics',
  'Customer Service Metrics',
  'Workload Distribution',
]

const nameOf = (region: Element): string =>
  region.getAttribute('aria-label') ??
  document.getElementById(region.getAttribute('aria-labelledby') ?? '')?.textContent ??
  ''

/** The cards' names, in the order in which they are read. */
const order = (): readonly string[] =>
  page
    .getByRole('main')
    .getByRole('region')
    .elements()
    .map(nameOf)
    .filter(name => cards.includes(name) || name === 'Channel health')

const supervised = [
  'Waiting for you',
  'Key figures',
  'Your Status',
  'Shift Overview',
  'Agent Availability',
  'Waiting by Agent',
  'Workload Distribution',
  'Performance Metrics',
  'Customer Service Metrics',
  'Recent Conversations',
  'Daily User Statistics',
  'User Interaction Statistics',
  'Message Statistics',
]

test.each([
  ['AGENT', cards],
  ['SUPERVISOR', supervised],
  ['ADMINISTRATOR', ['Channel health', ...supervised]],
] as const)('[Q-420] the dashboard of %s has its cards in the order of that role', async (role, wanted) => {
  await openConsole('/', { role })
  await expect.poll(order).toEqual(wanted)
})

test('[Q-420] an administrator reads first how the channel is, with the way to it', async () => {
  await openConsole('/', {
    role: 'ADMINISTRATOR',
    given: api => api.answer('channelHealth', { waiting: 3, last_inbound_at: null }),
  })
  const health = panel('Channel health')
  await expect.element(health).toHaveTextContent(/Waiting to be sent\s*3/)
  await expect.element(health.getByRole('link', { name: 'See the channel' })).toBeVisible()
  await expectAccessible()
})

test('[Q-420] health that cannot be loaded says so, and the other cards stand', async () => {
  const api = await openConsole('/', {
    role: 'ADMINISTRATOR',
    logs: /500/,
    given: given => given.fail('channelHealth'),
  })
  const health = panel('Channel health')
  await expect.element(health.getByText('The channel’s health could not be loaded')).toBeVisible()
  await expect.element(panel('Key figures')).toBeVisible()
  api.answer('channelHealth', { waiting: 0 })
  await health.getByRole('button', { name: 'Retry' }).click()
  await expect.element(health).toHaveTextContent('Waiting to be sent')
})
