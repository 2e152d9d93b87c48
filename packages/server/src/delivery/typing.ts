import { callTimeoutMs } from '@parley/core/messages/delivery'
import { sql } from 'kysely'
import type { ChannelAdapter } from '../channels/adapter.ts'
import { modeOf, type ReachColumns } from '../conversations/reach.ts'
import type { Reader } from '../db/write.ts'
import type { Repeated } from '../timers/interval.ts'
import { settingsOf } from '../settings/queries.ts'

/*
 * Shows the customer read ticks and that an agent is writing. Nothing depends on it, so it is kept in memory and attempted once.
 */

/**
 * The interval between two calls for a customer. It is shorter than WhatsApp's display, which lasts 25 s or until a message
 * comes.
 */
const toldForMs = 20_000

interface TypingDeps {
  readonly db: Reader
  readonly now: () => Date
  readonly adapterOf: (phoneNumberId: string) => Pick<ChannelAdapter, 'showTyping'> | null
  /** Milliseconds for one call to WhatsApp; 10 s by default. */
  readonly callTimeoutMs?: number
  readonly onTrouble: (error: unknown) => void
}

/** Closing aborts calls under way. */
export interface Typing extends Repeated {
  /** Call it when an agent writes in this conversation. Resolves after the call, if one is due; never rejects. */
  readonly writes: (conversationId: number) => Promise<void>
}

export function startTyping(deps: TypingDeps): Typing {
  /** The time of each conversation's last call, in milliseconds. */
  const toldAt = new Map<number, number>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  return {
    writes: conversationId => {
      const now = deps.now().getTime()
      for (const [id, at] of toldAt) if (now - at >= toldForMs) toldAt.delete(id)
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

async function tell(deps: TypingDeps, conversationId: number, signal: AbortSignal): Promise<void> {
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
  const adapter = deps.adapterOf(facts.phone_number_id)
  if (adapter?.showTyping == null) return
  const told = await adapter.showTyping(facts.wamid, {
    timeoutMs: deps.callTimeoutMs ?? callTimeoutMs,
    signal,
  })
  if (told.outcome === 'told' || signal.aborted) return
  const why = told.outcome === 'refused' ? `code ${told.code}` : told.reason
  throw new Error(`WhatsApp was not told that somebody writes: ${why}`)
}
