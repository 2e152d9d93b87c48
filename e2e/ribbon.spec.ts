import { expectAccessible } from './harness/accessible.ts'
import { startParley } from './harness/parley.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

const post = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200)
}

test('[Q-191] one line says what is wrong with the channel and what to do, to whom it concerns, and goes by itself', async ({
  browser,
}) => {
  const parley = await startParley()
  const pages = await Promise.all(
    (['agent', 'admin'] as const).map(async who => {
      const context = await browser.newContext({ baseURL: parley.url })
      const page = await context.newPage()
      await signIn(page, who, '/conversations')
      return page
    }),
  )
  const [agent, admin] = pages as [(typeof pages)[0], (typeof pages)[0]]
  await expect(agent.getByText('quality of our number')).toHaveCount(0)

  await post(`${parley.simulatorUrl}/number`, { quality: 'RED' })
  const line = agent.getByRole('status').filter({ hasText: 'quality of our number as low' })
  await expect(line).toContainText('Write only what customers expect')
  await expect(admin.getByText('See which templates are blocked')).toBeVisible()
  await expectAccessible(agent)

  await post(`${parley.simulatorUrl}/number`, { sending: 'BLOCKED' })
  const blocked = admin.getByRole('alert').filter({ hasText: 'has blocked sending from our number' })
  await expect(blocked).toBeVisible({ timeout: 30_000 })
  await blocked.getByRole('link', { name: 'And 1 more' }).click()
  const panel = admin.getByRole('region', { name: 'Health' })
  await expect(panel).toContainText('Low')
  await expect(panel.getByText('The account is restricted for a breach of policy')).toBeVisible()
  await expectAccessible(admin)
  await agent.setViewportSize({ width: 390, height: 800 })
  await expect(agent.getByRole('alert')).toContainText('Customers can still write to you')
  expect(await agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await post(`${parley.simulatorUrl}/number`, { sending: 'AVAILABLE', quality: 'GREEN' })
  await expect(agent.getByRole('alert')).toHaveCount(0, { timeout: 90_000 })
  await expect(line).toHaveCount(0)
  for (const page of pages) await page.context().close()
  await parley.stop()
})
