import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../test/console.tsx'
import { openReplying } from '../../test/replying.ts'

test('an open bell is no landmark of the page: there is one banner', async () => {
  await openConsole('/conversations')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  expect(page.getByRole('banner').elements()).toHaveLength(1)
  expect(page.getByRole('contentinfo').elements()).toEqual([])
})

test('an open window has no header and no footer that would be landmarks', async () => {
  await openReplying()
  await page
    .getByRole('button', { name: /Manage Ticket|Create Ticket/ })
    .first()
    .click()
  await expect.element(page.getByRole('dialog', { name: /^Support Tickets/ })).toBeVisible()
  expect([
    ...document.querySelectorAll('[role=dialog] header:not(article header):not(section header)'),
  ]).toEqual([])
  expect([...document.querySelectorAll('[role=dialog] footer')]).toEqual([])
})
