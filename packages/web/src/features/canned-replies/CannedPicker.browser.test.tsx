import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { attachment, cannedReply, conversation, customer, me, message } from '../../../test/samples.ts'
import { messageWith, replyBox, replyTextarea, sendButton } from '../../../test/screen.ts'

const hello = cannedReply({
  id: '21',
  scope: 'shared',
  shortcut: 'hello',
  title: 'Greeting',
  body: 'Good {part_of_day} {first_name}, this is {agent}. How can I help you?',
  uses: 105,
})
const mtn = cannedReply({
  id: '22',
  scope: 'shared',
  shortcut: 'pay-mtn',
  title: 'How to pay with MTN',
  body: 'Dial *165*4#, choose Insurance, and enter {policy_number} and the amount.',
  uses: 50,
})
const late = cannedReply({
  id: '23',
  scope: 'shared',
  shortcut: 'pay-late',
  title: 'Late premium',
  body: 'Your cover stays in force for 30 days, {first_name}. Please pay by {date} and nothing changes.',
  uses: 34,
})
const match = cannedReply({
  id: '24',
  scope: 'own',
  shortcut: 'pay-match',
  title: 'Payment being matched',
  body: 'Thank you {first_name}. We have your payment of {amount} for {policy_number}. You will hear from me by {time}.',
  uses: 31,
})
const receipt = cannedReply({
  id: '25',
  scope: 'own',
  shortcut: 'pay-receipt',
  title: 'Please send the receipt',
  body: 'Could you please send me a photo of the payment message, {first_name}?',
  uses: 12,
})
const pdf = attachment({
  id: '41',
  document_id: '41',
  name: 'branches.pdf',
  mime_type: 'application/pdf',
  size: 2_048,
})
const branches = cannedReply({
  id: '26',
  scope: 'own',
  shortcut: 'branches',
  title: 'Our branches',
  body: 'Here is the list of our branches.',
  attachments: [pdf],
})

const picker = () => page.getByRole('region', { name: 'Canned replies' })
const option = (name: RegExp) => picker().getByRole('option', { name })
const chosen = () => picker().getByRole('option', { selected: true })
const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })
const attached = () => page.getByRole('list', { name: 'Attached files' })
const opener = () => page.getByRole('button', { name: 'Canned replies' })
const selection = () => {
  const { value, selectionStart, selectionEnd } = replyTextarea()
  return value.slice(selectionStart, selectionEnd)
}

/** Opens the conversation of Nakato Prossy, who has written, with the caret in the box. */
async function openThread(size?: readonly [number, number]): Promise<FakeApi> {
  const given = (api: FakeApi) => {
    api.answer('cannedReplies', [hello, mtn, late, match, receipt, branches])
    api.answer('conversations', [conversation({ user: customer('Nakato Prossy') })])
    api.answer('history', { messages: [message({ content: 'I paid and it is not there' })] })
    api.answer('send', ({ body }) => ({
      id: '10',
      conversation_id: '7',
      content: body?.content ?? '',
      direction: 'OUTBOUND' as const,
      source: 'AGENT' as const,
      status: 'sent' as const,
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
    }))
  }
  const api = await openConsole('/conversations/7', { given, ...(size && { size }) })
  await expect.element(messageWith('I paid and it is not there')).toBeVisible()
  await replyBox().click()
  return api
}

const sent = (api: FakeApi) => api.askedFor('send').map(({ body }) => body?.content)

test('[Q-219] a slash opens them, what is typed behind it searches, and arrows choose while the box keeps the caret', async () => {
  await openThread()
  await userEvent.keyboard('/')
  await expect.element(picker().getByRole('status')).toHaveTextContent('6 of 6')
  await userEvent.keyboard('pay')
  await expect.element(picker().getByRole('status')).toHaveTextContent('4 of 6')
  await expect.element(chosen()).toHaveTextContent('/pay-mtn')
  await expect.element(replyBox()).toHaveFocus()
  await expect.poll(() => replyTextarea().getAttribute('aria-activedescendant')).toBe(chosen().element().id)
  await expect.element(messageWith('I paid and it is not there')).toBeInViewport()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(chosen()).toHaveTextContent('/pay-late')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(chosen()).toHaveTextContent('/pay-match')
  await expect.poll(() => replyTextarea().getAttribute('aria-activedescendant')).toBe(chosen().element().id)
  await expect.element(picker()).toHaveTextContent('{amount}, {policy_number}, {time} are not filled in')
  await expect.element(picker()).toHaveTextContent('used 31 times')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(chosen()).toHaveTextContent('/pay-late')
  await expectAccessible()
})

test('[Q-219] with keys alone one is inserted, filled in and sent, and names what it was made from', async () => {
  const api = await openThread()
  await userEvent.keyboard('/pay-match')
  await expect.element(chosen()).toHaveTextContent('/pay-match')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker()).not.toBeInTheDocument()
  await expect
    .element(replyBox())
    .toHaveValue(
      'Thank you Nakato. We have your payment of {amount} for {policy_number}. You will hear from me by {time}.',
    )
  await userEvent.keyboard('{Tab}')
  expect(selection()).toBe('{amount}')
  await userEvent.keyboard('UGX 50,000')
  await userEvent.keyboard('{Tab}')
  expect(selection()).toBe('{policy_number}')
  await userEvent.keyboard('LF-20931')
  // The console asks once about the open place. It keeps the text and sends nothing.
  await userEvent.keyboard('{Enter}')
  await expect.element(alert('Not filled in yet: {time}')).toBeVisible()
  await expectAccessible()
  expect(sent(api)).toEqual([])
  await userEvent.keyboard('{Tab}')
  expect(selection()).toBe('{time}')
  await userEvent.keyboard('16:00')
  await expect.element(alert('Not filled in yet')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  const words =
    'Thank you Nakato. We have your payment of UGX 50,000 for LF-20931. You will hear from me by 16:00.'
  await expect.element(messageWith(words)).toBeVisible()
  await expect.poll(() => sent(api)).toEqual([words])
  expect(api.askedFor('send')[0]?.body?.canned_reply).toMatchObject({ id: match.id })
})

test('[Q-219] a reply with a place that is left open goes at the second press', async () => {
  const api = await openThread()
  await userEvent.keyboard('/pay-late')
  await expect.element(chosen()).toHaveTextContent('/pay-late')
  await userEvent.keyboard('{Enter}')
  await expect.element(replyBox()).toHaveValue(expect.stringMatching(/by \{date\}/))
  await sendButton().click()
  await expect.element(alert('Press Send again')).toBeVisible()
  await expect.element(replyBox()).toHaveValue(expect.stringMatching(/by \{date\}/))
  expect(sent(api)).toEqual([])
  await sendButton().click()
  await expect.element(replyBox()).toHaveValue('')
  await expect.poll(() => sent(api)).toEqual([expect.stringContaining('by {date}')])
})

test('[Q-219] Escape closes them and keeps what was typed', async () => {
  await openThread()
  await userEvent.keyboard('/pay')
  await expect.element(option(/pay-mtn/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('/pay')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-349] nothing opens while an input method composes, and its Enter inserts nothing', async () => {
  const api = await openThread()
  replyTextarea().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  await replyBox().fill('/pay')
  await expect.element(picker()).not.toBeInTheDocument()
  replyTextarea().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.element(chosen()).toBeVisible()
  const enter = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }
  replyTextarea().dispatchEvent(new KeyboardEvent('keydown', enter))
  await expect.element(replyBox()).toHaveValue('/pay')
  await expect.element(picker()).toBeVisible()
  expect(sent(api)).toEqual([])
})

test('[Q-219] Enter in a search that finds nothing sends nothing, and says so', async () => {
  const api = await openThread()
  await replyBox().fill('/zebra')
  await expect.element(picker()).toHaveTextContent('No canned replies found')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker().getByRole('alert')).toHaveTextContent('Nothing was sent')
  await expect.element(replyBox()).toHaveValue('/zebra')
  expect(sent(api)).toEqual([])
})

test('[Q-219] a slash inside a text opens nothing', async () => {
  await openThread()
  await replyBox().fill('/pay')
  await expect.element(picker()).toBeVisible()
  await replyBox().fill('and/or')
  await expect.element(picker()).not.toBeInTheDocument()
})

test('[Q-219] by pointer: the button opens them, own and shared are told apart, Insert puts the words into the box', async () => {
  await openThread()
  await opener().click()
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(replyBox()).toHaveValue('/')
  await picker().getByRole('button', { name: 'Mine' }).click()
  await expect.poll(() => picker().getByRole('option').elements().length).toBe(3)
  await option(/pay-receipt/).click()
  await expect.element(chosen()).toHaveTextContent('/pay-receipt')
  await picker().getByRole('button', { name: 'Insert' }).click()
  await expect.element(replyBox()).toHaveValue(expect.stringMatching(/^Could you please send me a photo/))
  await expect.element(replyBox()).toHaveFocus()
})

test.each([390, 320])('[Q-219] on a phone of %i px a press inserts, and nothing overflows', async width => {
  await openThread([width, 844])
  await opener().click()
  await expect.element(option(/hello\b/).first()).toBeVisible()
  await expect.element(picker().getByRole('button', { name: 'Insert' })).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await option(/pay-mtn/).click()
  await expect.element(replyBox()).toHaveValue(expect.stringMatching(/^Dial \*165\*4#/))
})

test('[Q-219] files stand beside the words before and after inserting', async () => {
  const api = await openThread()
  api.answer('takeCannedFile', { ...pdf, id: '42', document_id: '42' })
  await userEvent.keyboard('/branches')
  await expect.element(picker().getByRole('link', { name: /branches\.pdf/ })).toBeVisible()
  await expectAccessible(['best-practice'])
  await userEvent.keyboard('{Enter}')
  await expect.element(replyBox()).toHaveValue('Here is the list of our branches.')
  await expect.element(attached()).toHaveTextContent('branches.pdf')
  await expect.element(sendButton()).toBeEnabled()
  expect(sent(api)).toEqual([])
  await sendButton().click()
  await expect.poll(() => api.askedFor('send').map(({ body }) => body?.document_id)).toContain('42')
})

test('[Q-219] a file that was taken away since is said at its place, and can be removed', async () => {
  const api = await openThread()
  api.refuse('takeCannedFile', 'attachment.not-found')
  await userEvent.keyboard('/branches')
  await expect.element(chosen()).toHaveTextContent('/branches')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(attached().getByRole('alert'))
    .toHaveTextContent('This file is no longer part of the canned reply')
  await expect.element(sendButton()).toBeDisabled()
  await attached().getByRole('button', { name: 'Remove branches.pdf' }).click()
  await expect.element(sendButton()).toBeEnabled()
})

test('[Q-219] what is not found becomes the shortcut of a new one', async () => {
  await openThread()
  await replyBox().fill('/bye now')
  await picker().getByRole('link', { name: 'New canned reply' }).click()
  await expect.poll(() => document.title).toMatch(/Canned replies/)
  const form = page.getByRole('form', { name: 'New canned reply' })
  await expect.element(form.getByLabelText('Shortcut')).toHaveValue('bye-now')
})

test('[Q-219] Edit leads from the one that is chosen to its fields', async () => {
  await openThread()
  await userEvent.keyboard('/pay-receipt')
  await expect.element(chosen()).toHaveTextContent('/pay-receipt')
  await picker().getByRole('link', { name: 'Edit' }).click()
  await expect.element(page.getByRole('form', { name: receipt.title })).toBeVisible()
})
