import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { focusOn, messageWith, replyBox } from '../../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../../test/thread.ts'

/** Opens a conversation in which the customer said this. */
const openSaid = (...words: readonly string[]) =>
  openConsole('/conversations/7', { given: api => serveThread(api, customerMessages(...words)) })

const contentOf = (words: string) => messageWith(words).element().querySelector('p')
const partsOf = (words: string, tag: string) =>
  [...messageWith(words).element().querySelectorAll(tag)].map(part => part.textContent)

test('[THREAD-07] a customer’s words are never HTML; a web address in them opens safely', async () => {
  const title = document.title
  await openSaid('<img src=x onerror="document.title=1"><b>bold</b> https://example.org/a?b=c.')
  const message = messageWith('<b>bold</b>')
  await expect.element(message).toBeVisible()
  expect(message.element().querySelector('img[src], b')).toBeNull()
  const link = message.getByRole('link')
  await expect.element(link).toHaveAttribute('href', 'https://example.org/a?b=c')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(document.title).not.toBe('1')
  document.title = title
})

test('[THREAD-07] a script keeps its direction', async () => {
  await openSaid('مرحبا، أريد أن أدفع')
  await expect.element(messageWith('مرحبا')).toBeVisible()
  expect(getComputedStyle(contentOf('مرحبا') ?? document.body).direction).toBe('rtl')
})

test('[Q-310] the longest text opens with its beginning, and by a key in full', async () => {
  await openSaid(' *a'.repeat(21_800))
  const long = messageWith('*a *a *a')
  await expect.element(long).toBeVisible()
  const length = () => (long.element() as HTMLElement).innerText.length
  expect(length()).toBeLessThan(9_000)
  await expect.element(replyBox()).toHaveFocus()
  focusOn(long.getByRole('button', { name: 'Show more' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(long.getByRole('button', { name: 'Show less' })).toHaveFocus()
  expect(length()).toBeGreaterThan(65_000)
})

test('[Q-312 Q-315] stacked signs stay in their bubble; a link says which host it opens; what shows nothing says so', async () => {
  const address = 'http://bank.example@evil.example/pay'
  await openSaid(`Stacked a${'\u0301'.repeat(60_000)}`, `Pay at ${address}`, '\u200b\u3164')
  await expect.element(messageWith('No visible text')).toBeVisible()
  await expect
    .element(messageWith('Pay at').getByRole('link', { name: `${address} (opens evil.example)` }))
    .toBeVisible()
  expect(getComputedStyle(contentOf('Stacked') ?? document.body).overflow).toBe('clip')
})

test('[Q-216] WhatsApp’s marks are drawn, and what can be opened, written to or called is a link', async () => {
  const words =
    '*Please* call _Mama_ on 0772 123 456 or write to mama@parley.example.\n`PL-0012` not ~now~ <b>HTML</b>'
  await openSaid(words)
  const message = messageWith('mama@parley.example')
  await expect
    .element(message)
    .toHaveTextContent(
      /Please call Mama on 0772 123 456 or write to mama@parley.example\.\s*PL-0012 not now <b>HTML<\/b>/,
    )
  const of = (tag: string) => partsOf('mama@parley.example', tag)
  expect([of('strong'), of('em'), of('code'), of('s'), of('b')]).toEqual([
    ['Please'],
    ['Mama'],
    ['PL-0012'],
    ['now'],
    [],
  ])
  const link = (name: string) => message.getByRole('link', { name, exact: true })
  await expect.element(link('0772 123 456')).toHaveAttribute('href', 'tel:0772123456')
  await expect.element(link('mama@parley.example')).toHaveAttribute('href', 'mailto:mama@parley.example')
  await expectAccessible()
})
