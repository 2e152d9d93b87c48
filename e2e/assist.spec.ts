import type { ServerResponse } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { type AssistModel, says, startAssistModel } from './harness/assist-model.ts'
import { box, messageOf, newCustomer, openThread, sendButton } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { expect, test as base } from './harness.ts'

const test = base.extend<object, { model: AssistModel }>({
  model: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide) => {
      const model = await startAssistModel()
      await provide(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ model }, provide) => {
      const parley = await startParley({ env: model.env })
      await provide(parley)
      await parley.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const menu = (page: Page) => page.getByRole('button', { name: 'Assist', exact: true })
const choose = async (page: Page, item: string) => {
  await menu(page).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const translate = async (page: Page, message: Locator, item: string) => {
  await message.hover()
  await message.getByRole('button', { name: 'Translate', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('[Q-214] a message is translated below its bubble, marked, as text alone, and hidden again', async ({
  openAs,
  parley,
  model,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Nsasule ku 0772 123 456'])
  await openThread(page, id)
  const message = messageOf(page, 'Nsasule')
  model.answer = says('I paid on [PHONE-1] <b>now</b>')
  await translate(page, message, 'To English')
  const shown = message.getByRole('group', { name: 'Translation to English' })
  await expect(shown).toContainText('I paid on 0772 123 456 <b>now</b>')
  await expect(shown).toContainText('Translated by assist, may be wrong')
  expect(model.asked.user).not.toContain('0772')
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Hide' }).click()
  await expect(shown).toHaveCount(0)
  await expect(message.getByRole('button', { name: 'Translate', exact: true })).toBeFocused()
})

test('[Q-214] a failure says why and what to do beside the message, and can be dismissed', async ({
  openAs,
  parley,
  model,
  pageErrors,
}) => {
  pageErrors.allow(/503/)
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Webale nnyo'])
  await openThread(page, id)
  const message = messageOf(page, 'Webale')
  model.answer = response => {
    response.writeHead(500)
    response.end()
  }
  await translate(page, message, 'To Swahili')
  await expect(message.getByRole('alert')).toContainText(
    'Not translated: Assist has trouble of its own. Ask again in a minute.',
  )
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message.getByRole('alert')).toHaveCount(0)
})

test('[Q-214] a draft goes into the empty box with what it is from, until it is edited, and is sent by a person alone', async ({
  openAs,
  parley,
  model,
}) => {
  const page = await openAs('agent')
  const { id, phone } = await newCustomer(parley, page, ['Am I still covered if I missed a payment?'])
  await openThread(page, id)
  model.answer = says('You are covered for 30 days.\nUSED: 1')
  await choose(page, 'Draft an answer')
  await expect(box(page)).toHaveValue('You are covered for 30 days.')
  await expect(box(page)).toBeFocused()
  expect(model.asked.user).toContain('1. Grace period')
  const mark = page.getByRole('status').filter({ hasText: 'Drafted by assist from: Grace period.' })
  await expect(mark).toContainText('Read before sending')
  await expectAccessible(page)
  // It is said after the page is loaded anew, too.
  await page.reload()
  await expect(box(page)).toHaveValue('You are covered for 30 days.')
  await expect(mark).toBeVisible()
  await box(page).press('End')
  await box(page).pressSequentially(' Ada')
  await expect(mark).toHaveCount(0)
  expect(await phone.received()).toEqual([])
  await sendButton(page).click()
  await expect(messageOf(page, 'You are covered for 30 days. Ada')).toBeVisible()
})

test('[Q-214] words that were written meanwhile are kept, whatever assist says', async ({
  openAs,
  parley,
  model,
  pageErrors,
}) => {
  pageErrors.allow(/503/)
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['I want to complain'])
  await openThread(page, id)
  const held: ServerResponse[] = []
  model.answer = response => held.push(response)
  await choose(page, 'Draft an answer')
  await expect(page.getByText('Assist writes a draft…')).toBeVisible()
  await box(page).fill('I look at it now.')
  await expect.poll(() => held.length).toBe(1)
  for (const response of held) says('We are sorry.\nUSED: none')(response)
  const made = page.getByRole('group', { name: 'What assist made' })
  await expect(made).toContainText('We are sorry.')
  await expect(box(page)).toHaveValue('I look at it now.')
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Put it below mine' }).click()
  await expect(box(page)).toHaveValue('I look at it now.\nWe are sorry.')
  await expect(page.getByText('Drafted by assist from no entry. Read before sending')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box(page)).toHaveValue('I look at it now.')

  model.answer = says('Naangalia sasa.')
  await choose(page, 'Swahili')
  await expect(box(page)).toHaveValue('Naangalia sasa.')
  await expect(page.getByText('Translated by assist, may be wrong. Read before sending')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box(page)).toHaveValue('I look at it now.')

  model.answer = says('')
  await choose(page, 'Luganda')
  await expect(page.getByRole('alert')).toContainText(
    'Your words were not translated: Assist had nothing to say. Go on without it.',
  )
  await expect(box(page)).toHaveValue('I look at it now.')
})

test('[Q-214] a summary stands in a window that Escape closes, and on a phone everything is in reach', async ({
  openAs,
  parley,
  model,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Where is my claim LF-20311?', 'I wait since Monday'])
  await page.setViewportSize({ width: 390, height: 844 })
  await openThread(page, id)
  model.answer = says('- The customer waits for claim [POLICY-1].\n- Nothing was answered.')
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Summarise' }).press('Enter')
  const window = page.getByRole('dialog', { name: 'Summary of the conversation' })
  await expect(window).toContainText('The customer waits for claim LF-20311.')
  await expect(window).toContainText('Summarised by assist from the newest 2 messages, may be wrong')
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
  await expect(menu(page)).toBeFocused()
  const edge = await sendButton(page).boundingBox()
  expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBeLessThanOrEqual(390)
})

test('[Q-214] supervisors see how often it was used today', async ({ openAs, parley, model }) => {
  const page = await openAs('carol')
  const { id } = await newCustomer(parley, page, ['Good morning'])
  await openThread(page, id)
  model.answer = says('Wasuze otya')
  await translate(page, messageOf(page, 'Good morning'), 'To Luganda')
  await expect(messageOf(page, 'Good morning')).toContainText('Wasuze otya')
  await page.goto('/bot')
  const panel = page.getByRole('region', { name: 'Assist' })
  await expect(panel).toContainText(/\d+ of 50 calls used today/)
  await expect(panel).toContainText('small-model at 127.0.0.1')
  await expect(panel).toContainText(/\d+ translations?/)
})

base('[Q-214] where it is not configured, nothing of it is offered', async ({ openAs, parley }) => {
  const page = await openAs('carol')
  const { id } = await newCustomer(parley, page, ['Good morning'])
  await openThread(page, id)
  await expect(page.getByRole('button', { name: 'Ask or share' })).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Translate', exact: true })).toHaveCount(0)
  await page.goto('/bot')
  await expect(page.getByRole('region', { name: 'Assist' })).toContainText('Off: it is not configured')
})
