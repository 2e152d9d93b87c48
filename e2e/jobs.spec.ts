import { expectAccessible } from './harness/accessible.ts'
import { expect, signIn, test } from './harness.ts'

test('[Q-378] an administrator sees background jobs, and retries one that failed', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/404/)
  const failed = {
    id: '999999',
    name: 'send reminders',
    state: 'failed',
    due_at: '2026-03-02T09:00:00.000Z',
    attempts: 3,
    last_error: 'DatabaseError 22P02',
  }
  await page.route('**/api/v1/jobs', route => route.fulfill({ json: [failed] }))
  await signIn(page, 'admin', '/settings/jobs')
  const section = page.getByRole('region', { name: 'Background jobs', exact: true })
  await expect(section.getByRole('status')).toHaveText(/^1 failed/)
  await expect(section.getByRole('row', { name: /send reminders/ })).toContainText('DatabaseError 22P02')
  await expectAccessible(page)
  // The server knows no such job, and its own list has none that failed.
  await section.getByRole('button', { name: 'Retry send reminders' }).click()
  await expect(section.getByRole('alert')).toContainText('Job with ID 999999 not found')
  await page.unroute('**/api/v1/jobs')
  await page.reload()
  await expect(section.getByRole('row', { name: /send reminders/ }).first()).toContainText('Waiting')
  await expect(section.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
})
