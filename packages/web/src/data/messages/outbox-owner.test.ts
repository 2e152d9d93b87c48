import { entriesOf, type OutboxEntry, unwritten } from '@parley/core/messages/outbox'
import { expect, test } from 'vitest'
import { ApiFailure, signedOut } from '../../client/api-failure.ts'
import { forOneAgent, type Session } from '../../client/session-store.ts'
import { onePage } from './one-page.fixture.ts'
import { Outbox } from './outbox.ts'

const sessionOf = (id: string): Session => ({
  token: `token of ${id}`,
  refreshToken: `refresh of ${id}`,
  user: { id, name: id, role: 'AGENT' },
})

let ids = 0
const message = (content: string) =>
  entriesOf(
    [{ content, document_id: null }],
    [],
    unwritten,
    new Date('2026-11-20T09:00:00.000Z'),
    () => `o${ids++}`,
  )

type Moment = 'kept' | 'sent' | 'lost' | 'looked'

/** Amina's page and its outbox, on a device where Brian signs in at a moment of its work. */
function device(brianAt: Moment) {
  let stored: Session | null = sessionOf('amina')
  const page = forOneAgent(() => stored)
  page.session()
  const kept = new Map<string, OutboxEntry>()
  const takenAs: string[] = []
  const lookedAs: string[] = []
  const at = async (moment: Moment) => {
    await Promise.resolve()
    if (moment === brianAt) stored = sessionOf('brian')
  }
  // As the client does: each call begins with the session that the page has then.
  const asWhom = () => {
    const session = page.session()
    if (session === null) throw signedOut()
    return session.user.id
  }
  const outbox = new Outbox({
    ...onePage(kept),
    send: async entry => {
      takenAs.push(`${entry.content} as ${asWhom()}`)
      await at(entry.content === 'lost' ? 'lost' : 'sent')
      if (entry.content === 'lost') throw new ApiFailure({ kind: 'timeout' })
    },
    sentAlready: async () => {
      lookedAs.push(asWhom())
      await at('looked')
      return new Set()
    },
    read: async () => [...kept.values()],
    keep: async entry => {
      kept.set(entry.clientId, entry)
      await at('kept')
    },
    wait: async () => undefined,
    forget: async clientId => {
      kept.delete(clientId)
    },
    onFailure: () => undefined,
  })
  return { outbox, takenAs, lookedAs, words: () => [...kept.values()].map(entry => entry.content) }
}

test.each<[Moment, readonly string[], readonly string[]]>([
  ['kept', [], ['one', 'lost', 'three']],
  ['sent', ['one as amina'], ['lost', 'three']],
  ['lost', ['one as amina', 'lost as amina'], ['lost', 'three']],
  ['looked', ['one as amina', 'lost as amina'], ['lost', 'three']],
])(
  '[COMP-02 Q-137] another signs in when a message is %s: nothing goes out as theirs, and the rest is kept',
  async (moment, taken, left) => {
    const { outbox, takenAs, lookedAs, words } = device(moment)
    const entries = ['one', 'lost', 'three'].flatMap(text => message(text))
    await outbox.add(entries)
    expect(takenAs).toEqual(taken)
    for (const entry of entries) await outbox.retry(entry.clientId)
    expect(takenAs.filter(said => !said.endsWith(' as amina'))).toEqual([])
    expect(lookedAs.filter(who => who !== 'amina')).toEqual([])
    expect(words()).toEqual(left)
    // What may have arrived is not given back to be written again before somebody could look.
    const isGivenBack = await Promise.all(entries.map(entry => outbox.take(entry.clientId)))
    const wentOut = taken.includes('lost as amina')
    expect(isGivenBack.map(entry => entry?.content ?? null)).toEqual([
      taken.length === 0 ? 'one' : null,
      wentOut ? null : 'lost',
      'three',
    ])
  },
)
