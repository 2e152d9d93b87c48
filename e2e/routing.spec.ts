import { expectAccessible } from './harness/accessible.ts'
import { expect, testAlone as test } from './harness.ts'

test('[Q-211] a supervisor decides who takes over, by what the customer wants; what cannot be saved stays', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/500/)
  const page = await openAs('carol', '/settings/routing')
  const panel = page.getByRole('region', { name: 'Who takes over' })
  await expect(panel).toContainText('The bot’s handovers go to available agents with free capacity.')
  await panel.getByRole('button', { name: 'Edit who takes over' }).click()
  const editor = page.getByRole('dialog', { name: 'Who takes over' })
  await expect(editor).toContainText('All agents get all topics')
  await editor.getByRole('radio', { name: /All waiting conversations/ }).check()
  await editor.getByRole('button', { name: 'Add a rule' }).click()
  await editor.getByRole('combobox', { name: 'The customer wants' }).click()
  await page.getByRole('option', { name: 'Make Claim' }).click()
  const rule = editor.getByRole('group', { name: 'Make Claim' })
  await rule.getByLabel('Department for Make Claim').fill('Claims')
  await rule.getByLabel('Skill for Make Claim').fill('Luganda')
  await rule.getByRole('checkbox', { name: 'The bot does not answer' }).check()
  await expectAccessible(page)

  await page.route('**/bot/routing', route =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toContainText('Failed to save the routing')
  await expect(rule.getByLabel('Department for Make Claim')).toHaveValue('Claims')
  await page.unroute('**/bot/routing')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(panel).toContainText('All waiting conversations are offered')
  await expect(panel).toContainText('Claims, skilled in Luganda; the bot does not answer')
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Edit who takes over' }).click()
  await editor.getByRole('button', { name: 'Remove the rule for Make Claim' }).click()
  await editor.getByRole('radio', { name: /The bot’s handovers/ }).check()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('skilled in Luganda')).toHaveCount(0)
})
