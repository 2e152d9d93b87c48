import { expectAccessible } from './harness/accessible.ts'
import { newCustomer } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { expect, signIn, test } from './harness.ts'

const manage = ['Channel', 'Bot', 'People', 'Audit log', 'Settings'] as const

test.describe('[Q-165] what one may not do is not offered', () => {
  for (const [account, offered] of [
    ['agent', []],
    ['carol', ['Channel', 'Bot', 'People']],
    ['admin', [...manage]],
  ] as const) {
    test(`${account}: ${offered.join(', ') || 'nothing beyond the desk'}`, async ({ page, pageErrors }) => {
      pageErrors.allow(/403/)
      await signIn(page, account, '/')
      const nav = page.getByRole('navigation', { name: 'Main' })
      await expect(nav.getByRole('link', { name: 'LIB Flex Applications' })).toBeVisible()
      if (offered.length > 0) await expect(nav.getByRole('link', { name: offered[0] ?? '' })).toBeVisible()
      for (const name of manage)
        await expect(nav.getByRole('link', { name, exact: true })).toHaveCount(
          offered.some(one => one === name) ? 1 : 0,
        )
      if (offered.length === manage.length) return
      // Typed by hand, the address says whose it is not; the server would say the same.
      await page.goto('/audit')
      await expect(page.getByText('This screen is not for your account')).toBeVisible()
    })
  }
})

test('[Q-165 Q-305] an administrator invites somebody, who sets a password by the link and signs in', async ({
  openAs,
  browser,
  baseURL,
}) => {
  const page = await openAs('admin', '/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('form', { name: 'Invite' })
  await form.getByLabel('E-mail').fill('nowhere')
  await form.getByRole('button', { name: 'Make link' }).click()
  await expect(form.getByRole('alert')).toContainText('must be an e-mail address')
  await form.getByLabel('E-mail').fill('sanyu@parley.example')
  await form.getByLabel('Name').fill('Sanyu Nantongo')
  const takes = form.getByRole('checkbox', { name: 'Takes conversations' })
  await expect(takes).toBeChecked()
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Supervisor' }).click()
  await expect(takes).not.toBeChecked()
  await form.getByRole('button', { name: 'Make link' }).click()
  const link = await form.getByRole('textbox', { name: 'Link for Sanyu Nantongo' }).inputValue()
  const row = page.getByRole('row', { name: /Sanyu Nantongo/ })
  await expect(row).toContainText('Supervisor')
  await expect(row).toContainText('Invited')
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const hers = await context.newPage()
  await hers.goto(link)
  await hers.getByLabel('New password', { exact: true }).fill('nine grey herons 4')
  await hers.getByRole('button', { name: 'Set new password' }).click()
  await expect(hers.getByText('The password is changed')).toBeVisible()
  const signInForm = hers.getByRole('form', { name: 'Sign in' })
  await signInForm.getByLabel('Username').fill('sanyu@parley.example')
  await signInForm.getByLabel('Password', { exact: true }).fill('nine grey herons 4')
  await signInForm.getByRole('button', { name: 'Sign in' }).click()
  await expect(hers.getByRole('link', { name: 'People' })).toBeVisible()

  // Her session is seen and ended, and her page is signed out by itself.
  await page.reload()
  await row.getByRole('button').click()
  const panel = page.getByRole('complementary', { name: 'Sanyu Nantongo' })
  await expect(panel.getByRole('heading', { name: 'Signed in on 1 device' })).toBeVisible()
  await panel.getByRole('button', { name: /^End Chrom/ }).click()
  await expect(panel.getByRole('heading', { name: 'Signed in nowhere' })).toBeVisible()
  await expect(hers).toHaveURL(/\/login/)
  await context.close()

  // A changed role and a disabled account show at once, and what was done is on record.
  await panel.getByRole('radio', { name: /^Agent/ }).check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Agent')
  await panel.getByRole('button', { name: 'Disable account' }).click()
  const asked = page.getByRole('dialog', { name: 'Disable the account of Sanyu Nantongo?' })
  await asked.getByRole('button', { name: 'Disable account' }).click()
  await expect(asked).toBeHidden()
  await expect(row).toContainText('Disabled')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  for (const what of ['Disabled the account', 'Changed the role', 'Ended a session', 'Invited'])
    await expect(log.getByRole('row').filter({ hasText: what }).first()).toContainText('Miriam Nansubuga')
  await expect(log.getByRole('row', { name: /Changed the role/ }).first()).toContainText(
    'role SUPERVISOR → AGENT',
  )
})

test('[Q-165] the audit log is filtered by what, who and days, and goes into a file', async ({
  openAs,
  parley,
}) => {
  const brian = await openAs('brian')
  const { id } = await newCustomer(parley, brian, ['What is written down about me?'])
  await brian.evaluate(async conversation => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ tags: ['audited'] })
    await fetch(`/api/v1/conversations/${conversation}/tags`, { method: 'PUT', headers, body })
  }, id)
  const page = await openAs('admin', '/audit')
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: /Changed the tags/ }).first()).toContainText('Brian Odongo')
  await page.getByRole('combobox', { name: /^What: / }).click()
  await page.getByRole('option', { name: 'Signing in' }).click()
  await expect(log.getByRole('row', { name: /Changed the tags/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: /^What: / }).click()
  await page.getByRole('option', { name: 'Conversations', exact: true }).click()
  await page.getByRole('combobox', { name: /^Who: / }).click()
  await page.getByRole('option', { name: 'Brian Odongo' }).click()
  await expect(log.getByRole('row', { name: /audited/ }).first()).toBeVisible()
  await expect(log.getByRole('row').filter({ hasText: /^(?!.*Brian Odongo)/ })).toHaveCount(1)
  const days = page.getByRole('group', { name: 'Days' })
  await days.getByLabel('To').fill('2020-01-01')
  await expect(page.getByText('Nothing in the log fits these filters')).toBeVisible()
  await days.getByLabel('To').fill('')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV: Audit log' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
})

test('[Q-165 Q-036 Q-264] a setting counts for everybody from the next call on', async ({ browser }) => {
  const parley = await startParley()
  const context = await browser.newContext({ baseURL: parley.url })
  const page = await context.newPage()
  await signIn(page, 'admin', '/settings')
  const form = page.getByRole('form', { name: 'Settings' })
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  const who = form.getByRole('group', { name: 'Who approves and rejects applications' })
  await who.getByRole('radio', { name: /^Supervisors/ }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText(/^Saved/)
  await expectAccessible(page)
  await page.reload()
  await expect(who.getByRole('radio', { name: /^Supervisors/ })).toBeChecked()
  // To keep less asks first: it deletes.
  const days = form.getByLabel('Days for which messages and files are kept')
  await days.fill('730')
  await form.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete what is older?' })
  await expect(asked.getByText('words and files of messages older than 730 days')).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(days).toHaveValue('730')
  await page.reload()
  await expect(days).toHaveValue('')
  // Amber comes before red; the queue is told.
  const [amber, red] = [form.getByLabel('Minutes until a wait is amber'), form.getByLabel(/wait is red$/)]
  await amber.fill('50')
  await expect(form.getByText(/amber comes before red/)).toBeVisible()
  await red.fill('90')
  await expect(form.getByText(/amber comes before red/)).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText(/^Saved/)
  await page.reload()
  await expect(amber).toHaveValue('50')
  // The server of these tests holds nothing; the next reply is held as long as is decided here.
  const undo = form.getByLabel('Undo send (seconds)')
  await expect(undo).toHaveValue('')
  await expect(undo).toHaveAccessibleDescription(/Empty: 0, as the server is set up/)
  await undo.fill('31')
  await expect(form.getByText('Whole seconds, up to 30.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText('')
  await undo.fill('25')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText(/^Saved/)
  await page.reload()
  await expect(undo).toHaveValue('25')
  await expectAccessible(page)
  // Who may not decide is not offered it, and the server would refuse.
  const his = await (await browser.newContext({ baseURL: parley.url })).newPage()
  await signIn(his, 'brian', '/applications')
  await his.getByRole('row').nth(1).getByRole('link').first().click()
  await his.getByRole('button', { name: 'Update Status' }).click()
  const dialog = his.getByRole('dialog', { name: 'Update Status' })
  await expect(dialog.getByText('left to supervisors')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(4)
  await expect(dialog.getByRole('radio', { name: /Approved|Rejected/ })).toHaveCount(0)
  await his.context().close()
  await context.close()
  await parley.stop()
})

test('[Q-165] a supervisor sets a colleague offline who left without a word, and changes no account', async ({
  openAs,
}) => {
  const brian = await openAs('brian', '/')
  await expect(brian.getByRole('complementary', { name: 'Sidebar' }).getByText('Available')).toBeVisible()
  const page = await openAs('carol', '/people')
  const row = page.getByRole('row', { name: /Brian Odongo/ })
  await expect(row).toContainText(/Available|Full/, { timeout: 30_000 })
  await row.getByRole('button').click()
  const panel = page.getByRole('complementary', { name: 'Brian Odongo' })
  await expect(panel.getByRole('button', { name: 'Disable account' })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Set offline' }).click()
  await expect(row).toContainText('Offline')
  await expect(brian.getByRole('complementary', { name: 'Sidebar' }).getByText('Offline')).toBeVisible()
})
