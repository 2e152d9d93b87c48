import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { giveCapabilities, openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { openReplying } from '../../../test/replying.ts'
import { button, messageWith, replyBox, sendButton } from '../../../test/screen.ts'
import { sentReplies } from '../../../test/thread.ts'

const menu = () => button('Assist')
const mark = (words: string) => page.getByRole('status').filter({ hasText: words })
const openAssisted = (text: string, more: Pick<Parameters<typeof openReplying>[0] & object, 'size'> = {}) =>
  openReplying({ ...more, texts: [text], given: api => giveCapabilities(api, 'AGENT', {}, { assist: true }) })

async function choose(item: string): Promise<void> {
  await menu().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function translate(text: string, item: string): Promise<void> {
  await messageWith(text).hover()
  await messageWith(text).getByRole('button', { name: 'Translate', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('[Q-214] a message is translated below its bubble, marked, as text alone, and hidden again', async () => {
  const { api, served } = await openAssisted('Nsasule ku 0772 123 456')
  api.answer('translateByAssist', { text: 'I paid on 0772 123 456 <b>now</b>' })
  await translate('Nsasule', 'To English')
  const shown = messageWith('Nsasule').getByRole('group', { name: 'Translation to English' })
  await expect.element(shown).toHaveTextContent('I paid on 0772 123 456 <b>now</b>')
  await expect.element(shown).toHaveTextContent('Translated by assist, may be wrong')
  expect(api.askedFor('translateByAssist').map(({ body }) => body)).toEqual([
    { message_id: served.messages[0]?.id, to: 'en' },
  ])
  await expectAccessible()
  await shown.getByRole('button', { name: 'Hide' }).click()
  await expect.element(shown).not.toBeInTheDocument()
  await expect
    .element(messageWith('Nsasule').getByRole('button', { name: 'Translate', exact: true }))
    .toHaveFocus()
})

test('[Q-214] a failure says why and what to do beside the message, and can be dismissed', async () => {
  const { api } = await openAssisted('Webale nnyo')
  const sentence = 'Assist has trouble of its own. Ask again in a minute'
  api.refuse('translateByAssist', 'assist.failed', { sentence })
  await translate('Webale', 'To Swahili')
  const failure = messageWith('Webale').getByRole('alert')
  await expect.element(failure).toHaveTextContent(`Not translated: ${sentence}.`)
  await messageWith('Webale').getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(failure).not.toBeInTheDocument()
})

test('[Q-214] a draft goes into the empty box with what it is from, until it is edited, and is sent by a person alone', async () => {
  const { api } = await openAssisted('Am I still covered?')
  const entries = [{ id: '1', title: 'Grace period' }]
  api.answer('draftByAssist', { text: 'You are covered for 30 days.', entries })
  await choose('Draft a reply')
  await expect.element(replyBox()).toHaveValue('You are covered for 30 days.')
  await expect.element(replyBox()).toHaveFocus()
  const from = mark('Drafted by assist from: Grace period.')
  await expect.element(from).toHaveTextContent('Read before sending')
  await expectAccessible()
  await userEvent.keyboard('{End} Ada')
  await expect.element(from).not.toBeInTheDocument()
  expect(sentReplies(api)).toEqual([])
  await sendButton().click()
  await expect.element(messageWith('You are covered for 30 days. Ada')).toBeVisible()
})

test('[Q-214] a draft that comes after one began to write stands beside; taken, it goes below, and can be undone', async () => {
  const { api } = await openAssisted('I want to complain')
  api.answer('draftByAssist', { text: 'We are sorry.', entries: [] })
  const release = api.hold('draftByAssist')
  await choose('Draft a reply')
  await expect.element(page.getByText('Assist writes a draft…')).toBeVisible()
  await replyBox().fill('I look at it now.')
  release()
  const made = page.getByRole('group', { name: 'What assist made' })
  await expect.element(made).toHaveTextContent('We are sorry.')
  await expect.element(replyBox()).toHaveValue('I look at it now.')
  await expectAccessible()
  await made.getByRole('button', { name: 'Add below mine' }).click()
  await expect.element(replyBox()).toHaveValue('I look at it now.\nWe are sorry.')
  await expect.element(mark('Drafted by assist from no entry. Read before sending')).toBeVisible()
  await button('Undo').click()
  await expect.element(replyBox()).toHaveValue('I look at it now.')
})

test('[Q-214] the words in the box are translated in their place, which can be undone; a failure keeps them', async () => {
  const { api } = await openAssisted('I want to complain')
  await replyBox().fill('I look at it now.')
  api.answer('translateByAssist', { text: 'Naangalia sasa.' })
  await choose('Swahili')
  await expect.element(replyBox()).toHaveValue('Naangalia sasa.')
  await expect.element(mark('Translated by assist, may be wrong. Read before sending')).toBeVisible()
  await button('Undo').click()
  await expect.element(replyBox()).toHaveValue('I look at it now.')
  const sentence = 'Assist had nothing to say. Go on without it'
  api.refuse('translateByAssist', 'assist.failed', { sentence })
  await choose('Luganda')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(`Your draft was not translated: ${sentence}.`)
  await expect.element(replyBox()).toHaveValue('I look at it now.')
})

test('[Q-214] a summary stands in a window that Escape closes, and on a phone everything is in reach', async () => {
  const { api } = await openAssisted('I wait since Monday', { size: [390, 844] })
  api.answer('summariseByAssist', { text: '- The customer waits for claim LF-20311.', messages: 2 })
  await replyBox().click()
  await expect.element(menu()).toBeVisible()
  const opener = menu().element()
  if (opener instanceof HTMLElement) opener.focus()
  await userEvent.keyboard('{Enter}')
  const item = page.getByRole('menuitem', { name: 'Summarise' })
  await expect.element(item).toBeVisible()
  await item.click()
  const summary = page.getByRole('dialog', { name: 'Summary of the conversation' })
  await expect.element(summary).toHaveTextContent('The customer waits for claim LF-20311.')
  await expect
    .element(summary)
    .toHaveTextContent('Summarised by assist from the newest 2 messages, may be wrong')
  await expectAccessible()
  await expect.poll(() => summary.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(summary).not.toBeInTheDocument()
  await expect.element(menu()).toHaveFocus()
  expect(sendButton().element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
})

test.each<[string, (api: FakeApi) => void, readonly string[]]>([
  [
    'supervisors see how often it was used today',
    api =>
      api.answer('assistUses', {
        model: 'small-model',
        host: '127.0.0.1',
        cap: 50,
        today: 3,
        kinds: [{ kind: 'translate', count: 2 }],
      }),
    ['3 of 50 calls used today', 'small-model at 127.0.0.1', '2 translations'],
  ],
  [
    'where it is not configured, that is said',
    api => api.answer('assistUses', {}),
    ['Off: it is not configured'],
  ],
])('[Q-214] %s', async (_, given, words) => {
  await openConsole('/bot', { role: 'SUPERVISOR', given })
  const panel = page.getByRole('region', { name: 'Assist' })
  for (const said of words) await expect.element(panel).toHaveTextContent(said)
})

test('[Q-214] where it is not configured, nothing of it is offered', async () => {
  await openReplying()
  await expect.element(button('Ask or share')).toBeVisible()
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(button('Translate')).not.toBeInTheDocument()
})
