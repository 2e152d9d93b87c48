import { entriesOf, type OutboxEntry, unwritten } from '@parley/core/messages/outbox'
import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { onePage } from './one-page.fixture.ts'
import { Outbox, type OutboxWorld } from './outbox.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
let ids = 0
const message = (content: string) =>
  entriesOf([{ content, document_id: null }], [], unwritten, at, () => `c${ids++}`)

type Fate = 'taken' | 'refused' | 'answered' | 'lost' | 'never' | 'too-often'

/** A device and a server that takes each client id once. */
function world(
  fate: (entry: OutboxEntry, tries: number) => Fate = () => 'taken',
  more: Partial<OutboxWorld> = {},
  kept = new Map<string, OutboxEntry>(),
) {
  const onServer = new Set<string>()
  const calls: string[] = []
  const waits: number[] = []
  let whileItWaits: () => void = () => undefined
  let historyWorks = true
  const outbox = new Outbox({
    ...onePage(kept),
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
    ...more,
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

test('[API-03 Q-042 Q-249] an unanswered message goes again by itself under its id, before what was written after it', async () => {
  const { outbox, calls, onServer, waits } = world((entry, tries) =>
    entry.content === 'one' && tries < 3 ? 'never' : 'taken',
  )
  const both = [...message('one'), ...message('two')]
  await Promise.all(both.map(entry => outbox.add([entry])))
  expect(calls).toEqual(['one', 'one', 'one', 'two'])
  expect(waits).toEqual([5_000, 5_000])
  expect([...onServer]).toEqual(both.map(entry => entry.clientId))
  expect(outbox.entries).toEqual([])
})

test('[Q-249] what gets no answer five times while the line is good stays for its writer, and what is behind it goes', async () => {
  const { outbox, calls, kept } = world(entry => (entry.content === 'one' ? 'never' : 'taken'))
  await Promise.all([outbox.add(message('one')), outbox.add(message('two'))])
  expect(calls).toEqual(['one', 'one', 'one', 'one', 'one', 'two'])
  expect(standing(outbox)).toEqual([['one', 'unconfirmed']])
  expect([...kept.values()].map(({ state }) => state)).toEqual(['unconfirmed'])
})

test('[API-03 Q-042] while the history cannot be read, what is not confirmed can neither be retried nor edited', async () => {
  const { outbox, calls, breakHistory } = world(() => 'never')
  breakHistory()
  const [entry] = message('one')
  await outbox.add(entry === undefined ? [] : [entry])
  expect(calls).toHaveLength(5)
  await outbox.retry(entry?.clientId ?? '')
  expect(await outbox.take(entry?.clientId ?? '')).toBeNull()
  expect(calls).toHaveLength(5)
  expect(standing(outbox)).toEqual([['one', 'unconfirmed']])
})

/** A line that is cut until `mend` is called. */
function cutLine() {
  let isCut = true
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(done => {
    resolve = done
  })
  const line = { isCut: () => isCut, lineIsBack: () => promise } as const
  const mend = async () => {
    isCut = false
    resolve()
    await new Promise(done => setTimeout(done))
  }
  return { line, mend }
}

const session = { pressed: () => ({ sessionId: '5', ownerId: null, at: at.toISOString() }) }

test('[Q-249] without a line nothing is tried: it waits, can be edited, and goes in order when the line is back', async () => {
  const { line, mend } = cutLine()
  const { outbox, calls, kept } = world(undefined, line)
  const [one] = message('one')
  for (const entry of [one, ...message('two'), ...message('three')]) {
    if (entry !== undefined) void outbox.add([entry])
  }
  await new Promise(done => setTimeout(done))
  expect(standing(outbox)).toEqual([
    ['one', 'waiting'],
    ['two', 'waiting'],
    ['three', 'waiting'],
  ])
  expect([...kept.values()].map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  expect((await outbox.take(one?.clientId ?? ''))?.content).toBe('one')
  expect(calls).toEqual([])
  await mend()
  expect(calls).toEqual(['two', 'three'])
  expect([outbox.entries, kept.size]).toEqual([[], 0])
})

test('[Q-249] what has changed meanwhile keeps it back, with the reason, and the agent may say so all the same', async () => {
  const { line, mend } = cutLine()
  const why = { whyNotUnasked: async () => 'Brian has this conversation now' }
  const { outbox, calls, kept } = world(undefined, { ...line, ...why })
  const [one] = message('one')
  void outbox.add(one === undefined ? [] : [one])
  await new Promise(done => setTimeout(done))
  await mend()
  expect(outbox.entries.map(({ state, reason }) => [state, reason])).toEqual([
    ['refused', 'Brian has this conversation now'],
  ])
  expect(calls).toEqual([])
  expect([...kept.values()].map(({ state }) => state)).toEqual(['refused'])
  await outbox.retry(one?.clientId ?? '')
  expect([calls, outbox.entries]).toEqual([['one'], []])
})

test('[Q-249] what goes by itself says so, for the server to refuse it where the conversation was taken over since the look', async () => {
  const { line, mend } = cutLine()
  const unasked: boolean[] = []
  const { outbox, kept } = world(undefined, {
    ...line,
    send: async (_, isUnasked) => {
      unasked.push(isUnasked)
      const facts = { status: 409, code: 'assignment.taken', detail: 'Brian has this conversation' }
      if (isUnasked) throw new ApiFailure({ kind: 'refused', ...facts })
    },
  })
  const [one] = message('one')
  void outbox.add(one === undefined ? [] : [one])
  await new Promise(done => setTimeout(done))
  await mend()
  expect(outbox.entries.map(({ state, reason }) => [state, reason])).toEqual([
    ['refused', 'Brian has this conversation'],
  ])
  expect([...kept.values()].map(({ state }) => state)).toEqual(['refused'])
  // Who presses means the conversation as it is.
  await outbox.retry(one?.clientId ?? '')
  expect([unasked, outbox.entries]).toEqual([[true, false], []])
})

test('[Q-249] while nobody can say whether something has changed, what waited goes on waiting', async () => {
  let asked = 0
  const { line, mend } = cutLine()
  const { outbox, calls, waits } = world(undefined, {
    ...line,
    whyNotUnasked: async () => {
      asked += 1
      if (asked < 3) throw new ApiFailure({ kind: 'timeout' })
      return null
    },
  })
  void outbox.add(message('one'))
  await new Promise(done => setTimeout(done))
  await mend()
  expect([waits, calls, outbox.entries]).toEqual([[5_000, 5_000], ['one'], []])
})

test('[Q-249] of two tabs one sends what an earlier page left; the other finds it gone', async () => {
  const kept = new Map<string, OutboxEntry>()
  const [left] = message('left')
  if (left === undefined) throw new Error('no entry')
  kept.set(left.clientId, { ...left, state: 'waiting', pressed: { ...session.pressed(), place: 0 } })
  let turn: Promise<unknown> = Promise.resolve()
  const alone: OutboxWorld['alone'] = run => {
    const mine = turn.then(run)
    turn = mine.catch(() => undefined)
    return mine
  }
  const tabs = [world(undefined, { ...session, alone }, kept), world(undefined, { ...session, alone }, kept)]
  await Promise.all(tabs.map(({ outbox }) => outbox.restore()))
  expect(tabs.flatMap(({ calls }) => calls)).toEqual(['left'])
  expect(kept.size).toBe(0)
  // This one could not see in the history what became of it: it does nothing unasked.
  expect(tabs.flatMap(({ outbox }) => standing(outbox))).toEqual([['left', 'unconfirmed']])
})

test('[Q-249] what another tab has begun to send is not given back to be edited before the history was looked at', async () => {
  const { line } = cutLine()
  const { outbox, kept, onServer } = world(undefined, line)
  const [one] = message('one')
  if (one === undefined) throw new Error('no entry')
  void outbox.add([one])
  await new Promise(done => setTimeout(done))
  kept.set(one.clientId, { ...one, state: 'sending' })
  onServer.add(one.clientId)
  expect(await outbox.take(one.clientId)).toBeNull()
  expect(outbox.entries).toEqual([])
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

test('[COMP-02 Q-039 Q-249] after a reload what was written in this session goes by itself; in another it waits for its writer', async () => {
  const [left] = message('one')
  if (left === undefined) throw new Error('no entry')
  const stamped = { ...left, pressed: { ...session.pressed(), place: 0 } }
  const same = world(undefined, session, new Map([[left.clientId, stamped]]))
  await same.outbox.restore()
  expect([same.calls, same.outbox.entries, same.kept.size]).toEqual([['one'], [], 0])

  const other = { pressed: () => ({ ...session.pressed(), sessionId: '6' }) }
  const later = world(undefined, other, new Map([[left.clientId, stamped]]))
  await later.outbox.restore()
  expect(standing(later.outbox)).toEqual([['one', 'unconfirmed']])
  expect(later.calls).toEqual([])
  later.outbox.confirm(new Set([left.clientId]))
  expect([later.outbox.entries, later.kept.size]).toEqual([[], 0])
})

test('[COMP-02 Q-095] after another has answered a message waits; sent anyway, it keeps its id and all it was written with', async () => {
  const { outbox, kept } = world(entry => (entry.force ? 'taken' : 'answered'))
  const tries: OutboxEntry[] = []
  const metadata = { intent: 'claim_status', confidence: 0.9, entities: {} }
  const written = {
    seenMessageId: '41',
    issueId: '31',
    metadata,
    quoted: null,
    canned: null,
    draft: null,
    resolves: true,
  }
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
