import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { isConnected } from '../../../test/replying.ts'
import { brian, customer, me, message } from '../../../test/samples.ts'
import {
  button,
  customerPanel,
  focusOn,
  headerText,
  messageWith,
  pointElsewhere,
  replyBox,
  settled,
  thread,
} from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

const phone = [390, 844] as const
const opacityOf = (of: Locator) => () => getComputedStyle(of.element()).opacity

test('[Q-239] above a thread stands one banner, the most urgent; the others are counted and a press away', async () => {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages('Nobody has me'))
      given.fail('tickets')
    },
  })
  const claim = page.getByText('Nobody has this conversation')
  const failure = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' })
  await expect.element(failure).toBeVisible()
  await expect.element(claim).not.toBeInTheDocument()
  const more = page.getByRole('button', { name: '1 more', exact: true })
  await expect.element(replyBox()).toHaveFocus()
  focusOn(more)
  await userEvent.keyboard('{Enter}')
  await expect.element(claim).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show less', exact: true }).click()
  await expect.element(claim).not.toBeInTheDocument()
  api.answer('tickets', [])
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect.element(claim).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(more).not.toBeInTheDocument()
})

test('[Q-239] on a phone a thread has the screen: no bar of the navigation, what can be done with it in its details', async () => {
  await openConsole('/conversations', {
    size: phone,
    given: api => serveThread(api, customerMessages('From a phone')),
  })
  const search = page.getByRole('searchbox')
  await expect.element(search).toBeVisible()
  expect(search.element().getBoundingClientRect().width).toBeGreaterThan(120)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect.element(main).toBeVisible()
  await page.getByText('Nakato Prossy').first().click()
  await expect.element(messageWith('From a phone')).toBeVisible()
  await expect.element(main).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show customer details' }).click()
  const actions = page
    .getByRole('complementary', { name: 'Customer' })
    .getByRole('region', { name: 'Actions' })
  await expect.element(actions.getByRole('button', { name: 'Create Ticket' })).toBeVisible()
  await actions.getByRole('button', { name: 'Assign' }).click()
  const picker = page.getByRole('dialog', { name: 'Assign', exact: true })
  await expect.element(picker).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.element(main).toBeVisible()
})

test('[Q-239] on a phone a button opens what can be done with a message, below it and over no words', async () => {
  await openConsole('/conversations/7', {
    size: phone,
    given: api =>
      serveThread(api, customerMessages('A message that is a little longer than the screen is wide')),
  })
  const row = messageWith('A message that is')
  await expect.element(row).toBeVisible()
  const reply = row.getByRole('button', { name: 'Reply' })
  await expect.element(reply).not.toBeInTheDocument()
  await row.getByRole('button', { name: 'More for this message' }).click()
  await expect.element(reply).toBeVisible()
  // Once the thread has made room for it.
  const room = () =>
    reply.element().getBoundingClientRect().top -
    (row.element().querySelector('p')?.getBoundingClientRect().bottom ?? Number.NaN)
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  await expectAccessible()
  await reply.click()
  await expect
    .element(page.getByRole('group', { name: /^Replying to / }))
    .toHaveTextContent('A message that is')
})

const three = ['First of three', 'Second of three', 'Third of three']

test('[Q-239 THREAD-02 THREAD-10] messages of one sender within two minutes share a line with direction and time; each says its own to a screen reader and on hover', async () => {
  await openConsole('/conversations/7', { given: api => serveThread(api, customerMessages(...three)) })
  const [second, third] = [messageWith('Second of three'), messageWith('Third of three')]
  await expect.element(second).toHaveTextContent(/INBOUND\s*\d\d:\d\d/)
  await pointElsewhere()
  await expect.poll(opacityOf(second.getByText('INBOUND'))).toBe('0')
  await expect.poll(opacityOf(third.getByText('INBOUND'))).toBe('1')
  expect(second.element().getBoundingClientRect().height).toBeLessThanOrEqual(42)
  // What shows on hover moves nothing.
  const before = third.element().getBoundingClientRect().toJSON()
  const reply = second.getByRole('button', { name: 'Reply' })
  await second.hover()
  await expect.poll(opacityOf(second.getByText('INBOUND'))).toBe('1')
  await expect.poll(opacityOf(reply)).toBe('1')
  expect(third.element().getBoundingClientRect().toJSON()).toEqual(before)
  await pointElsewhere()
  await expect.poll(opacityOf(reply)).toBe('0')
  await expect.element(replyBox()).toHaveFocus()
  focusOn(reply)
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await expect.element(reply).toHaveFocus()
  await expect.poll(opacityOf(reply)).toBe('1')
  await expect.poll(opacityOf(second.getByRole('button', { name: 'Copy link' }))).toBe('1')
})

test.each([
  ['the same', 'delivered', '0'],
  ['another', 'sent', '1'],
] as const)(
  '[Q-239] of two answers in a group the first stands at %s place as the last, and says so only where it is another',
  async (_, status, opacity) => {
    const answer = (id: string, content: string, at: 'sent' | 'delivered') =>
      message({ id, content, direction: 'OUTBOUND', source: 'AGENT', sender_id: '1', status: at })
    await openConsole('/conversations/7', {
      given: api =>
        serveThread(api, [
          ...customerMessages('Hello'),
          answer('21', 'One answer', status),
          answer('22', 'Another answer', 'delivered'),
        ]),
    })
    await expect.element(messageWith('Another answer')).toBeVisible()
    await pointElsewhere()
    const tick = (text: string) => {
      const button = messageWith(text).getByRole('button', { name: /: show when$/ })
      return page.elementLocator(button.element().parentElement ?? document.body)
    }
    await expect.poll(() => opacityOf(tick('One answer'))()).toBe(opacity)
    await expect.poll(() => opacityOf(tick('Another answer'))()).toBe('1')
  },
)

const wholeRow = {
  user: customer('Nakato Prossy'),
  agent: { id: me.id, name: me.name },
  metadata: { account_type: 'Individual', customer_id: 'C-48213' },
  tags: ['payments'],
}

test('[CDET-01 CDET-02 CDET-03 CDET-04 CDET-07 CDET-08 CDET-09 CDET-11 CDET-12 CDET-13 CDET-14] header and panel say whose conversation it is', async () => {
  await openConsole('/conversations/7', {
    given: api => serveThread(api, customerMessages('Hello'), wholeRow),
  })
  const header = page.elementLocator(document.querySelector('main header') ?? document.body)
  await expect.poll(headerText).toContain('+256 700 000 001')
  await expect.element(page.getByRole('heading', { name: 'Nakato Prossy', level: 2 }).first()).toBeVisible()
  await expect.element(header.getByText('Active', { exact: true })).toBeVisible()
  expect(headerText()).toMatch(/assigned to you.*last activity \S+/)
  await expect.element(customerPanel().getByText('NP', { exact: true })).toBeVisible()
  await expect.element(customerPanel()).toHaveTextContent('Nakato Prossy')
  await expect.element(customerPanel()).toHaveTextContent('+256 700 000 001')
  await expect.element(customerPanel()).toHaveTextContent(/Account type\s*Individual/)
  await expect.element(customerPanel()).toHaveTextContent(/Customer ID\s*C-48213/)
  await expect.element(customerPanel().getByText('payments', { exact: true })).toBeVisible()
  expect(customerPanel().element().getBoundingClientRect().width).toBe(320)
})

test('[CDET-12] under 1200 px the panel is a drawer that Escape closes', async () => {
  await openConsole('/conversations/7', {
    size: [1000, 700],
    given: api => serveThread(api, customerMessages('Hello')),
  })
  await expect.element(messageWith('Hello')).toBeVisible()
  await expect.element(customerPanel()).not.toBeInTheDocument()
  await button('Show customer details').click()
  await expect.element(customerPanel()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(customerPanel()).not.toBeInTheDocument()
})

test.each([
  [1920, 1080],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const)(
  '[Q-239] at %i × %i the header of a thread is 56 px high, with long names and with viewers',
  async (width, height) => {
    const tags = [1, 2, 3, 4, 5, 6, 7, 8].map(no => `a tag of some length ${no}`)
    const name = 'Nakato Prossy Namuddu of the Association of Market Vendors'
    const api = await openConsole('/conversations/7', {
      size: [width, height],
      given: given =>
        serveThread(given, customerMessages('Hello'), { ...wholeRow, tags, user: customer(name) }),
    })
    await expect.element(messageWith('Hello')).toBeVisible()
    await isConnected(api)
    const top = () => thread().element().getBoundingClientRect().top
    const before = await settled(top)
    for (const typing of [false, true]) {
      const brians = { agent_id: brian.id, agent_name: brian.name, typing }
      api.publish({ event: 'presence', data: { conversation_id: '7', viewers: [brians] } })
      await expect.poll(headerText).toContain(typing ? 'Brian is typing' : 'Brian is viewing')
      expect(document.querySelector('main header')?.getBoundingClientRect().height).toBe(56)
      expect(await settled(top)).toBe(before)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
  },
)
