import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import type { Account } from './harness/sessions.ts'
import { expect, signIn, test } from './harness.ts'

/** Makes a call from a signed-in page. */
const call = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([verb, where, text]) => {
      const answer = await fetch(`/api/v1/${where}`, {
        method: verb ?? '',
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        body: text ?? '',
      })
      return answer.status
    },
    [method, path, JSON.stringify(body)],
  )

test('[Q-176] what another department takes leaves the screen, and is there again once it is offered', async ({
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/403/)
  const parley = await startParley()
  const openHere = async (from: Browser, account: Account, path: string) => {
    const page = await (await from.newContext({ baseURL: parley.url })).newPage()
    pageErrors.watch(page.context())
    await signIn(page, account, path)
    return page
  }
  const admin = await openHere(browser, 'admin', '/settings/roles')
  const form = admin.getByRole('form', { name: 'Roles and visibility' })
  const who = form.getByRole('group', { name: 'Who sees the conversations of another department' })
  await who.getByRole('radio', { name: /^Supervisors/ }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText(/^Saved/)

  const hers = await openHere(browser, 'agent', '/conversations')
  const { phone, id } = await newCustomer(parley, hers, ['Whose am I?'])
  const list = hers.getByRole('grid', { name: 'Conversations' })
  const row = list.getByRole('row').filter({ hasText: 'Whose am I?' })
  await expect(row).toBeVisible()
  const desk = await openHere(browser, 'agent', '/')
  await openThread(desk, id)

  const his = await openHere(browser, 'brian', '/')
  // His socket may not be open yet.
  await expect.poll(() => call(his, 'POST', `handoff/accept/${id}`, {})).toBe(200)
  await expect(row).toHaveCount(0)
  await expect(desk.getByText('Conversation not found')).toBeVisible()
  await expect(desk.getByText('another department has it')).toBeVisible()
  await expect(desk.getByText('Whose am I?')).toHaveCount(0)
  await expectAccessible(desk)
  await phone.say('For Claims alone')
  await expect(messageOf(await opened(his, id), 'For Claims alone')).toBeVisible()
  await desk.reload()
  await expect(desk.getByText('another department has it')).toBeVisible()
  await expect(list.getByText('For Claims alone')).toHaveCount(0)

  // Offered to her it is in her sight, with all that was said meanwhile.
  const me = await hers.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as string)
  expect(await call(his, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me })).toBe(200)
  const offer = hers.getByRole('region', { name: 'New Assignment' })
  await expect(offer).toContainText('For Claims alone')
  await offer.getByRole('button', { name: 'Accept Now' }).click()
  await hers.goto('/conversations')
  await expect(list.getByRole('row').filter({ hasText: 'For Claims alone' })).toBeVisible()
  await expect(messageOf(desk, 'Whose am I?')).toBeVisible()
  await expect(messageOf(desk, 'For Claims alone')).toBeVisible()
  for (const page of [admin, hers, desk, his]) await page.context().close()
  await parley.stop()
})

const opened = async (page: Page, id: string): Promise<Page> => {
  await openThread(page, id)
  return page
}
