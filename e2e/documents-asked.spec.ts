import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { wholeApplications } from './harness/applications.ts'
import { rowsOf, writesAgain } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-210] an agent asks for one missing document by a click; what the customer sends is put to it, and the row says so', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const one = (await wholeApplications(page, 'ipp')).find(
    ({ status, attachments, form_data }) =>
      status === 'PENDING_DOCUMENTS' &&
      (form_data['employment_details'] as { monthly_income: number }).monthly_income > 0 &&
      !attachments.some(file => file.document_type === 'INCOME_PROOF'),
  )
  if (one === undefined) throw new Error('The demo has none that waits for proof of income')
  await writesAgain(parley, page, one.conversation_id)
  await page.goto(`/applications/${one.id}`)
  const missing = page
    .getByRole('complementary', { name: 'Before a decision' })
    .getByRole('listitem')
    .filter({ hasText: 'Income proof is needed and was not received' })
  const ask = missing.getByRole('button', { name: 'Ask for it: Income proof' })
  await expect(ask).toBeVisible()
  await expectAccessible(page)

  // What WhatsApp does not take is said where it was asked.
  await page.route('**/document-asks', route =>
    route.fulfill({
      status: 409,
      json: {
        detail: 'Not asked: the 24 hours are over, and the workspace has chosen no template for this',
        code: 'application.customer-not-asked',
      },
    }),
  )
  await ask.click()
  await expect(missing.getByRole('alert')).toContainText('Not asked: the 24 hours are over')
  await page.unroute('**/document-asks')
  await ask.dblclick()
  await expect(missing).toContainText('Asked just now by Amina')
  await expect(missing.getByRole('alert')).toHaveCount(0)
  await expect(missing.getByRole('button', { name: 'Ask again: Income proof' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectNoViolation(page)

  const [row] = await rowsOf(page, one.customer.phone_number)
  const phone = parley.phone(row?.user.phone_number ?? '')
  const asked = `It is for your application IPP-${one.id}.`
  const heard = async () =>
    (await phone.messages()).filter(message => (message.text ?? '').includes(asked)).length
  await expect.poll(heard).toBe(1)
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await phone.send({ type: 'image', data_base64: picture, filename: 'id.png', mime_type: 'image/png' })
  const received = page.getByRole('listitem').filter({ hasText: 'Income proof received' })
  await expect(received).toBeVisible()
  await expect(missing).toHaveCount(0)

  await page.getByRole('tab', { name: 'Documents' }).click()
  const card = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await expect(card.last()).toContainText('Income proof')
  await page.getByRole('tab', { name: 'Status History' }).click()
  const entry = page
    .getByRole('list', { name: 'Status history' })
    .getByRole('listitem')
    .filter({ hasText: 'Asked the customer for: Income proof' })
  await expect(entry).toContainText('received')
  await expect(entry).toContainText('Amina')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await card
    .last()
    .getByRole('link', { name: /^Show the message of/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/conversations/${one.conversation_id}\\?message=`))
})
