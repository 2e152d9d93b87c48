import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { type Opening, openConsole } from '../../../test/console.tsx'
import { keysAreHeard } from '../../../test/keys.ts'
import { briansNote, serveNotes } from '../../../test/notes.ts'
import { message } from '../../../test/samples.ts'
import { type Searchable, serveSearch } from '../../../test/search.ts'
import { serveThread } from '../../../test/thread.ts'
import { linkedRowText, messageWith, replyBox, thread } from '../../../test/screen.ts'

const texts = Array.from({ length: 6 }, (_, no) =>
  no === 1 || no === 4 ? `The okapi of line ${no}` : `Line number ${no}`,
)
const lines = texts.map((content, at) =>
  message({ id: String(1_001 + at), content, created_at: `2026-02-02T06:${String(10 + at)}:00.000Z` }),
)
const words = () => page.getByRole('textbox', { name: 'Find in this conversation' })
/** What the bar says of the search. */
const status = () => document.querySelector('search [role=status]')?.textContent
const expectStatus = (said: string) => expect.poll(status).toBe(said)
const older = () => page.getByRole('button', { name: 'Older', exact: true })

/** The bar is open in a conversation of six messages, which fit the screen. */
async function openBar(held: Searchable, { given }: Pick<Opening, 'given'> = {}) {
  const api = await openConsole('/conversations/7', {
    given: one => {
      serveThread(one, lines)
      serveSearch(one, held)
      given?.(one)
    },
  })
  await expect.element(messageWith('Line number 5')).toBeInViewport()
  await keysAreHeard()
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(words()).toHaveFocus()
  return api
}

const okapis: Searchable = {
  messages: [
    { id: String(1_001 + 4), text: 'The okapi of line 4', at: '2026-02-02T06:14:00.000Z' },
    { id: String(1_001 + 1), text: 'The okapi of line 1', at: '2026-02-02T06:11:00.000Z' },
  ],
  notes: [{ id: '72', text: 'Asked about the okapi', at: '2026-02-02T06:30:00.000Z' }],
}
const giveNote = {
  given: (api: Parameters<typeof serveNotes>[0]) =>
    void serveNotes(api, [
      briansNote({ text: 'Asked about the okapi', created_at: '2026-02-02T06:30:00.000Z' }),
    ]),
}
// What was found is painted over, without being drawn.
const painted = () => [...(CSS.highlights.get('found') ?? [])].map(String)

test('[Q-229] Ctrl F finds words in all of a conversation, its notes too, and goes from one to the next', async () => {
  await openBar(okapis, giveNote)
  await userEvent.keyboard('okapi')
  await expectStatus('3 found')
  await expectAccessible(['best-practice'])
  for (const [place, text] of [
    'Asked about the okapi',
    'The okapi of line 4',
    'The okapi of line 1',
  ].entries()) {
    await userEvent.keyboard('{Enter}')
    await expectStatus(`${place + 1} of 3`)
    await expect.poll(linkedRowText).toContain(text)
    await expect.element(thread().getByText(text)).toBeInViewport()
    await expect.element(words()).toHaveFocus()
  }
  await expect.element(older()).toBeDisabled()
  await expect.poll(painted).toEqual(['okapi', 'okapi', 'okapi'])
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.poll(linkedRowText).toContain('The okapi of line 4')
})

test('[Q-229] words that nothing has are said to find nothing, and Escape leads back to the box', async () => {
  await openBar(okapis, giveNote)
  await userEvent.keyboard('okapi')
  await expect.poll(painted).not.toEqual([])
  await words().fill('unicorn')
  await expectStatus('Nothing found')
  await userEvent.keyboard('{Escape}')
  await expect.element(words()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
  await expect.poll(painted).toEqual([])
})

test('[Q-229] a second Ctrl F is the browser’s own', async () => {
  await openBar(okapis)
  const heard: boolean[] = []
  words()
    .element()
    .addEventListener('keydown', event => queueMicrotask(() => heard.push(event.defaultPrevented)))
  words()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))
  await expect.poll(() => heard).toEqual([false])
})

test('[Q-229] what is said meanwhile is found by itself, and the place among the hits moves on', async () => {
  const messages = [{ id: '1005', text: 'The okapi of line 4', at: '2026-02-02T06:14:00.000Z' }]
  const api = await openBar({ messages })
  const say = (id: string, content: string, at: string) => {
    messages.unshift({ id, text: content, at })
    api.publish({
      event: 'message',
      data: message({ id, content, created_at: at }),
    })
  }
  await userEvent.keyboard('okapi')
  await expectStatus('1 found')
  say('2001', 'Two okapis by now', '2026-03-02T09:00:00.000Z')
  await expectStatus('2 found')
  await userEvent.keyboard('{Enter}')
  await expectStatus('1 of 2')
  say('2002', 'And a third okapi', '2026-03-02T09:01:00.000Z')
  await expectStatus('2 of 3')
})

/** Writes into the field and presses Enter at once; the page is drawn anew. */
async function typeAndEnter(text: string): Promise<void> {
  const field = words().element()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await new Promise(requestAnimationFrame)
}

test('[Q-229] while other words are looked for no count of those before stands there, and Enter goes nowhere', async () => {
  const api = await openBar(okapis, giveNote)
  await userEvent.keyboard('okapi')
  await expectStatus('3 found')
  const release = api.hold('search')
  const there = location.href
  await typeAndEnter('unicorn')
  // Not even for the moment before they are looked for.
  expect(status()).toBe('Looking…')
  expect(location.href).toBe(there)
  await expect.poll(() => api.askedFor('search').at(-1)?.query.q).toBe('unicorn')
  expect(status()).toBe('Looking…')
  await expect.element(older()).toBeDisabled()
  release()
  await expectStatus('Nothing found')
})
