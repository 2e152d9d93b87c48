import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { setSetting } from './harness/settings.ts'
import { signIn } from './harness/sign-in.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const undo = (page: Page) => thread(page).getByRole('button', { name: 'Undo' })

test('[Q-234 Q-373] a reply is held: taken back by a press, by its key, after a reload and from the next conversation; the rest leaves though the browser is gone', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  // Longer than a slow machine takes for any of the steps.
  const parley = await startParley({ env: { UNDO_SEND: '25' } })
  const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, 'agent', '/conversations')
  const { phone, id } = await newCustomer(parley, page, ['Is my premium paid?'])
  const next = await newCustomer(parley, page, ['And mine?'])
  for (const one of [id, next.id])
    await expect.poll(() => call(page, 'POST', `handoff/accept/${one}`)).not.toHaveProperty('code')
  await openThread(page, id)

  await test.step('by a press: it is in no thread and no list, and its words are in the box', async () => {
    await say(page, 'It is nto')
    await expect(undo(page)).toContainText(/\d s$/)
    await expectAccessible(page, ['best-practice'])
    await undo(page).click()
    await expect(messageOf(page, 'It is nto')).toHaveCount(0)
    await expect(box(page)).toHaveValue('It is nto')
    await expect(box(page)).toBeFocused()
    await expect(page.getByRole('grid', { name: 'Queue' }).locator('[aria-current]')).toContainText(
      'Is my premium paid?',
    )
  })
  await test.step('with its file and what it answers', async () => {
    const answering = page.getByRole('group', { name: /^Answering / })
    const file = page.getByRole('button', { name: 'Remove policy.txt' })
    await box(page).press('Alt+ArrowUp')
    await expect(answering).toContainText('Is my premium paid?')
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'policy.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A policy'),
    })
    await expect(file).toBeVisible()
    await expect(sendButton(page)).toBeEnabled()
    await box(page).press('Enter')
    await expect(file).toHaveCount(0)
    await expect(undo(page)).toBeVisible()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('z')
    await expect(box(page)).toHaveValue('It is nto')
    await expect(answering).toContainText('Is my premium paid?')
    await file.click()
    await page.getByRole('button', { name: 'Do not quote' }).click()
  })
  await test.step('by Ctrl Z in an empty box; with words in it that is theirs', async () => {
    await say(page, 'It is not')
    await expect(undo(page)).toBeVisible()
    await page.keyboard.type('a')
    await page.keyboard.press('Control+z')
    await expect(box(page)).toHaveValue('')
    await expect(messageOf(page, 'It is not')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(messageOf(page, 'It is not')).toHaveCount(0)
    await expect(box(page)).toHaveValue('It is not')
  })
  await test.step('after a reload', async () => {
    await say(page, 'It is so')
    await expect(undo(page)).toBeVisible()
    await page.reload()
    await undo(page).click()
    await expect(messageOf(page, 'It is so')).toHaveCount(0)
    await expect(box(page)).toHaveValue('It is so')
  })
  await test.step('from the next conversation', async () => {
    await box(page).fill('It is so since Monday')
    await page.keyboard.press('Control+Enter')
    await expect(page).not.toHaveURL(new RegExp(`/conversations/${id}$`))
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect(page).toHaveURL(new RegExp(`/conversations/${id}$`))
    await expect(box(page)).toHaveValue('It is so since Monday')
    await expect(messageOf(page, 'It is so since Monday')).toHaveCount(0)
  })
  await test.step('elsewhere Undo is offered for as long as it can be done', async () => {
    // Longer than it takes to get there, and no longer than is waited for its end.
    await setSetting(parley, { undo_send_seconds: 12 })
    const sent = page.getByText(/^Sent to /)
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(undo(page)).toBeVisible()
    await openThread(page, next.id)
    await expect(sent).toBeVisible()
    await expect(sent).toHaveCount(0)
    await phone.expectLatest(['It is so since Monday'])
    await openThread(page, id)
    await say(page, 'It is so since January')
    await phone.expectLatest(['It is so since Monday', 'It is so since January'])
    await openThread(page, next.id)
    await expect(box(page)).toBeFocused()
    await expect(sent).toHaveCount(0)
  })
  await test.step('what is not taken back leaves, though nobody is there', async () => {
    await openThread(page, id)
    await say(page, 'It is still so')
    await expect(undo(page)).toBeVisible()
    expect(await phone.received()).toHaveLength(2)
    await context.close()
    await phone.expectLatest(['It is still so'])
    expect(await phone.received()).toHaveLength(3)
  })
  await parley.stop()
})
