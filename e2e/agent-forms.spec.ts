import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { applicationOf } from './harness/applications.ts'
import { openThread, rowsOf } from './harness/conversation.ts'
import { holdAnswer } from './harness/held.ts'
import { startParley } from './harness/parley.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

test('[Q-215] an agent begins a form for the customer, fills in two fields, and has the bot ask for the rest', async ({
  browser,
  pageErrors,
}) => {
  test.setTimeout(240_000)
  const parley = await startParley({ env: { BOT_AT_NEW_NUMBERS: 'on', DEMO_CONVERSATIONS: '0' } })
  const context = await browser.newContext({
    baseURL: parley.url,
    viewport: { width: 1400, height: 900 },
  })
  pageErrors.watch(context)
  const page = await context.newPage()
  await signIn(page, 'agent', '/conversations')
  const phone = parley.phone('256770000421')
  const heard = async () =>
    (await phone.messages()).filter(one => one.direction === 'OUTBOUND').map(one => one.text ?? '')
  await phone.say('I want to talk to a person')
  await expect.poll(heard).not.toHaveLength(0)
  await page
    .getByRole('region', { name: 'New Assignment' })
    .getByRole('button', { name: 'Accept Now' })
    .click()
  const [found] = await rowsOf(page, '256770000421')
  await openThread(page, found?.id ?? '')
  const before = (await heard()).length

  await page.getByRole('button', { name: 'Start an application for the customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start an application' })
  await dialog.getByRole('radio', { name: /^LIB Flex/ }).check()
  await expectNoViolation(page)
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page).toHaveURL(/\/lib-applications\/\d+/)
  const id = page.url().split('/').at(-1) ?? ''
  await expect(page.getByText('Not submitted yet')).toBeVisible()
  await expect(
    page
      .getByRole('banner')
      .or(page.locator('header'))
      .filter({ hasText: `LIB-${id}` }),
  ).toContainText(/started by .*Amina.* for /)

  // What is no answer is refused with the words of the chat, in its place.
  const field = (path: string) => page.locator(`[data-field="${path}"]`)
  const name = field('personal_details.full_name')
  await name.getByRole('button', { name: 'Fill in: Full name' }).click()
  await expect(name.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  await page.keyboard.type('Mary')
  await page.keyboard.press('Enter')
  await expect(name).toContainText('two names')
  await expectAccessible(page)
  await name.getByRole('textbox').fill('nakato mary')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name).toContainText('Nakato Mary')
  await expect(name).toContainText(/Entered by you, \d\d:\d\d/)
  await expect(name.getByRole('button', { name: 'Change: Full name' })).toBeFocused()

  const born = field('personal_details.date_of_birth')
  await born.getByRole('button', { name: 'Fill in: Date of birth' }).click()
  await page.keyboard.type('4/3/1991')
  // The server has stored it and not answered yet. An agent who goes on to another field meanwhile stays there.
  const letGo = await holdAnswer(page, /applications\/lib\/\d+\/fields/)
  await page.keyboard.press('Enter')
  await expect(born).toContainText('Mar 4, 1991')
  await page.getByRole('button', { name: 'Fill in: Name of beneficiary 1' }).click()
  letGo()
  await expect(born.getByRole('button', { name: 'Change: Date of birth' })).toBeVisible()
  await page.keyboard.type('Okello James')
  await page.keyboard.press('Enter')
  await expect(field('beneficiaries.0.name')).toContainText('Okello James')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1400, height: 900 })

  // The customer has heard nothing of it so far; now they are asked for what is open.
  expect(await heard()).toHaveLength(before)
  await page.getByRole('button', { name: 'Let the bot ask the rest' }).click()
  await expect(page.getByText('The bot asks the customer for the rest')).toBeVisible()
  await expect.poll(async () => (await heard()).at(-1)).toContain('Are you male or female?')
  await phone.say('female')
  const gender = field('personal_details.gender')
  await expect(gender).toContainText('Female')
  await expect(gender).toContainText(/Message, \d\d:\d\d/)
  const { provenance } = await applicationOf(page, 'lib', id)
  expect(Object.entries(provenance).map(([path, { source }]) => [path, source])).toEqual(
    expect.arrayContaining([
      ['personal_details.full_name', 'person'],
      ['personal_details.gender', 'message'],
    ]),
  )

  // A second one of the kind is refused with the number of the first; with the bot asking, the agent stays where they are.
  await openThread(page, found?.id ?? '')
  await page.getByRole('button', { name: 'Start an application for the customer' }).click()
  await dialog.getByRole('radio', { name: /^LIB Flex/ }).check()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(`This customer has begun LIB-${id}`)
  await dialog.getByRole('radio', { name: /^IPP/ }).check()
  await dialog.getByRole('checkbox', { name: /Let the bot ask/ }).check()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await heard()).at(-1)).toContain('full name')
  await expect(page).toHaveURL(new RegExp(`/conversations/${found?.id}`))
  await context.close()
  await parley.stop()
})
