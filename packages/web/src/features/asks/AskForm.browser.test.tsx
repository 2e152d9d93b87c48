import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { isConnected } from '../../../test/replying.ts'
import { message } from '../../../test/samples.ts'
import { messageWith, replyBox } from '../../../test/screen.ts'
import { customerMessages, sentReplies, serveThread } from '../../../test/thread.ts'

const form = (name: string) => page.getByRole('dialog', { name })
const field = (where: Locator, name: string) => where.getByRole('textbox', { name, exact: true })
const send = (where: Locator) => where.getByRole('button', { name: 'Send', exact: true })
const preview = (where: Locator) => where.getByRole('group', { name: 'As the customer sees it' })
const buttons = form('Ask with buttons')
const list = form('Ask with a list')
const place = form('Ask for their location')
const card = form('Send a contact card')

async function openHelp(size: readonly [number, number] = [1366, 768], last?: ReturnType<typeof message>) {
  const api = await openConsole('/conversations/7', {
    size,
    given: given => serveThread(given, [...customerMessages('I need help'), ...(last ? [last] : [])]),
  })
  await expect.element(messageWith('I need help')).toBeVisible()
  await isConnected(api)
  return api
}

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask or share' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function fill(where: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await field(where, name).fill(text)
}

const aboutWhat = {
  Question: 'What is it about?',
  'Row 1': 'A claim of this year',
  'Description of row 1': 'Something has happened',
  'Row 2': 'My policy',
}

test('[Q-194] what was written becomes the question; what does not fit is said at its field', async () => {
  await openHelp()
  await replyBox().fill('Is he in hospital?')
  await choose('Buttons')
  await expect.element(field(buttons, 'Question')).toHaveValue('Is he in hospital?')
  await expect.element(field(buttons, 'Question')).toHaveFocus()
  await fill(buttons, { 'Button 1': 'A title that is too long' })
  await send(buttons).click()
  await expect.element(buttons).toHaveTextContent('Button 1 must have at most 20 characters')
  await expect.element(field(buttons, 'Button 1')).toHaveFocus()
  await expectAccessible(['best-practice'])
})

test('[Q-194] Enter sends the question with its buttons, and the box is empty and has the focus', async () => {
  const api = await openHelp()
  await replyBox().fill('Is he in hospital?')
  await choose('Buttons')
  await fill(buttons, { 'Button 1': 'Yes', 'Button 2': 'No' })
  await expect.element(preview(buttons)).toHaveTextContent('Yes')
  await expect.element(field(buttons, 'Button 2')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(buttons).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('')
  await expect.element(replyBox()).toHaveFocus()
  const choices = messageWith('Is he in hospital?').getByRole('list', { name: 'Buttons of the customer' })
  await expect.element(choices).toHaveTextContent('No')
  await expect
    .poll(() => sentReplies(api))
    .toMatchObject([{ content: 'Is he in hospital?', ask: { kind: 'buttons', buttons: ['Yes', 'No'] } }])
})

test('[Q-194] a list has rows with descriptions', async () => {
  const api = await openHelp()
  await choose('List')
  await fill(list, aboutWhat)
  await expect.element(list.getByText('20 of 24')).toBeVisible()
  await send(list).click()
  await expect
    .element(messageWith('What is it about?').getByRole('list', { name: 'Rows of the list' }))
    .toHaveTextContent('Something has happened')
  await expect
    .poll(() => sentReplies(api))
    .toMatchObject([
      {
        content: 'What is it about?',
        ask: {
          kind: 'list',
          button: 'Choose',
          rows: [
            { title: 'A claim of this year', description: 'Something has happened' },
            { title: 'My policy', description: null },
          ],
        },
      },
    ])
})

test('[Q-194] Escape closes the form and keeps what was written; a place is asked for in words that stand there', async () => {
  const api = await openHelp()
  await replyBox().fill('Half a sentence')
  await choose('Location')
  await expect.element(place.getByRole('textbox')).toHaveValue('Half a sentence')
  await expect.element(place.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(place).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('Half a sentence')
  await replyBox().fill('')
  await choose('Location')
  await send(place).click()
  await expect.element(messageWith('Please send us your location.')).toHaveTextContent('Send location')
  await expect.poll(() => sentReplies(api)).toMatchObject([{ ask: { kind: 'location' } }])
})

test('[Q-194] a card needs a whole phone number', async () => {
  const api = await openHelp()
  await choose('Contact card')
  await fill(card, { Name: 'Claims desk', 'Phone number': '0770' })
  await send(card).click()
  await expect
    .element(card)
    .toHaveTextContent('Phone number must be a whole phone number with its country code')
  await fill(card, { 'Phone number': '+256 770 123 456' })
  await expectAccessible(['best-practice'])
  await send(card).click()
  await expect.element(page.getByRole('group', { name: 'Contact: Claims desk' })).toBeVisible()
  await expect
    .poll(() => sentReplies(api))
    .toMatchObject([{ card: { name: 'Claims desk', email: null, organisation: null } }])
})

test('[Q-194] on a phone the menu closes as the form opens', async () => {
  await openHelp([390, 800])
  await choose('List')
  await expect.element(list).toBeVisible()
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
  await expectAccessible()
})

test('[Q-194] Edit of a question that did not go opens it as it was made, beside what is written meanwhile', async () => {
  const refused = message({
    id: '12',
    content: 'What is it about?',
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'failed',
    failure: { sentence: 'WhatsApp refused it.', code: '131009', remedy: '' },
    details: {
      ask: {
        kind: 'list',
        button: 'Choose',
        rows: [
          { title: 'A claim of this year', description: 'Something has happened' },
          { title: 'My policy', description: null },
        ],
      },
    },
  })
  const api = await openHelp([1366, 768], refused)
  await messageWith('What is it about?').getByRole('button', { name: 'Edit' }).click()
  for (const [name, text] of Object.entries({ ...aboutWhat, 'Button that opens the list': 'Choose' }))
    await expect.element(field(list, name)).toHaveValue(text)
  await replyBox().fill('What I write beside it')
  await fill(list, { 'Row 1': 'A claim' })
  await send(list).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.poll(() => messageWith('What is it about?').elements()).toHaveLength(2)
  await expect.element(replyBox()).toHaveValue('What I write beside it')
  await expect
    .poll(() => sentReplies(api))
    .toMatchObject([{ ask: { rows: [{ title: 'A claim' }, { title: 'My policy' }] } }])
})

test('[Q-194] Edit of a card that never left this device opens it as it was made', async () => {
  const api = await openHelp()
  api.fail('send', 400, 'Not like this')
  await choose('Contact card')
  await fill(card, {
    Name: 'Claims desk',
    'Phone number': '+256 770 123 456',
    'Organisation (optional)': 'Parley Life',
  })
  await expect.element(preview(card)).toHaveTextContent('Parley Life')
  await send(card).click()
  const kept = messageWith('Claims desk')
  await expect.element(kept).toHaveTextContent('Not like this')
  serveThread(api, customerMessages('I need help'))
  await kept.getByRole('button', { name: 'Edit' }).click()
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(field(card, 'Organisation (optional)')).toHaveValue('Parley Life')
  await fill(card, { Name: 'The claims desk' })
  await send(card).click()
  await expect.element(page.getByRole('group', { name: 'Contact: The claims desk' })).toBeVisible()
  await expect.element(replyBox()).toHaveValue('')
})
