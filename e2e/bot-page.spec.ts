import fs from 'node:fs'
import { expect, test } from './harness.ts'

test('[Q-200] all that is published is one file, which says by entry what is wrong with it', async ({
  openAs,
}) => {
  const page = await openAs('carol', '/bot')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = JSON.parse(fs.readFileSync(await (await downloading).path(), 'utf8'))
  const [first] = file.answers
  const answers = [
    { ...first, title: 'From a file' },
    { ...first, title: '' },
  ]
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'knowledge.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, answers })),
  })
  const report = page.getByRole('dialog', { name: 'The file was imported' })
  await expect(report).toContainText('1 new draft, 0 answers changed as drafts, 0 the same as here.')
  await expect(report.getByRole('list', { name: 'Not imported' })).toContainText(
    'Entry 2: Title must not be empty',
  )
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: /From a file.*Draft/ })).toBeVisible()
})
