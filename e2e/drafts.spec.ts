import type { Page } from '@playwright/test'
import { box, newCustomer, openThread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
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
