import type { Role } from '@parley/core/access/policies'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import { navigation } from '../../../test/screen.ts'

const offered = () =>
  navigation()
    .getByRole('link')
    .elements()
    .map(link => link.textContent)
const ofTheDesk = [
  'Dashboard',
  'Conversations',
  'Tickets',
  'Canned replies',
  'IPP Applications',
  'LIB Flex Applications',
]

test.each<[Role, string[]]>([
  ['AGENT', []],
  ['SUPERVISOR', ['Channel', 'Bot', 'People']],
])('[Q-165] %s: beyond the desk only %j is offered, and the audit log is not theirs', async (role, more) => {
  // Typed by hand, the address says whose it is not; by then it is known what they may do.
  const api = await openConsole('/audit', { role })
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
  await expect.poll(offered).toEqual([...ofTheDesk, ...more])
  expect(api.askedFor('audit')).toEqual([])
})

test('[Q-165] ADMINISTRATOR: every screen is offered, and opens', async () => {
  await openConsole('/audit', {
    role: 'ADMINISTRATOR',
    given: api => api.answer('setup', { offered: true }),
  })
  await expect.element(page.getByText('Nothing was done yet')).toBeVisible()
  await expect
    .poll(offered)
    .toEqual([...ofTheDesk, 'Get started', 'Channel', 'Bot', 'People', 'Audit log', 'Settings'])
})
