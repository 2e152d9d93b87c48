import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

const editor = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const open = async (page: Page, title: string) => {
  await page.getByRole('list', { name: 'Answers' }).getByRole('button', { name: title }).click()
  return editor(page, title)
}

test('[Q-200] a new answer outlives the page before it is saved; whose question is taken is said, and it is a draft by then', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const page = await openAs('carol', '/bot')
  await page.getByRole('button', { name: 'New answer' }).click()
  let form = editor(page, 'New answer')
  await form.getByLabel('Title').fill('Policy on the phone')
  await form.getByLabel('Topic').fill('Policy')
  await form.getByLabel('Answer in English').fill('Write here and we send it.')
  await form.getByLabel('How customers ask it in English').fill('I missed a payment\npolicy on my phone')
  await expectKept(page, 'policy on my phone')
  await page.reload()
  form = editor(page, 'New answer')
  await expect(form.getByLabel('How customers ask it in English')).toHaveValue(
    'I missed a payment\npolicy on my phone',
  )
  // Another answer is to the first question already: it is a draft by then, and says why it is no more.
  await form.getByRole('button', { name: 'Publish' }).click()
  form = editor(page, 'Policy on the phone')
  await expect(form.getByText('Draft', { exact: true })).toBeVisible()
  await expect(form.getByRole('alert')).toContainText(
    '“Grace period” already answers the question “I missed a payment”',
  )
  await form.getByLabel('How customers ask it in English').fill('policy on my phone')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByText('Published', { exact: true })).toBeVisible()
})

test('[Q-200] two who edit one answer: other fields are taken in, the same one is asked about', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const hers = await openAs('carol', '/bot')
  const his = await openAs('admin', '/bot')
  const [mine, theirs] = [await open(hers, 'Funeral cover'), await open(his, 'Funeral cover')]
  await mine.getByLabel('Answer in English').fill('By Carol.')
  await theirs.getByLabel('Link below it').fill('https://parleylife.example/funeral')
  await theirs.getByRole('button', { name: 'Save draft' }).click()
  // Hers follows by itself, and keeps what she wrote.
  await expect(mine.getByLabel('Link below it')).toHaveValue('https://parleylife.example/funeral')
  await expect(mine.getByLabel('Answer in English')).toHaveValue('By Carol.')
  await theirs.getByLabel('Answer in English').fill('By Miriam.')
  await theirs.getByRole('button', { name: 'Save draft' }).click()
  const notice = mine.getByRole('status').filter({ hasText: 'saved something else meanwhile' })
  await expect(notice).toContainText('Miriam Nansubuga saved something else meanwhile: Answer (English).')
  await mine.getByRole('button', { name: 'Save draft' }).click()
  await expect(mine.getByLabel('Answer in English')).toHaveValue('By Carol.')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await mine.getByRole('button', { name: 'Save draft' }).click()
  await expect(mine.getByText('Not saved')).toHaveCount(0)
  await expect(theirs.getByLabel('Answer in English')).toHaveValue('By Carol.')
})

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
  const report = page.getByRole('dialog', { name: 'The file was read in' })
  await expect(report).toContainText('1 new draft, 0 answers changed as drafts, 0 the same as here.')
  await expect(report.getByRole('list', { name: 'Not taken' })).toContainText(
    'Entry 2: Title must not be empty',
  )
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: /From a file.*Draft/ })).toBeVisible()
})
