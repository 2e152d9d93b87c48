import type { MessageDraftEntity } from '@parley/core/messages/drafts-api'
import { endedDraft } from '@parley/core/read/message-draft'
import type { DraftStep, DraftWords } from '@parley/core/messages/drafts'
import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { KeptDraft } from '../../client/device/kept-draft.ts'
import { ManualClock } from '../../sync/manual-clock.fixture.ts'
import { type MessageDraft, messageDrafts } from './drafts.ts'
import { ServerDraft } from './server-draft.ts'

const draft = (version: number, text: string, page_id = 'there'): MessageDraftEntity => ({
  ...endedDraft('1', version),
  text,
  page_id,
})
const changed = (current: MessageDraftEntity) =>
  new ApiFailure({ kind: 'refused', status: 409, code: 'draft.changed', current })
const cut = () => new ApiFailure({ kind: 'network' })

/** A page with a draft, whose server answers what the test says. */
async function page(kept?: MessageDraft) {
  const clock = new ManualClock()
  const device = { read: async () => kept, keep: async () => undefined }
  const local = new KeptDraft<MessageDraft>('place', messageDrafts, device)
  const writes: (DraftStep & DraftWords)[] = []
  const answers: ((write: DraftStep & DraftWords) => MessageDraftEntity | Promise<MessageDraftEntity>)[] = []
  let no = 0
  let version = 100
  const server = new ServerDraft(local, {
    clock,
    pageId: 'here',
    nextStep: () => ++no,
    write: async (step, words) => {
      const write = { ...step, ...words }
      writes.push(write)
      const answer = answers.shift()
      return answer === undefined ? draft(++version, words.text, 'here') : answer(write)
    },
    onFailure: () => undefined,
  })
  await clock.pass(0)
  return {
    clock,
    local,
    server,
    writes,
    /** The next write is answered so. */
    answer: (next: (typeof answers)[number]) => answers.push(next),
    type: (text: string) => local.change(now => ({ ...now, text })),
    texts: () => writes.map(({ text }) => text),
    box: () => local.draft.text,
  }
}

test('[Q-225] what is typed is written once nothing was typed for a second, only the last of it, and nothing while nothing changed', async () => {
  const { clock, type, texts, writes, server } = await page()
  await clock.pass(10_000)
  expect(texts()).toEqual([])
  for (const text of ['H', 'He', 'Hel']) {
    type(text)
    await clock.pass(900)
  }
  expect(texts()).toEqual([])
  await clock.pass(100)
  expect(texts()).toEqual(['Hel'])
  type('Hello')
  await clock.pass(1_000)
  server.flush()
  await clock.pass(60_000)
  expect(writes).toMatchObject([
    { text: 'Hel', version: 0, no: 1 },
    { text: 'Hello', version: 101, no: 2 },
  ])
})

test('[Q-225] one write at a time, then the newest', async () => {
  const { clock, type, texts, answer } = await page()
  let done: (() => void) | undefined
  answer(
    ({ text }) =>
      new Promise(resolve => {
        done = () => resolve(draft(7, text, 'here'))
      }),
  )
  type('a')
  await clock.pass(1_000)
  for (const text of ['ab', 'abc']) {
    type(text)
    await clock.pass(5_000)
  }
  expect(texts()).toEqual(['a'])
  done?.()
  await clock.pass(1_000)
  expect(texts()).toEqual(['a', 'abc'])
})

test('[Q-225] what another device wrote is shown where nothing was written here since', async () => {
  const { clock, type, box, server, texts } = await page()
  type('One')
  await clock.pass(1_000)
  server.hear(draft(200, 'One and two'))
  expect(box()).toBe('One and two')
  server.hear(draft(201, ''))
  expect(box()).toBe('')
  await clock.pass(60_000)
  expect(texts()).toEqual(['One'])
})

test('[Q-225] where both were changed nothing is overwritten until the agent chooses, and nothing more is written', async () => {
  for (const which of ['theirs', 'mine'] as const) {
    const { clock, type, box, server, texts, writes, answer } = await page()
    type('Mine')
    answer(() => Promise.reject(changed(draft(200, 'Theirs'))))
    await clock.pass(1_000)
    expect([box(), server.other.get()?.text]).toEqual(['Mine', 'Theirs'])
    type('Mine still')
    server.hear(draft(201, 'Theirs too'))
    await clock.pass(60_000)
    expect([box(), server.other.get()?.text, texts()]).toEqual(['Mine still', 'Theirs too', ['Mine']])
    server.choose(which)
    await clock.pass(0)
    expect(server.other.get()).toBeNull()
    expect(box()).toBe(which === 'mine' ? 'Mine still' : 'Theirs too')
    expect(writes.slice(1)).toMatchObject(which === 'mine' ? [{ text: 'Mine still', version: 201 }] : [])
  }
})

test('[Q-225] two that become the same, or of which one is emptied, are no longer two', async () => {
  const { clock, type, server, box, texts } = await page()
  type('Mine')
  server.hear(draft(200, 'Theirs'))
  expect(server.other.get()?.text).toBe('Theirs')
  type('Theirs')
  expect(server.other.get()).toBeNull()
  type('Theirs, longer')
  server.hear(draft(201, 'Others'))
  server.hear(draft(202, ''))
  expect([server.other.get(), box()]).toEqual([null, 'Theirs, longer'])
  await clock.pass(1_000)
  expect(texts()).toEqual(['Theirs, longer'])
})

test('[Q-225] the echo of its own write is none of another device, with more typed since or its answer lost', async () => {
  const { clock, type, server, box, texts, answer } = await page()
  answer(() => Promise.reject(cut()))
  type('a')
  await clock.pass(1_000)
  type('ab')
  server.hear(draft(7, 'a', 'here'))
  expect([server.other.get(), box()]).toEqual([null, 'ab'])
  await clock.pass(5_000)
  expect(texts()).toEqual(['a', 'ab'])
})

test('[Q-225] what another device made of words that were on their way is shown once their answer is here', async () => {
  const { clock, type, server, box, texts, answer } = await page()
  let done: (() => void) | undefined
  answer(
    ({ text }) =>
      new Promise(resolve => {
        done = () => resolve(draft(7, text, 'here'))
      }),
  )
  type('a')
  await clock.pass(1_000)
  server.hear(draft(8, 'a and b'))
  expect([server.other.get(), box()]).toEqual([null, 'a'])
  done?.()
  await clock.pass(60_000)
  expect([server.other.get(), box(), texts()]).toEqual([null, 'a and b', ['a']])
})

test('[Q-225] while a message is taken out of the box nothing is put into it', async () => {
  const { clock, type, local, server, box } = await page()
  type('One')
  await clock.pass(1_000)
  local.change(({ text, files, server: there }) => ({
    text: '',
    files,
    taken: { text, files },
    server: there,
  }))
  server.hear(draft(200, 'Two'))
  expect(box()).toBe('')
  local.change(({ taken, files, server: there }) => ({ text: taken?.text ?? '', files, server: there }))
  expect(box()).toBe('Two')
})

test('[Q-225] a page that was killed before the answer came finds its own words on the server, and goes on with what was typed', async () => {
  const known = { text: '', quotedId: null, version: 0, pageId: 'killed' }
  const { clock, server, box, writes } = await page({ text: 'Hello', files: [], server: known })
  server.hear(draft(7, 'Hel', 'killed'))
  expect([server.other.get(), box()]).toEqual([null, 'Hello'])
  await clock.pass(1_000)
  expect(writes).toMatchObject([{ text: 'Hello', version: 7 }])
  // That holds for what it finds, and no longer: another tab of the browser may live.
  server.hear(draft(300, 'Another tab', 'killed'))
  expect(box()).toBe('Another tab')
  server.hear(draft(301, 'Another tab, on', 'killed'))
  expect(box()).toBe('Another tab, on')
})

test('[Q-225] what was emptied while the line was cut is emptied on the server once it is back', async () => {
  const { clock, type, server, texts, answer } = await page()
  type('One')
  await clock.pass(1_000)
  answer(() => Promise.reject(cut()))
  type('')
  await clock.pass(1_000)
  expect(texts()).toEqual(['One', ''])
  server.lineIsBack()
  await clock.pass(0)
  expect(texts()).toEqual(['One', '', ''])
  await clock.pass(600_000)
  expect(texts()).toHaveLength(3)
})

test('[Q-225] what fails is tried again, less and less often; what the server does not take is not', async () => {
  const { clock, type, texts, answer } = await page()
  for (let n = 0; n < 3; n += 1) answer(() => Promise.reject(cut()))
  type('One')
  await clock.pass(1_000 + 2_000 + 4_000)
  expect(texts()).toHaveLength(3)
  await clock.pass(7_999)
  expect(texts()).toHaveLength(3)
  await clock.pass(1)
  expect(texts()).toHaveLength(4)
  answer(() => Promise.reject(new ApiFailure({ kind: 'refused', status: 403, code: 'session.forbidden' })))
  type('Two')
  await clock.pass(600_000)
  expect(texts()).toHaveLength(5)
  type('x'.repeat(16_385))
  await clock.pass(600_000)
  expect(texts()).toHaveLength(5)
})

test('[Q-348] a draft that is too long for one message is kept on the server', async () => {
  const { clock, type, texts } = await page()
  type('x'.repeat(4_097))
  await clock.pass(1_000)
  expect(texts()).toEqual(['x'.repeat(4_097)])
})

test('[Q-225] what is taken to be sent is no empty box: it stays on the server until its message has ended it', async () => {
  const { clock, type, local, server, texts, writes } = await page()
  type('Hello')
  await clock.pass(1_000)
  local.change(({ text, files, server: there }) => ({
    text: '',
    files: [],
    taken: { text, files },
    server: there,
  }))
  await clock.pass(60_000)
  expect(texts()).toEqual(['Hello'])
  const step = server.nextStep()
  expect(step).toEqual({ pageId: 'here', no: 2, version: 101 })
  server.setSending(true)
  local.change(({ text, files, server: there }) => ({ text, files, server: there }))
  await clock.pass(60_000)
  expect(texts()).toEqual(['Hello'])
  server.hear(draft(102, '', 'here'))
  server.setSending(false)
  await clock.pass(60_000)
  expect(texts()).toEqual(['Hello'])
  type('Next')
  await clock.pass(1_000)
  expect(writes.at(-1)).toMatchObject({ text: 'Next', version: 102, no: 3 })
})

test('[Q-225] a message that another draft was written beside does not take it along', async () => {
  const { type, local, server } = await page()
  type('Mine')
  server.hear(draft(200, 'Theirs'))
  expect(server.nextStep().version).toBe(0)
  local.change(now => ({ ...now, text: '' }))
  server.hear(draft(201, 'Theirs, longer'))
  // Who has just sent is not handed other words for the next press.
  expect([local.draft.text, server.other.get()?.text]).toEqual(['', 'Theirs, longer'])
})

test('[Q-225] where the server says nothing of a draft that it had, a write that changes nothing asks', async () => {
  const known = { text: 'Old', quotedId: null, version: 5, pageId: 'before' }
  const { clock, server, box, writes, answer } = await page({ text: 'Old', files: [], server: known })
  answer(() => Promise.reject(changed(draft(0, '', ''))))
  server.hear(null)
  await clock.pass(0)
  expect(writes).toMatchObject([{ text: 'Old', version: 5 }])
  expect(box()).toBe('')
  await clock.pass(60_000)
  expect(writes).toHaveLength(1)
})

test('[Q-225] a page that goes writes at once what is not on its way', async () => {
  const { clock, type, server, texts, answer } = await page()
  answer(() => new Promise(() => undefined))
  type('One')
  server.flush(true)
  expect(texts()).toEqual(['One'])
  server.flush(true)
  expect(texts()).toEqual(['One'])
  type('One more')
  server.flush(true)
  await clock.pass(60_000)
  expect(texts()).toEqual(['One', 'One more'])
})
