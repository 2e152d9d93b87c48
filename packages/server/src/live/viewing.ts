import { AgentId, ConversationId } from '@parley/core/ids'
import type { PresenceEvent, ViewingEvent } from '@parley/core/sockets/api'
import { hasLapsed, type Look, viewersOf } from '@parley/core/conversations/viewing'
import * as z from 'zod'
import { interval, type Repeated } from '../timers/interval.ts'
import { idOf } from '../http/ids.ts'
import { openChannel } from './channel.ts'

export interface Page {
  readonly agentId: number
  readonly agentName: string
  send(bytes: Buffer): void
}

/** Shows agents the other viewers of their conversation. Kept in memory only. */
export interface Viewing extends Repeated {
  /** Sets the conversation that a page shows. Resolves once the other processes are notified. */
  show(page: Page, said: Pick<z.output<typeof ViewingEvent>, 'conversation_id' | 'typing'>): Promise<void>
  /** Call when the page's socket has closed. */
  closed(page: Page): void
}

export interface ViewingWorld {
  readonly now: () => Date
  /** This process's own name, new at each start. */
  readonly process: string
  /** The database that carries notifications between processes. */
  readonly url: string
  /** Whether the conversation exists, and this agent may see it. */
  readonly mayView: (agentId: number, conversationId: number) => Promise<boolean>
  /** Called when an agent of this process types in a conversation that the agent may see. */
  readonly onTyping: (conversationId: number) => void
  readonly onTrouble: (error: unknown) => void
}

/** Milliseconds between two checks for expired viewers. */
const lookEveryMs = 1_000

/** The state of one page, sent to the other processes. Each process takes the time by its own clock. */
const Word = z.object({
  process: z.string(),
  page: z.int(),
  agent_id: AgentId,
  agent_name: z.string(),
  conversation_id: ConversationId.nullable(),
  typing: z.boolean(),
})
type Word = z.output<typeof Word>

interface Subscriber {
  readonly number: number
  /** Handles the events of a page in their order. */
  last: Promise<void>
  /** The last event that was sent for the page's conversation. */
  told: string | null
}

/** The pages of every process, and this process's pages that must be updated. */
function openLooks({ now, process }: Pick<ViewingWorld, 'now' | 'process'>) {
  /** The pages of every process, by process and page. */
  const looks = new Map<string, Look>()
  /** The pages of this process. */
  const subscribers = new Map<Page, Subscriber>()

  const keyOf = (word: Pick<Word, 'process' | 'page'>): string => `${word.process} ${word.page}`
  const lookOf = (subscriber: Subscriber): Look | undefined =>
    looks.get(keyOf({ process, page: subscriber.number }))

  const tellOf = (conversationId: string) => {
    for (const [page, subscriber] of subscribers) {
      if (lookOf(subscriber)?.conversationId !== conversationId) continue
      const others = viewersOf([...looks.values()], conversationId, String(page.agentId), now().getTime())
      const event: PresenceEvent = {
        event: 'presence',
        data: { conversation_id: ConversationId.parse(conversationId), viewers: [...others] },
      }
      const text = JSON.stringify(event)
      if (text === subscriber.told) continue
      subscriber.told = text
      page.send(Buffer.from(text))
    }
  }

  const put = (key: string, look: Look | null) => {
    const before = looks.get(key)
    if (look === null) looks.delete(key)
    else looks.set(key, look)
    const concerned = new Set([before?.conversationId, look?.conversationId])
    for (const id of concerned) if (id !== undefined) tellOf(id)
  }

  return {
    subscribers,
    lookOf,
    hear: (word: Word) => {
      const { agent_id: agentId, agent_name: agentName, conversation_id: conversationId, typing } = word
      const at = now().getTime()
      put(keyOf(word), conversationId === null ? null : { agentId, agentName, conversationId, typing, at })
    },
    lapse: () => {
      const at = now().getTime()
      for (const [key, held] of looks) if (hasLapsed(held, at)) put(key, null)
    },
  }
}

export function startViewing(world: ViewingWorld): Viewing {
  const { process, url, mayView, onTyping, onTrouble } = world
  const { subscribers, lookOf, hear, lapse } = openLooks(world)
  let pages = 0

  const channel = openChannel(
    url,
    'parley_viewing',
    text => {
      const word = wordOf(text)
      if (word === null) onTrouble(new Error('Another process told something else than a view'))
      else if (word.process !== process) hear(word)
    },
    onTrouble,
  )

  const say = async (page: Page, subscriber: Subscriber, conversationId: string | null, typing: boolean) => {
    if (lookOf(subscriber)?.conversationId !== conversationId) subscriber.told = null
    const word: Word = {
      process,
      page: subscriber.number,
      agent_id: AgentId.parse(String(page.agentId)),
      agent_name: page.agentName,
      conversation_id: conversationId === null ? null : ConversationId.parse(conversationId),
      typing,
    }
    hear(word)
    await channel.tell(JSON.stringify(word))
  }

  /** The conversation that a page names. Null for none, for an unknown one, and for one outside the agent's visibility scope. */
  const known = async (page: Page, subscriber: Subscriber, named: string | null): Promise<string | null> => {
    const id = named === null ? null : idOf(named)
    if (id === null) return null
    return lookOf(subscriber)?.conversationId === named || (await mayView(page.agentId, id)) ? named : null
  }

  const look = interval(lookEveryMs, lapse, onTrouble)

  return {
    show: (page, said) => {
      const subscriber = subscribers.get(page) ?? {
        number: (pages += 1),
        last: Promise.resolve(),
        told: null,
      }
      subscribers.set(page, subscriber)
      const take = async () => {
        const conversationId = await known(page, subscriber, said.conversation_id)
        // The socket may have closed meanwhile.
        if (subscribers.get(page) !== subscriber) return
        if (conversationId !== null && said.typing) onTyping(Number(conversationId))
        await say(page, subscriber, conversationId, said.typing)
      }
      subscriber.last = subscriber.last.then(take).catch(onTrouble)
      return subscriber.last
    },
    closed: page => {
      const subscriber = subscribers.get(page)
      if (subscriber === undefined) return
      const shown = lookOf(subscriber) !== undefined
      subscribers.delete(page)
      if (shown) say(page, subscriber, null, false).catch(onTrouble)
    },
    close: async () => {
      await look.close()
      await channel.close()
    },
  }
}

function wordOf(text: string): Word | null {
  try {
    return Word.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON, so not from a server of ours. The caller reports it.
    return null
  }
}
