import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-181] an agent says that two customers are one person, sees both first, and takes it back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const other = await newCustomer(parley, page, ['I lost my other phone'])
  const { id } = await newCustomer(parley, page, ['It is me again'])
  await openThread(page, id)

  await page.getByRole('button', { name: 'Link to another customer…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with another customer' })
  const merge = dialog.getByRole('button', { name: 'Merge into this customer' })
  await expect(merge).toBeDisabled()
  await dialog.getByRole('searchbox', { name: 'Search customers' }).fill(other.phone.number)
  await dialog.getByRole('radio').first().check()
  const both = dialog.getByRole('table', { name: 'Both customers' })
  await expect(both.getByRole('row', { name: /^Conversation/ })).toContainText(`#${other.id}, active`)
  await expect(both.getByRole('row', { name: /^Conversation/ })).toContainText(`#${id}, active`)
  await merge.click()
  await expect(dialog).toHaveCount(0)
  await expect(thread(page)).toContainText(/merged .* into this customer/)
  await openThread(page, other.id)
  await page.getByRole('link', { name: 'the other conversation' }).click()
  await expect(page).toHaveURL(new RegExp(`/conversations/${id}$`))

  // What stands above the button moves it as it comes.
  await expect(page.getByText('Not offered to anyone yet')).toBeVisible()
  await page.getByRole('button', { name: 'Link to another customer…' }).click()
  const made = dialog.getByRole('list', { name: 'Merged into this customer' })
  await made.getByRole('button', { name: 'Undo merge' }).click()
  await expect(made).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(thread(page)).toContainText('they are two customers again')
  await openThread(page, other.id)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  await expect(page.getByText('Two customers turned out to be one')).toHaveCount(0)
})
