import type { Page } from '@playwright/test'
import {
  box,
  messageOf,
  newCustomer,
  openThread,
  rowsOf,
  say,
  sendButton,
  thread,
} from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

const undo = (page: Page) => thread(page).getByRole('button', { name: 'Undo' })

test('[Q-234 Q-373 Q-386 Q-388] a reply is held: taken back by its key and after a reload, with what it resolved; the rest leaves though the browser is gone', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  // Longer than a slow machine takes for any of the steps.
  const parley = await startParley({ env: { UNDO_SEND: '25' } })
  const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, 'agent', '/conversations')
  const { phone, id } = await newCustomer(parley, page, ['Is my premium paid?'])
  await openThread(page, id)
  const answering = page.getByRole('group', { name: /^Replying to / })
  const file = page.getByRole('button', { name: 'Remove policy.txt' })
  await test.step('by its key, with its file and what it answers', async () => {
    await box(page).fill('It is so')
    await box(page).press('Alt+ArrowUp')
    await expect(answering).toContainText('Is my premium paid?')
    await page
      .getByLabel('Files to attach')
      .setInputFiles({ name: 'policy.txt', mimeType: 'text/plain', buffer: Buffer.from('A policy') })
    await expect(file).toBeVisible()
    await expect(sendButton(page)).toBeEnabled()
    await box(page).press('Enter')
    await expect(file).toHaveCount(0)
    await expect(undo(page)).toBeVisible()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('z')
    await expect(box(page)).toHaveValue('It is so')
    await expect(answering).toContainText('Is my premium paid?')
    await file.click()
    await page.getByRole('button', { name: 'Do not quote' }).click()
  })
  await test.step('after a reload', async () => {
    await say(page, 'It is so')
    await expect(undo(page)).toBeVisible()
    await page.reload()
    await undo(page).click()
    await expect(messageOf(page, 'It is so')).toHaveCount(0)
    await expect(box(page)).toHaveValue('It is so')
  })
  await test.step('with the resolving that it brought, by Z from wherever that led', async () => {
    const statusNow = async () => (await rowsOf(page, phone.number))[0]?.status
    await box(page).fill('It is so. Goodbye')
    await box(page).press('Control+Shift+Enter')
    await expect.poll(statusNow).toBe('RESOLVED')
    await page.getByRole('heading', { level: 2 }).first().click()
    await page.keyboard.press('z')
    await expect(page).toHaveURL(`/conversations/${id}`)
    await expect(box(page)).toHaveValue('It is so. Goodbye')
    await expect.poll(statusNow).toBe('ACTIVE')
  })
  await say(page, 'It is still so')
  await expect(undo(page)).toBeVisible()
  expect(await phone.received()).toEqual([])
  await context.close()
  await phone.expectLatest(['It is still so'])
  expect(await phone.received()).toHaveLength(1)
  await parley.stop()
})
