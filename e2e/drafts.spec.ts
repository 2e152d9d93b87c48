import type { Page } from '@playwright/test'
import { box, newCustomer, openThread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { issueSelector, raiseIssue } from './harness/issues.ts'
import { expect, test } from './harness.ts'

/** Keeps this browser's database busy writing from another tab. Returns how to end it. */
async function busyDevice(page: Page): Promise<() => Promise<void>> {
  const other = await page.context().newPage()
  await other.goto('/favicon.svg')
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('parley')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('sealed', 'readwrite').objectStore('sealed')
          const write = () => {
            if (document.documentElement.dataset['over'] !== undefined) return
            const put = store.put('busy', 'busy')
            put.addEventListener('success', write)
            resolve()
          }
          write()
        })
      }),
  )
  return async () => {
    await other.evaluate(() => {
      document.documentElement.dataset['over'] = ''
    })
    await other.close()
  }
}

test('[Q-040 Q-146] what is typed before this browser’s database answers joins the kept draft', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('Written yesterday')
  await expectKept(page, 'Written yesterday')
  await page.reload()
  await expect(box(page)).toHaveValue('Written yesterday')

  const release = await busyDevice(page)
  await openThread(page, id)
  await expect(box(page)).toHaveValue('')
  await box(page).pressSequentially('typed early')
  await release()
  await expect(box(page)).toHaveValue('Written yesterday\ntyped early')
  await expectKept(page, 'typed early')
  await page.reload()
  await expect(box(page)).toHaveValue('Written yesterday\ntyped early')
})

test('[CDET-28 Q-016 Q-146] the issue that is being written and the selected one are still there after the screen was left', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['My card is lost'])
  await openThread(page, id)
  await raiseIssue(page, 'Lost card')
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Lost card')
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  const begin = async () => {
    await issueSelector(page).click()
    await page.getByRole('menuitem', { name: 'New issue…' }).click()
  }
  await begin()
  await dialog.getByLabel('Title').fill('And a second one')
  await dialog.getByLabel('Description').fill('It is not clear yet')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to list' }).click()
  await openThread(page, id)
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Lost card')
  await begin()
  await expect(dialog.getByLabel('Title')).toHaveValue('And a second one')
  await expect(dialog.getByLabel('Description')).toHaveValue('It is not clear yet')

  await page.reload()
  await expect(issueSelector(page)).toHaveAccessibleName('Current issue: Lost card')
  await begin()
  await expect(dialog.getByLabel('Title')).toHaveValue('And a second one')
})
