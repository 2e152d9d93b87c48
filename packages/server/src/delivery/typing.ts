import { callTimeoutMs } from '@parley/core/rules/delivery'
import { sql } from 'kysely'
import type { Carrier } from '../channels/adapter.ts'
import { modeOf, type ReachColumns } from '../conversations/reach.ts'
import type { Reader } from '../db/write.ts'
import type { Repeated } from '../every.ts'
import { settingsOf } from '../settings/queries.ts'

/*
 * What a customer sees of an agent who writes: ticks of what was read, and that an answer comes. It is of the moment and
 * nothing hangs on it: held in memory, tried once, and nobody waits for it.
 */

/**
 * How long a customer's phone is not told again. WhatsApp shows the writing for up to 25 s or until a message comes; this is
 * less, so that it does not go out while somebody writes on.
 */
const toldForMs = 20_000

export interface WritingDeps {
  readonly db: Reader
  readonly now: () => Date
  readonly carrierOf: (phoneNumberId: string) => Pick<Carrier, 'tellWriting'> | null
  /** Milliseconds one call to WhatsApp may take; 10 s where nothing else is said. */
  readonly callTimeoutMs?: number
  readonly onTrouble: (error: unknown) => void
}

/** Tells customers that an agent writes. Closing cuts what is under way. */
export interface Writing extends Repeated {
  /** An agent writes in this conversation. Resolves once that is told, or need not be; never rejects. */
  readonly writes: (conversationId: number) => Promise<void>
}

export function startWriting(deps: WritingDeps): Writing {
  /** When each conversation's customer was last told, in milliseconds. */
  const toldAt = new Map<number, number>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  const forgetOld = (now: number) => {
    for (const [id, at] of toldAt) {
      // In the order in which they were told: behind the first that still counts, all do.
      if (now - at < toldForMs) return
      toldAt.delete(id)
    }
  }

  return {
    writes: conversationId => {
      const now = deps.now().getTime()
      forgetOld(now)
      if (closing.signal.aborted || toldAt.has(conversationId)) return Promise.resolve()
      toldAt.set(conversationId, now)
      const telling = tell(deps, conversationId, closing.signal).catch(deps.onTrouble)
      underWay.add(telling)
      return telling.finally(() => underWay.delete(telling))
    },
    close: async () => {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

interface Facts extends ReachColumns {
  readonly settings: unknown
  readonly phone_number_id: string
  /** WhatsApp's id of the customer's newest message. */
  readonly wamid: string | null
}

async function tell(deps: WritingDeps, conversationId: number, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<Facts>`
    select c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer, c.phone_number_id,
      (select value from settings) as settings,
      (select m.wamid from messages m
       where m.conversation_id = c.id and m.direction = 'INBOUND' and m.wamid is not null
         and m.message_type <> 'call' and m.phone_number_id = c.phone_number_id
       order by m.at desc, m.id desc limit 1) as wamid
    from conversations c where c.id = ${conversationId}`.execute(deps.db)
  const [facts] = rows
  if (facts === undefined || facts.wamid === null) return
  if (settingsOf(facts.settings).customers_see_writing === 'never') return
  if (modeOf(facts, deps.now()).is !== 'open') return
  const carrier = deps.carrierOf(facts.phone_number_id)
  if (carrier?.tellWriting == null) return
  const told = await carrier.tellWriting(facts.wamid, {
    timeoutMs: deps.callTimeoutMs ?? callTimeoutMs,
    signal,
  })
  if (told.outcome === 'told' || signal.aborted) return
  const why = told.outcome === 'refused' ? `code ${told.code}` : told.reason
  throw new Error(`WhatsApp was not told that somebody writes: ${why}`)
}
