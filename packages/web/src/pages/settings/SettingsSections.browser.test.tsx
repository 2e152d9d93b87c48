import type { Role } from '@parley/core/access/policies'
import { defaultSettings } from '@parley/core/settings/api'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { keysAreHeard } from '../../../test/keys.ts'
import { address } from '../../../test/screen.ts'
import { settingsSections } from '../../commands/settings-sections.ts'

const list = () => page.getByRole('navigation', { name: 'Settings' })
const search = () => list().getByRole('searchbox', { name: 'Search settings' })
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const listed = () =>
  list()
    .getByRole('link')
    .elements()
    .map(link => link.textContent)
const given = (api: FakeApi) =>
  api.answer('settings', { settings: defaultSettings, version: 4, server: { undo_send_seconds: 0 } })
const open = (path: string, role: Role = 'ADMINISTRATOR', size?: readonly [number, number]) =>
  openConsole(path, { role, given, ...(size && { size }) })

test('[Q-395] the settings are a list of sections, the first of which is shown; each has an address', async () => {
  await open('/settings')
  await expect.poll(listed).toEqual(settingsSections.map(({ name }) => name))
  expect(address()).toBe('/settings/workspace')
  await list().getByRole('link', { name: 'Business hours' }).click()
  await expect.element(heading('Business hours')).toBeVisible()
  expect(address()).toBe('/settings/hours')
  await expect
    .element(list().getByRole('link', { name: 'Business hours' }))
    .toHaveAttribute('aria-current', 'page')
  // The list stays, with the focus in it.
  await expect.element(list().getByRole('link', { name: 'Business hours' })).toHaveFocus()
  await expectAccessible()
})

test('[Q-395] a supervisor sees the sections that a supervisor may open, and no other by its address', async () => {
  await open('/settings/security', 'SUPERVISOR')
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
  await expect
    .poll(listed)
    .toEqual(['People', 'Numbers and channels', 'Business hours', 'Routing', 'Bot', 'Canned replies'])
})

test('[Q-395] an agent has no settings, and an unknown section is no page', async () => {
  await open('/settings/hours', 'AGENT')
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
  await expect.element(list()).not.toBeInTheDocument()
})

test('[Q-395] an address that no section has is no page', async () => {
  await open('/settings/nowhere')
  await expect.element(page.getByText('Page Not Found')).toBeVisible()
})

test.each([
  ['/people?person=2', '/settings/people?person=2'],
  ['/audit', '/settings/audit'],
  ['/channel', '/settings/channels'],
  ['/bot?answer=new', '/settings/bot?answer=new'],
])('[Q-395] an earlier address leads to the section: %s', async (from, to) => {
  await open(from)
  await expect.poll(address).toBe(to)
})

test('[Q-395] the search finds sections and single settings by other words, and Enter opens the first', async () => {
  await open('/settings')
  await search().fill('holiday')
  await expect.poll(listed).toEqual(['Business hours'])
  await expect.element(list().getByRole('status')).toHaveTextContent('1 found')
  await search().fill('2fa')
  await expect.poll(listed).toEqual(['Who must have a second factorSecurity'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/settings/security')
  await expect.element(page.getByRole('group', { name: 'Who must have a second factor' })).toBeVisible()
  await search().fill('nonsense')
  await expect.element(list().getByRole('status')).toHaveTextContent('Nothing found. Try another word.')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => listed().length).toBe(settingsSections.length)
})

test('[Q-395] on a phone the list comes first, and leads back from a section', async () => {
  await open('/settings', 'ADMINISTRATOR', [390, 844])
  await list().getByRole('link', { name: 'Security' }).click()
  await expect.element(heading('Security')).toBeVisible()
  await expect.element(list()).not.toBeInTheDocument()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect.element(search()).toBeVisible()
  expect(address()).toBe('/settings')
})

const withSingle = settingsSections.filter(({ settings }) => settings !== undefined)
test.each(withSingle.map(({ path, settings = [] }) => [path, settings.map(([name]) => name)] as const))(
  '[Q-395] what the search finds is on the screen that it leads to: %s',
  async (path, names) => {
    await open(path)
    for (const name of names)
      await expect.element(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()
  },
)

test.each([
  ['holiday', 'Business hours', '/settings/hours'],
  ['user', 'People', '/settings/people'],
  ['template', 'Templates', '/settings/templates'],
  ['retention', 'Customers’ data', '/settings/customer-data'],
  ['erase', 'Export or erase a customer', '/settings/customer-data'],
  ['GDPR', 'Customers’ data', '/settings/customer-data'],
  ['2FA', 'Who must have a second factor', '/settings/security'],
  ['backup', 'Backups', '/settings/backups'],
  ['who changed', 'Audit log', '/settings/audit'],
])('[Q-395] the palette finds by %j the section %j', async (typed, name, path) => {
  await open('/conversations')
  await keysAreHeard()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill(typed)
  await palette.getByRole('option', { name }).first().click()
  await expect.poll(address).toBe(path)
})
