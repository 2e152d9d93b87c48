import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { startParley } from './harness/parley.ts'
import { Phone } from './harness/phone.ts'
import { expect, signIn, test } from './harness.ts'

const editor = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const open = async (page: Page, title: string) => {
  await page.getByRole('list', { name: 'Answers' }).getByRole('button', { name: title }).click()
  return editor(page, title)
}

test('[Q-200] a supervisor finds an answer, drafts a change, publishes it, and looks up what it said before', async ({
  openAs,
}) => {
  const page = await openAs('carol', '/bot')
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('omusika')
  await expect(page.getByRole('list', { name: 'Answers' }).getByRole('button')).toHaveCount(1)
  const form = await open(page, 'Change of beneficiary')
  await expect(form).toContainText('version 1')
  await expect(form.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await form.getByRole('tab', { name: 'Swahili' }).click()
  await form.getByLabel('Answer in Swahili').fill('Badilisha wakati wowote.')
  await expect(form.getByText('Not saved')).toBeVisible()
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Changed since')).toBeVisible()
  await expect(form.getByText('Not saved')).toHaveCount(0)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form).toContainText('version 2')
  await expect(form.getByText('Published', { exact: true })).toBeVisible()

  await form.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'What customers were told' })
  await expect(versions.getByRole('listitem').first()).toContainText('Badilisha wakati wowote.')
  await versions.getByRole('button', { name: 'Take it up again' }).last().click()
  await form.getByRole('tab', { name: 'Swahili' }).click()
  await expect(form.getByLabel('Answer in Swahili')).toHaveValue(/^Unaweza kubadilisha/)
  await form.getByRole('button', { name: 'Undo changes' }).click()
  await expect(form.getByLabel('Answer in Swahili')).toHaveValue('Badilisha wakati wowote.')
})

test('[Q-200] a new answer: what is missing is named; what was written outlives a failed save and the page', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/500|409/)
  const page = await openAs('carol', '/bot')
  await page.getByRole('button', { name: 'New answer' }).click()
  let form = editor(page, 'New answer')
  await form.getByLabel('Title').fill('Policy on the phone')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'To mend first: Answer (English), Questions (English), Topic',
  )
  await form.getByLabel('Topic').fill('Policy')
  await form.getByLabel('Answer in English').fill('Write here and we send it.')
  await form.getByLabel('How customers ask it in English').fill('I missed a payment\npolicy on my phone')
  await page.route('**/bot/knowledge', route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to save the answer')
  await page.unroute('**/bot/knowledge')
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
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Bring it back' }).click()
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
  await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[]') })
  await expect(page.getByRole('alert')).toContainText('This is no knowledge file')
})

test('[Q-200] business hours are edited, with what is wrong named by its day, and every console follows', async ({
  openAs,
}) => {
  const page = await openAs('carol', '/bot')
  const other = await openAs('admin', '/bot')
  const panel = page.getByRole('region', { name: 'Business hours' })
  await expect(panel).toContainText(/Open now|Closed until/)
  await panel.getByRole('button', { name: 'Edit hours and holidays' }).click()
  const dialog = page.getByRole('dialog', { name: 'Business hours' })
  await dialog.getByLabel('Monday, to (1)').fill('8')
  await dialog.getByRole('button', { name: 'Add hours on Sunday' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText('Monday ends at 08:00, which is not after 08:00, when it begins'),
  ).toBeVisible()
  await expect(dialog.getByText('Sunday needs a time at which it begins')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Monday, to (1)').fill('1230')
  await dialog.getByLabel('Sunday, from (1)').fill('10')
  await dialog.getByLabel('Sunday, to (1)').fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  for (const one of [page, other]) {
    const shown = one.getByRole('region', { name: 'Business hours' })
    await expect(shown).toContainText('08:00 to 12:30')
    await expect(shown).toContainText('10:00 to 12:00')
  }
})

test('[Q-200] an agent has no such screen, and cannot edit by its address either', async ({ openAs }) => {
  const page = await openAs('agent', '/bot')
  await expect(page.getByText('This screen is not for your account')).toBeVisible()
})

test('[Q-200] on a phone the list and one answer take turns', async ({ openAs }) => {
  const page = await openAs('carol', '/bot')
  await page.setViewportSize({ width: 390, height: 800 })
  const form = await open(page, 'Grace period')
  await expect(page.getByRole('list', { name: 'Answers' })).toBeHidden()
  await expect(form.getByRole('button', { name: 'Publish' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await form.getByRole('button', { name: 'All answers' }).click()
  await expect(page.getByRole('list', { name: 'Answers' })).toBeVisible()
})

test('[Q-200] where nothing is known yet the page says what to do', async ({ page }) => {
  await page.route('**/bot/knowledge', route => route.fulfill({ json: [] }))
  await signIn(page, 'carol', '/bot')
  await expect(page.getByText('The bot knows no answers yet')).toBeVisible()
})

test('[Q-202] a supervisor turns the bot on and off for a number, and is asked before it is turned off', async ({
  openAs,
}) => {
  const page = await openAs('carol', '/bot')
  const panel = page.getByRole('region', { name: 'Where the bot answers' })
  await panel.getByRole('button', { name: 'Turn on the bot for WhatsApp' }).click()
  await expect(panel).toContainText('The bot answers first and has 0 conversations')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Turn off the bot for WhatsApp' }).click()
  const asked = page.getByRole('dialog', { name: 'Turn off the bot for WhatsApp?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel).toContainText('The bot answers first')
  await panel.getByRole('button', { name: 'Turn off the bot for WhatsApp' }).click()
  await asked.getByRole('button', { name: 'Turn off' }).click()
  await expect(panel.getByRole('button', { name: 'Turn on the bot for WhatsApp' })).toBeVisible()
})

test('[Q-205] a supervisor gives a text that was not understood a meaning by keyboard, and takes it back', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const parley = await startParley({ env: { BOT_AT_NEW_NUMBERS: 'on', DEMO_CONVERSATIONS: '0' } })
  const context = await browser.newContext({ baseURL: parley.url })
  const page = await context.newPage()
  await signIn(page, 'carol', '/bot')
  const panel = page.getByRole('region', { name: 'Not understood' })
  await expect(panel).toContainText('Nothing waits')
  // Nobody presses anything: an open page follows.
  await new Phone(parley.simulatorUrl, '256770000331').say('Vroom zak lipp')
  await new Phone(parley.simulatorUrl, '256770000332').say('<b>frob</b> nik dax')
  await new Phone(parley.simulatorUrl, '256770000333').say('vroom, zak lipp')
  const texts = panel.getByRole('list', { name: 'Texts that were not understood' }).getByRole('listitem')
  await expect(texts).toHaveCount(2)
  await expect(texts.first()).toContainText('2 times')
  await expect(texts.last()).toContainText('<b>frob</b> nik dax')
  await expect(texts.last()).toContainText('Nearest:')
  await expectAccessible(page)

  const meaning = texts.first().getByRole('combobox')
  await meaning.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Make Cl')
  await page.keyboard.press('Enter')
  await expect(texts).toHaveCount(1)
  await panel.getByRole('tab', { name: 'With a meaning' }).click()
  await expect(texts).toContainText('zak lipp')
  await expect(texts.getByRole('combobox')).toContainText('Make Claim')
  await expectAccessible(page)
  await texts.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Choose a meaning' }).click()
  await expect(panel).toContainText('Nothing was given a meaning yet')
  await panel.getByRole('tab', { name: 'Without a meaning' }).click()
  await expect(texts).toHaveCount(2)
  await texts.first().getByRole('link').click()
  await expect(page.getByText('ak lipp').first()).toBeVisible()
  await context.close()
  await parley.stop()
})

test('[Q-205] a supervisor tries what the bot would say, by typing and by pressing, and with a draft', async ({
  openAs,
}) => {
  const page = await openAs('carol', '/bot')
  const box = page.getByRole('region', { name: 'Test it' })
  await box.getByLabel('Write as a customer').fill('hello')
  await page.keyboard.press('Enter')
  const said = box.getByRole('list', { name: 'What was said' }).getByRole('listitem')
  await expect(said).toHaveCount(1)
  await expect(said).toContainText('automatic assistant')
  await expect(box).toContainText('Greeting')
  await expect(box.getByLabel('Write as a customer')).toBeFocused()
  await expectAccessible(page)
  await box.getByLabel('Write as a customer').fill('do you sell yellow umbrellas')
  await box.getByRole('button', { name: 'Ask' }).click()
  await expect(said).toHaveCount(2)
  await box.getByRole('checkbox', { name: 'With answers that are not published yet' }).check()
  await expect(said).toHaveCount(2)
  await said.last().getByRole('button').last().click()
  await expect(said).toHaveCount(3)
  await expect(box).toContainText('Yes: the customer asked for a person')
  await expect(box.getByLabel('Write as a customer')).toBeDisabled()
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Start again' }).click()
  await expect(box).toContainText('Write as a new customer would')
})
