import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import {
  applicationOf,
  applicationsOf,
  chooseStatus,
  listRows,
  statusBadge,
  statusDialog,
  type Whole,
  wholeApplications,
} from './harness/applications.ts'
import { box, writesAgain } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const sumOf = ({ form_data }: Whole) =>
  form_data.beneficiaries.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)

/** One that can be approved and whose shares are not 100%: the newest, or the oldest, which only one test changes. */
async function contradictory(page: Page, which: 0 | -1): Promise<Whole> {
  const open = new Set(['SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW'])
  const all = (await wholeApplications(page, 'ipp')).filter(
    whole => open.has(whole.status) && whole.form_data.beneficiaries.length > 0 && sumOf(whole) !== 100,
  )
  const one = all.at(which)
  if (one === undefined || all.length === 0) throw new Error('The demo has none whose shares are not 100%')
  return one
}

const checks = (page: Page): Locator => page.getByRole('region', { name: /^Before it can be approved/ })
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('[Q-241 APPD-03 Q-129] what stands open is said before it is approved, leads to its field, and is confirmed; a point that came meanwhile takes that back; the history keeps it', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const { id, conversation_id } = await contradictory(page, -1)
  await page.goto(`/applications/${id}`)

  // Of the two ways one is the main one.
  const header = page.locator('main header').first()
  const update = header.getByRole('button', { name: 'Update Status' })
  await expect(header.getByRole('link', { name: 'View Conversation' })).toHaveAttribute(
    'href',
    `/conversations/${conversation_id}`,
  )
  const paper = (one: Locator) => one.evaluate(node => getComputedStyle(node).backgroundColor)
  expect(await paper(update)).not.toBe(await paper(header.getByRole('link', { name: 'View Conversation' })))

  // Any other status says nothing of it.
  const dialog = await chooseStatus(page, 'Rejected')
  const open = dialog.getByRole('region', { name: 'What stands open' })
  await expect(open).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Approved' }).check()
  const points = open.getByRole('listitem')
  const shares = points.filter({ hasText: /^Problem: Beneficiaries add up to \d+%, not 100%/ })
  await expect(shares).toHaveCount(1)
  await expectAccessible(page)

  // Not without a word: and nothing was sent.
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/status') && request.method() === 'PUT') asked.push(request.postData() ?? '')
  })
  const send = dialog.getByRole('button', { name: 'Update Status' })
  await send.click()
  await expect(open.getByRole('alert')).toHaveText(
    'Settle what stands open, or confirm that you approve it all the same.',
  )
  expect(asked).toEqual([])

  // A point leads to its field; what is begun is kept.
  await dialog.getByLabel('Notes').fill('The father signs on Monday')
  await shares.getByRole('button').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-field^="beneficiaries"]:focus')).toHaveCount(1)
  await update.click()
  await expect(dialog.getByRole('radio', { name: 'Approved' })).toBeChecked()
  await expect(dialog.getByLabel('Notes')).toHaveValue('The father signs on Monday')

  // The server knows a point more: it is shown as new, and the confirmation is to be given anew.
  const confirm = open.getByRole('checkbox', { name: /^Approve it despite/ })
  await confirm.check()
  const count = await points.count()
  const path = `**/api/v1/applications/ipp/${id}`
  const before = await applicationOf(page, 'ipp', id)
  const { contact_details } = before.form_data as unknown as { contact_details: object }
  const current = {
    ...before,
    form_data: { ...before.form_data, contact_details: { ...contact_details, physical_address: null } },
  }
  await page.route(path, route => route.fulfill({ json: current }))
  await page.route(
    `${path}/status`,
    route =>
      route.fulfill({
        status: 409,
        json: { code: 'application.points-open', detail: 'Not approved', current },
      }),
    { times: 1 },
  )
  await send.click()
  const fresh = points.filter({ hasText: 'Physical address is missing' })
  await expect(fresh).toContainText('new')
  await expect(points).toHaveCount(count + 1)
  await expect(confirm).not.toBeChecked()
  await expect(statusDialog(page)).toBeVisible()
  await expectNoViolation(page)

  await page.unroute(path)
  await confirm.check()
  await send.click()
  await expect(statusBadge(page)).toHaveText('Approved')
  const kept = (await applicationOf(page, 'ipp', id)).status_history.at(-1)?.despite ?? []
  expect(kept.map(({ code }) => code)).toContain('shares.sum')
  await page.getByRole('tab', { name: /^Status History/ }).click()
  const entry = page.getByRole('list', { name: 'Status history' }).locator(':scope > li').first()
  await expect(entry).toContainText('Approved despite:')
  for (const { sentence } of kept) await expect(entry).toContainText(sentence)
  await expectAccessible(page)
})

test('[Q-241] the server approves nothing that was not named, whoever asks', async ({ openAs }) => {
  const page = await openAs('agent')
  const { id, status } = await contradictory(page, 0)
  const answer = await page.evaluate(async url => {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status: 'APPROVED', tell_customer: false }),
    })
    return { status: response.status, body: (await response.json()) as { code: string; detail: string } }
  }, `/api/v1/applications/ipp/${id}/status`)
  expect(answer).toMatchObject({ status: 409, body: { code: 'application.points-open' } })
  expect(answer.body.detail).toContain('Beneficiaries add up to')
  expect((await applicationOf(page, 'ipp', id)).status).toBe(status)
})

test('[Q-241 Q-210] the customer is asked in the composer, by first name and number; nothing is sent; why not is said beside the button', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const one = await contradictory(page, 0)
  await page.goto(`/applications/${one.id}`)
  const ask = checks(page).getByRole('button', { name: /^Ask the customer for th/ })

  await page.route('**/request', route =>
    route.fulfill({
      status: 409,
      json: {
        code: 'application.customer-not-asked',
        detail: 'Not asked: The customer last wrote more than 24 hours ago, so WhatsApp takes only templates',
      },
    }),
  )
  await ask.click()
  await expect(checks(page).getByRole('alert')).toContainText(
    'Failed to prepare the message: Not asked: The customer last wrote more than 24 hours ago, so WhatsApp takes only templates.',
  )
  await expectNoViolation(page)
  await page.unroute('**/request')

  await writesAgain(parley, page, one.conversation_id)
  await page.goto(`/applications/${one.id}`)
  const messages: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('messages'))
      messages.push(request.url())
  })
  await ask.click()
  await expect(page).toHaveURL(new RegExp(`/conversations/${one.conversation_id}$`))
  const [first] = one.customer.name.split(' ')
  await expect(box(page)).toHaveValue(new RegExp(`${first}.* IPP-${one.id} `))
  await expect(box(page)).toHaveValue(/100%/)
  await expect(box(page)).not.toHaveValue(/Proof of income|ID document/)
  expect(messages).toEqual([])
})

test('[Q-241] a section says once where its values came from; exceptions say so themselves, the rest where the row is looked at', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const one = (await wholeApplications(page, 'ipp')).find(
    ({ provenance }) =>
      Object.entries(provenance).filter(
        ([path, { source }]) => path.startsWith('contact_details.') && source === 'form',
      ).length > 2,
  )
  if (one === undefined) throw new Error('The demo has none filled in by a form')
  await page.goto(`/applications/${one.id}`)
  const contact = page.getByRole('region', { name: 'Contact details' })
  await expect(contact).toContainText(/All (but \d+ )?by form answer, /)
  const row = contact.locator('[data-field="contact_details.physical_address"]')
  const words = row.getByText(/^Form answer, /)
  await page.mouse.move(0, 0)
  await expect(words).toHaveCSS('opacity', '0')
  await row.hover()
  await expect(words).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  // By the keyboard, and to whom reads no colours, it is there as before.
  const mark = row.getByRole('button', { name: /^Form answer, .*: where Physical address came from$/ })
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('The customer answered it in a form')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('[Q-241 APPL-03 APPL-04] drafts and rejected applications are chosen beside the tabs, with their counts, and by the address', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const all = await applicationsOf(page, 'ipp')
  const [rejected, drafts] = ['REJECTED', 'DRAFT'].map(
    status => all.filter(row => row.status === status).length,
  )
  await page.goto('/applications')
  await expect(page.getByRole('tab')).toHaveCount(5)
  await page.getByRole('combobox', { name: 'Other statuses' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Other statuses',
    `Draft (${drafts})`,
    `Rejected (${rejected})`,
  ])
  await page.getByRole('option', { name: /^Rejected/ }).click()
  await expect(page).toHaveURL(/[?&]status=rejected/)
  const tab = page.getByRole('tab', { name: /^Rejected/ })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(tab).toHaveText(`Rejected${rejected}`)
  await expectNoViolation(page)
  await expect(listRows(page)).toHaveCount(rejected ?? 0)
  for (const row of await listRows(page).all()) await expect(row).toContainText('Rejected')
  await page.goto('/applications?status=draft')
  await expect(page.getByRole('tab', { name: /^Draft/ })).toHaveText(`Draft${drafts}`)
  await expectAccessible(page)
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(page).not.toHaveURL(/status=/)
  await expect(page.getByRole('tab')).toHaveCount(5)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('[Q-241] a quiet source is a sign to press, the window and the list fit', async ({
    browser,
    openAs,
  }) => {
    void browser
    const page = await openAs('agent')
    const { id } = await contradictory(page, 0)
    await page.goto(`/applications/${id}`)
    await expect(statusBadge(page)).toBeVisible()
    await fits(page)
    await expectNoViolation(page)
    const dialog = await chooseStatus(page, 'Approved')
    await expect(dialog.getByRole('region', { name: 'What stands open' })).toBeVisible()
    await fits(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto('/applications?status=rejected')
    await expect(page.getByRole('tab', { name: /^Rejected/ })).toHaveAttribute('aria-selected', 'true')
    await fits(page)
    await expectNoViolation(page)
  })
})
