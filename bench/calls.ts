import { postMessage } from '../e2e/harness/meta.ts'
import { lower, type Measured, percentile } from './figures.ts'
import { type Ask, signIn, timed } from './load.ts'
import type { Product } from './product.ts'

const times = 20
const list = '/messages/admin/conversations'
const goals = { value: 300, beside: 1.2 }

interface Row {
  readonly id: string
  readonly user: { readonly name: string; readonly phone_number: string }
}

interface Call {
  readonly ask: (row: Row, no: number) => Promise<unknown>
  /** Runs before each call, outside the measured time. */
  readonly before?: (no: number) => Promise<void>
}

/** The most frequent calls of a console, in a large workspace. Each call uses another row of the list. */
export async function calls(product: Product, round: number): Promise<readonly Measured[]> {
  const { ask, agentId } = await signIn(product)
  const measured: Measured[] = []
  const rows = (await ask(`${list}?limit=500`)) as readonly Row[]
  for (const [name, call] of Object.entries(callsOf(product, ask, agentId))) {
    const taken: number[] = []
    for (let no = 0; no < times; no += 1) {
      const row = rows[(no * 7 + round) % rows.length]
      if (row === undefined) throw new Error('The workspace has no conversation')
      await call.before?.(no)
      taken.push(await timed(() => call.ask(row, no)))
    }
    measured.push(
      lower(`${name}, p50`, percentile(taken, 0.5), 'ms'),
      lower(`${name}, p95`, percentile(taken, 0.95), 'ms', goals),
    )
  }
  return measured
}

function callsOf(product: Product, ask: Ask, agentId: string): Readonly<Record<string, Call>> {
  const listOf = (query: Readonly<Record<string, string>>) =>
    ask(`${list}?${new URLSearchParams({ limit: '100', ...query }).toString()}`)
  return {
    'list of 500': { ask: () => listOf({ limit: '500' }) },
    'list of 500 by status': { ask: () => listOf({ limit: '500', status: 'DORMANT' }) },
    'list of 500 after a row': { ask: row => listOf({ limit: '500', after: row.id }) },
    'queue, first page': { ask: () => listOf({ queue: 'open', limit: '500' }) },
    'own queue, first page': { ask: () => listOf({ queue: 'open', assignee_id: agentId, limit: '500' }) },
    'search of a number': { ask: row => listOf({ search: row.user.phone_number }) },
    'search of a part of a number': { ask: row => listOf({ search: row.user.phone_number.slice(-6) }) },
    'search of a name': { ask: row => listOf({ search: row.user.name }) },
    'search in messages': { ask: () => ask('/search?q=premium') },
    thread: { ask: row => ask(`/messages/admin/conversation/${row.id}/history`) },
    'counts after a message': {
      before: no =>
        postMessage(product, `25671200${String(no).padStart(4, '0')}`, `wamid.${Date.now()}-${no}`, 'Hello'),
      ask: () => listOf({ limit: '1' }),
    },
    'unread counts': { ask: () => ask('/messages/agent/unread-stats') },
  }
}
