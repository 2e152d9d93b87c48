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
  'Inbox',
  'Dashboard',
  'Conversations',
  'Tickets',
  'Canned replies',
  'IPP Applications',
  'LIB Flex Applications',
]

test.each<[Role, string[]]>([
  ['AGENT', []],
  ['SUPERVISOR', ['People', 'Settings']],
])('[Q-165] %s: beyond the desk only %j is offered, and the audit log is not theirs', async (role, more) => {
  // Typed by hand, the address says whose it is not; by then it is known what they may do.
  const api = await openConsole('/audit', { role })
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
  await expect.poll(offered).toEqual([...ofTheDesk, ...more])
  expect(api.askedFor('audit')).toEqual([])
})

test('[Q-165] ADMINISTRATOR: the first steps, people and settings are offered, and an earlier address opens', async () => {
  await openConsole('/audit', {
    role: 'ADMINISTRATOR',
    given: api => api.answer('setup', { offered: true }),
  })
  await expect.element(page.getByText('Nothing was done yet')).toBeVisible()
  await expect.poll(offered).toEqual([...ofTheDesk, 'Get started', 'People', 'Settings'])
})

test('[Q-395] of People and Settings the one is marked that is shown', async () => {
  await openConsole('/people', { role: 'SUPERVISOR' })
  const marked = () =>
    navigation()
      .getByRole('link')
      .elements()
      .filter(link => link.ariaCurrent === 'page')
      .map(link => link.textContent)
  await expect.poll(marked).toEqual(['People'])
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Bot' }).click()
  await expect.poll(marked).toEqual(['Settings'])
})
