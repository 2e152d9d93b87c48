import { box, newCustomer, openThread } from './harness/conversation.ts'
import { look, middleLine } from './harness/pixels.ts'
import { expect, test } from './harness.ts'

test.use({ forcedColors: 'active' })

test('[Q-156] in high contrast a selected tab, a pressed button and the current screen differ from the others', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/conversations')
  const nowhere = () => page.mouse.move(700, 400)
  const tab = page.getByRole('tab', { name: /^Active/ })
  const unselected = await look(tab)
  await tab.click()
  await nowhere()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await tab.evaluate(element => element.blur())
  expect(await look(tab)).not.toBe(unselected)

  const link = page.getByRole('link', { name: 'IPP Applications' })
  const other = await look(link)
  await link.click()
  await nowhere()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Collapse sidebar' }).focus()
  expect(await look(link)).not.toBe(other)

  await page.goto('/')
  const only = page.getByRole('button', { name: 'Show Overloaded Only' })
  await only.scrollIntoViewIfNeeded()
  const unpressed = await look(only)
  await only.click()
  await expect(only).toHaveAttribute('aria-pressed', 'true')
  await nowhere()
  await only.evaluate(button => button.blur())
  expect(await look(only)).not.toBe(unpressed)
})

test('[Q-156] in high contrast bars have a length, badges and counts an edge, and a mark of availability says which', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  // How much the team has to do is what other tests left it with, all it can take at times.
  await page.route('**/monitor/workload/monitor', async route => {
    const response = await route.fetch()
    const { metrics } = (await response.json()) as { metrics: object }
    await route.fulfill({ response, json: { metrics: { ...metrics, avg_utilization_percentage: 62.5 } } })
  })
  await page.goto('/')
  const mark = page.locator('[data-availability]')
  await expect(mark).toHaveAttribute('data-availability', 'Available')
  const available = await look(mark)
  await mark.evaluate(element => element.setAttribute('data-availability', 'Offline'))
  expect(await look(mark)).not.toBe(available)

  const chart = page.getByRole('figure', { name: 'Average utilization on an axis from 0 to 100 percent' })
  await chart.scrollIntoViewIfNeeded()
  await expect(chart).toContainText('62.5%')
  const colours = await middleLine(chart.locator('[data-tone]'))
  expect(colours.at(4), 'what is full, and what is not').not.toBe(colours.at(-4))

  await page.goto('/conversations')
  const grid = page.getByRole('grid', { name: 'Conversations' })
  const counts = grid.getByText(/^\d+ unread message/)
  for (const part of [grid.getByText('Active', { exact: true }).first(), counts.first()]) {
    const [edge, , ground] = await middleLine(part)
    expect(new Set([edge, ground, '255,255,255']).size, 'an edge, or a ground of its own').toBeGreaterThan(1)
  }
})

test('[Q-156] in high contrast it shows where one writes, and which choice of a menu is at hand', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const reply = page.getByRole('form', { name: 'Reply' })
  await box(page).focus()
  const focused = await look(reply)
  await page.getByRole('heading', { level: 2 }).focus()
  expect(await look(reply)).not.toBe(focused)

  await page.getByRole('button', { name: /^Assign/ }).click()
  const choice = page.getByRole('option').nth(1)
  await expect(choice).toBeVisible()
  await page.mouse.move(5, 5)
  const idle = await look(choice)
  await choice.hover()
  await expect(choice).toHaveAttribute('aria-selected', 'true')
  expect(await look(choice)).not.toBe(idle)
})
