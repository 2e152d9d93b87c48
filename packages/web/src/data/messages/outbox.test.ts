import { entriesOf, type OutboxEntry, unwritten } from '@parley/core/rules/outbox'
import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { Outbox } from './outbox.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
let ids = 0
const message = (content: string) =>
  entriesOf([{ content, document_id: null }], [], unwritten, at, () => `c${ids++}`)

type Fate = 'taken' | 'refused' | 'answered' | 'lost' | 'never' | 'too-often'

/** A device and a server that takes each client id once. */
function world(fate: (entry: OutboxEntry, tries: number) => Fate = () => 'taken') {
  const kept = new Map<string, OutboxEntry>()
  const onServer = new Set<string>()
  const calls: string[] = []
  const waits: number[] = []
  let whileItWaits: () => void = () => undefined
  let historyWorks = true
  const outbox = new Outbox({
    send: async entry => {
      calls.push(entry.content)
      const what = fate(entry, calls.filter(content => content === entry.content).length)
      if (what === 'taken' || what === 'lost') onServer.add(entry.clientId)
      if (what === 'answered') {
        throw new ApiFailure({
          kind: 'refused',
          status: 409,
          code: 'message.answered-since',
          detail: 'Read it',
        })
      }
      if (what === 'too-often') {
        const facts = { status: 429, code: 'call.too-often', detail: 'It goes on in 7 seconds' }
        throw new ApiFailure({ kind: 'refused', ...facts, retryAfterMs: 7_000 })
      }
      if (what === 'refused') throw new ApiFailure({ kind: 'refused', status: 409, detail: 'Archived' })
      if (what === 'lost' || what === 'never') throw new ApiFailure({ kind: 'timeout' })
    },
    sentAlready: async () => {
      if (!historyWorks) throw new ApiFailure({ kind: 'network' })
      return new Set(onServer)
    },
    read: async () => [...kept.values()],
    keep: async entry => {
      kept.set(entry.clientId, entry)
    },
    forget: async clientId => {
      kept.delete(clientId)
    },
    wait: async ms => {
      waits.push(ms)
      whileItWaits()
    },
    onFailure: () => undefined,
  })
  return {
    outbox,
    waits,
    whileItWaits: (look: () => void) => {
      whileItWaits = look
    },
    kept,
    onServer,
    calls,
    breakHistory: () => {
      historyWorks = false
    },
  }
}

const standing = (outbox: Outbox) => outbox.entries.map(entry => [entry.content, entry.state])

test('[COMP-02 Q-039] a message shows at once, is kept before its call, and leaves when the server has it', async () => {
  const { outbox, kept, calls } = world()
  const sending = outbox.add(message('one'))
  expect(standing(outbox)).toEqual([['one', 'sending']])
  expect(kept.size).toBe(1)
  expect(calls).toEqual([])
  await sending
  expect([outbox.entries, kept.size, calls]).toEqual([[], 0, ['one']])
})

test('[COMP-02] messages go in the order in which they were written', async () => {
  const { outbox, calls } = world()
  await Promise.all(['one', 'two', 'three'].map(text => outbox.add(message(text))))
  expect(calls).toEqual(['one', 'two', 'three'])
})

test('[ERR-20 Q-039] a refused message stays with its reason, and the next one still goes', async () => {
  const { outbox, kept } = world(entry => (entry.content === 'one' ? 'refused' : 'taken'))
  await Promise.all([outbox.add(message('one')), outbox.add(message('two'))])
  expect(standing(outbox)).toEqual([['one', 'refused']])
  expect(outbox.entries[0]?.reason).toBe('Archived')
  expect([...kept.values()][0]?.state).toBe('refused')
})

test('[API-03 Q-042] an answer that was lost is found in the history: the message shows once', async () => {
  const { outbox, calls } = world(() => 'lost')
  await outbox.add(message('one'))
  expect([outbox.entries, calls]).toEqual([[], ['one']])
})

test('[API-03 Q-042] an unanswered message is never sent again by itself; Retry looks first and keeps the id', async () => {
  const { outbox, calls, onServer } = world((_, tries) => (tries === 1 ? 'never' : 'taken'))
  const [entry] = message('one')
  await outbox.add(entry === undefined ? [] : [entry])
  await outbox.add(message('two'))
  expect(standing(outbox)).toEqual([
    ['one', 'unanswered'],
    ['two', 'unanswered'],
  ])
  await outbox.retry(entry?.clientId ?? '')
  expect(calls).toEqual(['one', 'two', 'one'])
  expect([...onServer]).toEqual([entry?.clientId])
})

test('[API-03 Q-042] while the history cannot be read, an unanswered message can neither be retried nor edited', async () => {
  const { outbox, calls, breakHistory } = world(() => 'never')
  breakHistory()
  const [entry] = message('one')
  await outbox.add(entry === undefined ? [] : [entry])
  await outbox.retry(entry?.clientId ?? '')
  expect(await outbox.take(entry?.clientId ?? '')).toBeNull()
  expect(calls).toEqual(['one'])
  expect(standing(outbox)).toEqual([['one', 'unanswered']])
})

test('[COMP-02 Q-039] Edit takes a refused message back; one that arrived meanwhile just leaves', async () => {
  const { outbox, kept, onServer } = world(entry => (entry.content === 'one' ? 'refused' : 'never'))
  const [one] = message('one')
  const [two] = message('two')
  if (one === undefined || two === undefined) throw new Error('no entries')
  await outbox.add([one])
  await outbox.add([two])
  expect((await outbox.take(one.clientId))?.content).toBe('one')
  onServer.add(two.clientId)
  expect(await outbox.take(two.clientId)).toBeNull()
  expect([outbox.entries, kept.size]).toEqual([[], 0])
})

test('[COMP-02 Q-039] after a reload bubbles are there, unconfirmed, and nothing is sent', async () => {
  const first = world(() => 'never')
  await first.outbox.add(message('one'))
  const [left] = first.kept.values()
  const second = world()
  if (left !== undefined) second.kept.set(left.clientId, { ...left, state: 'sending' })
  await second.outbox.restore()
  expect(standing(second.outbox)).toEqual([['one', 'unconfirmed']])
  expect(second.calls).toEqual([])
  second.outbox.confirm(new Set([left?.clientId ?? '']))
  expect([second.outbox.entries, second.kept.size]).toEqual([[], 0])
})

test('[COMP-02 Q-095] after another has answered a message waits; sent anyway, it keeps its id and all it was written with', async () => {
  const { outbox, kept } = world(entry => (entry.force ? 'taken' : 'answered'))
  const tries: OutboxEntry[] = []
  const metadata = { intent: 'claim_status', confidence: 0.9, entities: {} }
  const written = { seenMessageId: '41', issueId: '31', metadata, quoted: null, canned: null, draft: null }
  const [entry] = entriesOf([{ content: 'one', document_id: null }], [], written, at, () => `c${ids++}`)
  outbox.following.subscribe(() => tries.push(...outbox.entries))
  await outbox.add(entry === undefined ? [] : [entry])
  expect(standing(outbox)).toEqual([['one', 'answered']])
  expect([...kept.values()]).toEqual([{ ...entry, state: 'answered', reason: 'Read it' }])
  await outbox.retry(entry?.clientId ?? '')
  expect([outbox.entries, kept.size]).toEqual([[], 0])
  expect(tries.at(-1)).toEqual({ ...entry, state: 'sending', reason: null, force: true })
})

test('[Q-163 Q-039] what was sent too often waits as long as the server says and goes on by itself, each once, in order', async () => {
  const { outbox, calls, onServer, waits, kept, whileItWaits } = world((entry, tries) =>
    entry.content === 'two' && tries < 3 ? 'too-often' : 'taken',
  )
  const seen: unknown[] = []
  whileItWaits(() => seen.push(outbox.entries.map(({ content, state, reason }) => [content, state, reason])))
  const all = ['one', 'two', 'three'].flatMap(message)
  await outbox.add(all)
  expect(calls).toEqual(['one', 'two', 'two', 'two', 'three'])
  expect(waits).toEqual([7_000, 7_000])
  expect(seen[0]).toEqual([
    ['two', 'sending', 'It goes on in 7 seconds'],
    ['three', 'sending', null],
  ])
  expect([...onServer]).toEqual(all.map(entry => entry.clientId))
  expect([outbox.entries, kept.size]).toEqual([[], 0])
})
