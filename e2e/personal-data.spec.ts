import { readFile } from 'node:fs/promises'
import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-166 Q-170] an administrator exports a customer and erases them; a colleague who has it open sees that at once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('admin')
  const { phone, id } = await newCustomer(parley, page, ['My name is Xylotoma'])
  await openThread(page, id)
  const colleague = await openAs('agent')
  await openThread(colleague, id)
  await expect(colleague.getByRole('button', { name: /Export customer|Erase customer/ })).toHaveCount(0)

  const data = page.getByRole('region', { name: "Customer's data" })
  const coming = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Export customer’s data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^customer-\d+\.zip$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('transcript.html')).toBe(true)

  await data.getByRole('button', { name: 'Erase customer…' }).click()
  const question = page.getByRole('dialog', { name: 'Erase this customer?' })
  const erase = question.getByRole('button', { name: 'Erase for good' })
  await expect(erase).toBeDisabled()
  const label = await question.getByLabel(/^Type the phone number, \+/).getAttribute('id')
  expect(label).not.toBeNull()
  await question.getByLabel(/^Type the phone number/).fill('+256 700 999 999')
  await question.getByLabel('Reason').fill('Asked for it by letter')
  await expect(erase).toBeDisabled()
  await question.getByLabel(/^Type the phone number/).fill(phone.number)
  await erase.click()
  await expect(question).toHaveCount(0)

  for (const one of [page, colleague]) {
    await expect(one.getByText(/^Erased on .* by .*The data of this customer was deleted/)).toBeVisible()
    await expect(thread(one)).toHaveCount(0)
    await expect(one.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
    await expect(one.getByText('Xylotoma')).toHaveCount(0)
  }
  await colleague.reload()
  await expect(colleague.getByText(/^Erased on /)).toBeVisible()
})
