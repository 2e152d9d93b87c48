import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { serveConversations } from '../../../../test/conversation-list.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { serveUploads } from '../../../../test/files.ts'
import { messageWith, replyBox, sendButton, sendReply } from '../../../../test/screen.ts'
import { sentReplies } from '../../../../test/thread.ts'
import { agent, conversation, me, message, template } from '../../../../test/samples.ts'

const takes = () => page.getByText('Nobody has this conversation. If you reply, you take it')
const question = () =>
  page.getByRole('alert').filter({ hasText: 'Assigned to Brian. Press Send again to reply anyway.' })
const form = (name: string) => page.getByRole('dialog', { name })
/** Who has the conversation. */
const owned = (agentId: string | null, version = 4) =>
  conversation({
    id: '7',
    agent: agentId === null ? null : { id: agentId, name: agentId === me.id ? me.name : 'Brian' },
    version,
  })

/** Opens a conversation that somebody, or nobody, has. */
async function open(
  agentId: string | null,
  given: (api: FakeApi) => void = () => undefined,
): Promise<FakeApi> {
  const api = await openConsole('/conversations/7', {
    given: one => {
      given(one)
      serveConversations(one, [owned(agentId)])
      one.answer('availableAgents', [agent({ ...me, max_capacity: 5 })])
    },
  })
  await expect.element(replyBox()).toHaveFocus()
  return api
}

test('[Q-248] a reply takes a conversation that nobody has, and says so before', async () => {
  const api = await open(null)
  await expect.element(takes()).toBeVisible()
  await expectAccessible()
  await sendReply('I am here for you')
  await expect.poll(() => sentReplies(api)).toMatchObject([{ content: 'I am here for you' }])
  serveConversations(api, [owned(me.id, 5)])
  api.publish({ event: 'conversation', data: owned(me.id, 5) })
  await expect.element(takes()).not.toBeInTheDocument()
})

test('[Q-248] a colleague’s conversation is answered at the second press, once in a visit', async () => {
  const api = await open('2')
  await sendReply('It is on its way')
  await expect.element(question()).toBeVisible()
  await expectAccessible()
  await expect.element(replyBox()).toHaveValue('It is on its way')
  expect(sentReplies(api)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentReplies(api)).toMatchObject([{ content: 'It is on its way' }])
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('')
  await sendReply('And the card too')
  await expect.poll(() => sentReplies(api).length).toBe(2)
  // Another visit asks again.
  await page.getByRole('link', { name: 'Tickets' }).click()
  await expect.poll(() => location.pathname).toBe('/tickets')
  history.back()
  await expect.element(replyBox()).toHaveFocus()
  await sendReply('One more thing')
  await expect.element(question()).toBeVisible()
  expect(sentReplies(api)).toHaveLength(2)
})

test('[Q-393] the question leaves an empty box, and stands beside the next words', async () => {
  const api = await open('2')
  await sendReply('It is on its way')
  await expect.element(question()).toBeVisible()
  await replyBox().fill('')
  await expect.element(question()).not.toBeInTheDocument()
  await replyBox().fill('It is here')
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentReplies(api)).toMatchObject([{ content: 'It is here' }])
})

test('[Q-248] who has the conversation is asked nothing', async () => {
  const api = await open(me.id)
  await sendReply('Thank you, colleague')
  await expect.poll(() => sentReplies(api)).toMatchObject([{ content: 'Thank you, colleague' }])
  await expect.element(question()).not.toBeInTheDocument()
})

interface Way {
  readonly item: string
  readonly title: string
  readonly fields: Readonly<Record<string, string>>
  readonly body: object
}

test.each<Way>([
  {
    item: 'Buttons',
    title: 'Ask with buttons',
    fields: { Question: 'Is it so?', 'Button 1': 'Yes', 'Button 2': 'No' },
    body: { content: 'Is it so?', ask: { kind: 'buttons', buttons: ['Yes', 'No'] } },
  },
  {
    item: 'List',
    title: 'Ask with a list',
    fields: { Question: 'What about?', 'Row 1': 'A claim', 'Row 2': 'My policy' },
    body: { content: 'What about?', ask: { kind: 'list' } },
  },
  {
    item: 'Contact card',
    title: 'Send a contact card',
    fields: { Name: 'Claims desk', 'Phone number': '+256 770 123 456' },
    body: { card: { name: 'Claims desk' } },
  },
])(
  '[Q-248] $item: in a colleague’s conversation asked at the first press, sent at the second',
  async ({ item, title, fields, body }) => {
    const api = await open('2')
    await page.getByRole('button', { name: 'Ask or share' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    for (const [name, value] of Object.entries(fields))
      await form(title).getByRole('textbox', { name, exact: true }).fill(value)
    const send: Locator = form(title).getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await expect.element(question()).toBeVisible()
    await expectAccessible()
    expect(sentReplies(api)).toEqual([])
    await send.click()
    await expect.poll(() => sentReplies(api)).toMatchObject([body])
    await expect.element(question()).not.toBeInTheDocument()
    // Once is enough.
    await replyBox().fill('And this')
    await sendButton().click()
    await expect.poll(() => sentReplies(api).length).toBe(2)
  },
)

test('[Q-248] a file: in a colleague’s conversation asked at the first press, sent at the second', async () => {
  const api = await open('2', serveUploads)
  await page
    .getByLabelText('Files to attach')
    .upload(new File(['a'], 'plan.pdf', { type: 'application/pdf' }))
  await expect.element(sendButton()).toBeEnabled()
  await sendButton().click()
  await expect.element(question()).toBeVisible()
  expect(sentReplies(api)).toEqual([])
  await sendButton().click()
  await expect.poll(() => sentReplies(api)).toMatchObject([{ document_id: '501' }])
  await expect.element(question()).not.toBeInTheDocument()
})

test('[Q-248] a template: in a colleague’s conversation asked at the first press, sent at the second', async () => {
  const due = template({ name: 'premium_reminder', body: 'Your premium is due.' })
  const api = await open('2', one =>
    one.answer('templates', { configured: true, wants_marketing: true, templates: [due] }),
  )
  await page.getByRole('button', { name: 'Send a template' }).click()
  const picker = form('Send a template')
  await picker.getByRole('option').first().click()
  const send = picker.getByRole('button', { name: 'Send template' })
  await send.click()
  await expect.element(question()).toBeVisible()
  expect(sentReplies(api)).toEqual([])
  await send.click()
  await expect.poll(() => sentReplies(api)).toMatchObject([{ template: { name: 'premium_reminder' } }])
  await expect.element(question()).not.toBeInTheDocument()
})

test('[Q-248] another try of what was not delivered asks too, once', async () => {
  const failed = message({
    id: '12',
    content: 'It is on its way',
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'failed',
    sender_id: me.id,
    failure: { sentence: 'WhatsApp refused it.', code: '131009', remedy: '' },
  })
  const api = await open('2', one => one.answer('history', { messages: [failed] }))
  const { is_read: _, ...sent } = { ...failed, status: 'sent' as const, failure: null }
  api.answer('retry', sent)
  const row = messageWith('It is on its way')
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect.element(row).toHaveTextContent('Assigned to Brian. Press Retry again to send it')
  expect(api.askedFor('retry')).toEqual([])
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => api.askedFor('retry').length).toBe(1)
  await expect.element(row.getByRole('img', { name: 'Sent' })).toBeVisible()
})
