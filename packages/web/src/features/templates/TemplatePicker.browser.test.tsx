import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { serveUploads } from '../../../test/files.ts'
import { focusOn, messageWith, replyBox } from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation, customer, message, template } from '../../../test/samples.ts'

const goOn = template({
  name: 'continue_conversation',
  body: 'Hello {{1}}, we have an answer to your question. Shall we go on?',
  buttons: [
    { kind: 'reply', text: 'Go on', value: null, example: null },
    { kind: 'reply', text: 'Not now', value: null, example: null },
  ],
})
const premium = template({ name: 'premium_reminder', body: 'Your premium is due.' })
const form = template({
  name: 'beneficiary_form_ready',
  header: { kind: 'document', text: null },
  body: 'Dear {{1}}, the form of policy {{2}} is ready. Sign it by {{3}}.',
})
const formInLuganda = template({ ...form, language: 'lg', body: 'Ssebo/nnyabo {{1}}, {{2}}, {{3}}.' })
const all = [goOn, premium, form, formInLuganda]

/** The customer wrote more than a day ago. */
const closed = {
  has_window: true,
  wrote_at: '2026-03-01T08:00:00.000Z',
  closes_at: '2026-03-02T08:00:00.000Z',
  unreachable: null,
}
const open = { has_window: false, wrote_at: null, closes_at: null, unreachable: null }
const opener = () => page.getByRole('button', { name: 'Send a template' })
const picker = () => page.getByRole('dialog', { name: 'Send a template' })
const search = () => picker().getByRole('combobox', { name: 'Search templates' })
const options = () => picker().getByRole('option')
const option = (name: RegExp) => picker().getByRole('option', { name })
const field = (name: string) => picker().getByRole('textbox', { name })
const send = () => picker().getByRole('button', { name: 'Send template' })
const preview = () => picker().getByRole('group', { name: 'Preview' })

/** The server has these templates. */
const serveTemplates = (api: FakeApi, templates: typeof all) =>
  api.answer('templates', { configured: true, wants_marketing: true, templates })

/** Opens a conversation of a customer of this name. */
async function openThread(name: string | null, reach: typeof closed | typeof open): Promise<FakeApi> {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages('Is the form ready?'), { user: customer(name), reach })
      serveTemplates(given, all)
    },
  })
  await expect.element(messageWith('Is the form ready?')).toBeVisible()
  await expect.element(opener()).toBeVisible()
  return api
}

const openClosed = () => openThread('Peter Okello', closed)

/** Opens the list of templates. */
async function openPicker(name: string | null = 'Peter Okello', reach: typeof closed | typeof open = closed) {
  const api = await openThread(name, reach)
  await opener().click()
  await expect.element(search()).toHaveFocus()
  return api
}

/** What the server makes of a template that is sent. */
const sentAs = (values: Readonly<Record<string, string>>) => ({
  template: {
    name: goOn.name,
    language: goOn.language,
    category: goOn.category,
    values,
    header: null,
    body: goOn.body.replace('{{1}}', values['body.1'] ?? ''),
    footer: null,
    buttons: goOn.buttons.map(({ kind, text, value }) => ({ kind, text, value })),
  },
})

test('[Q-185] from a closed window a template is found, filled in and sent with keys alone', async () => {
  const api = await openClosed()
  api.answer('send', ({ body }) => ({
    id: '901',
    conversation_id: '7',
    content: 'Hello Ruth, we have an answer',
    direction: 'OUTBOUND' as const,
    source: 'AGENT' as const,
    status: 'delivered' as const,
    client_message_id: body?.client_message_id ?? null,
    message_type: 'template',
    details: sentAs(body?.template?.values ?? {}),
  }))
  focusOn(opener())
  await userEvent.keyboard('{Enter}')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('continue')
  await expect.poll(() => options().elements().length).toBe(1)
  await expect.element(option(/Continue conversation.*Approved.*English · Utility/)).toBeVisible()
  await expectAccessible(['best-practice'])
  await userEvent.keyboard('{Enter}')
  // All that it needs is known of the customer.
  await expect.element(field('First name')).toHaveValue('Peter')
  await expect.element(send()).toHaveFocus()
  await field('First name').fill('Ruth')
  await expect.element(preview()).toHaveTextContent('Hello Ruth, we have an answer')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker()).not.toBeInTheDocument()
  const bubble = messageWith('Hello Ruth, we have an answer')
  await expect.element(bubble).toHaveTextContent('Template Continue conversation · English · Utility')
  const buttons = () =>
    bubble
      .getByRole('listitem')
      .elements()
      .map(one => one.textContent)
  await expect.poll(buttons).toEqual(['Go on', 'Not now'])
  await expect.element(bubble.getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect(api.askedFor('send').map(({ body }) => body?.template)).toEqual([
    { name: 'continue_conversation', language: 'en', values: { 'body.1': 'Ruth' } },
  ])
})

test('[Q-184 Q-185] once the customer answers, the box is there', async () => {
  const api = await openClosed()
  await expect.element(replyBox()).not.toBeInTheDocument()
  const answer = message({ id: '12', content: 'Go on', created_at: '2026-03-02T09:10:00.000Z' })
  api.publish({ event: 'new_message', data: answer })
  api.publish({
    event: 'conversation',
    data: conversation({ reach: { ...closed, closes_at: '2100-03-03T09:10:00.000Z' } }),
  })
  await expect.element(messageWith('Go on')).toBeVisible()
  await expect.element(replyBox()).toBeVisible()
})

test('[Q-186] a template that is paused says so where it stands, and cannot be sent', async () => {
  const api = await openPicker()
  await expect.element(option(/Premium reminder/)).not.toHaveAttribute('aria-disabled')
  serveTemplates(api, [goOn, { ...premium, status: 'PAUSED' }])
  api.publish({ event: 'templates', data: {} })
  await expect.element(option(/Premium reminder/)).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(option(/Premium reminder/))
    .toHaveTextContent('WhatsApp paused it because customers disliked it.')
  // A pointer may look at what cannot be sent.
  await option(/Premium reminder/).click({ force: true })
  await expect.element(preview()).toHaveTextContent('Your premium is due.')
  await expect.element(send()).toBeDisabled()
  await expect.element(picker().getByRole('status').first()).toHaveTextContent('Cannot be sent.')
})

test('[Q-186] a paused template that is shown can be sent as soon as WhatsApp allows it again', async () => {
  const api = await openClosed()
  serveTemplates(api, [{ ...premium, status: 'PAUSED' }])
  await opener().click()
  await expect.element(send()).toBeDisabled()
  serveTemplates(api, [premium])
  api.publish({ event: 'templates', data: {} })
  await expect.element(option(/Premium reminder/)).not.toHaveAttribute('aria-disabled')
  await expect.element(send()).toBeEnabled()
})

test('[Q-185] Escape closes the templates and leads back to what opened them', async () => {
  await openPicker()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('[Q-185] templates of one language are shown alone', async () => {
  await openPicker()
  await search().fill('beneficiary')
  await expect.poll(() => options().elements().length).toBe(2)
  await picker()
    .getByRole('combobox', { name: /^Language/ })
    .click()
  await page.getByRole('option', { name: 'English', exact: true }).click()
  await expect.poll(() => options().elements().length).toBe(1)
  await expect.element(option(/Beneficiary form ready.*English/)).toBeVisible()
})

test('[Q-185] what a template lacks is asked for field by field, and then its file', async () => {
  const api = await openPicker(null, open)
  await search().fill('beneficiary')
  await option(/Beneficiary form ready.*English/).click()
  // Nobody knows the name of who is told by a number alone.
  for (const [name, value] of [
    ['First name', 'Peter'],
    ['Value 2', 'LF-19977'],
  ] as const) {
    await expect.element(field(name)).toHaveFocus()
    await userEvent.keyboard(value)
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(picker()).toHaveTextContent('Value 3 is missing')
  await expect.element(field('Value 3')).toHaveFocus()
  await userEvent.keyboard('20 November')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker()).toHaveTextContent('Choose a file for the header')
  await expect
    .element(preview())
    .toHaveTextContent('Dear Peter, the form of policy LF-19977 is ready. Sign it by 20 November.')
  expect(api.askedFor('send')).toEqual([])
  serveUploads(api)
  await picker()
    .getByLabelText('PDF', { exact: true })
    .upload(new File(['%PDF-1.7'], 'form.pdf', { type: 'application/pdf' }))
  await expect.element(preview()).toHaveTextContent('form.pdf')
  await send().click()
  await expect
    .poll(() => api.askedFor('send').map(({ body }) => body?.template?.document_id))
    .toEqual(['501'])
})

test('[Q-184 Q-185] a message that WhatsApp refused as too late has the remedy at a click', async () => {
  const own = message({
    id: '12',
    content: 'It was paid on Monday',
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'sent',
  })
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, [...customerMessages('Is my claim paid?'), own])
      serveTemplates(given, all)
    },
  })
  const failed = messageWith(own.content)
  await expect.element(failed).toBeVisible()
  api.publish({
    event: 'message',
    data: {
      ...own,
      status: 'failed',
      failure: {
        sentence: 'More than 24 hours have passed since the customer wrote.',
        code: '131047',
        remedy: 'Send a template, or wait until they write.',
      },
    },
  })
  api.publish({ event: 'conversation', data: conversation({ reach: closed }) })
  await expect.element(failed).toHaveTextContent('Send a template, or wait until they write.')
  await failed.getByRole('button', { name: 'Send a template' }).click()
  await expect.element(search()).toHaveFocus()
})
