import type { Language } from '@parley/bot/language'
import { say } from '@parley/bot/sayings'
import { type BotState, readState } from '@parley/bot/state'
import type { Reply } from '@parley/bot/turn'
import type { Channel } from '@parley/core/channel/constants'
import { takes } from '@parley/core/channel/rules'
import { askProblems } from '@parley/core/messages/ask-rules'
import type { MessageDetails } from '@parley/core/messages/details'
import { channelOf } from '../conversations/reach.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader, TxContext } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'

/** The columns of a message of the bot. */
export interface Said {
  readonly type: 'text' | 'interactive'
  readonly content: string
  readonly details: MessageDetails | null
}

const mostButtons = 3

/**
 * A reply for a channel. It has buttons or a list if the channel has them and they fit; else the numbered choices stand below the
 * text.
 */
export function saidOver(channel: Channel, { text, choices = [] }: Reply, language: Language): Said {
  if (choices.length === 0) return { type: 'text', content: text, details: null }
  const ask =
    choices.length <= mostButtons
      ? ({ kind: 'buttons', buttons: choices.map(({ title }) => title) } as const)
      : ({
          kind: 'list',
          button: say('choose', language),
          rows: choices.map(({ title, description }) => ({ title, description: description ?? null })),
        } as const)
  if (takes(channel, 'ask') && Object.keys(askProblems(ask, text)).length === 0)
    return { type: 'interactive', content: text, details: { ask } }
  const lines = choices.map(({ title }, n) => `${n + 1}. ${title}`)
  return { type: 'text', content: [text, '', ...lines].join('\n'), details: null }
}

/** A locked conversation that the bot has. */
interface SpokenIn {
  readonly id: number
  readonly peer: string | null
  /** A message of an older generation is not sent: an agent has taken over. */
  readonly generation: number
}

/** Queues replies that no message of the customer asked for, such as a reminder. */
export async function sayInChat(
  context: TxContext,
  conversation: SpokenIn,
  language: Language,
  replies: readonly Reply[],
): Promise<void> {
  const { id: conversationId, generation: ownerGeneration } = conversation
  for (const reply of replies) {
    const said = saidOver(channelOf(conversation), reply, language)
    await queueOwn(context, { ...said, source: 'BOT', ownerGeneration, conversationId })
  }
}

/** The bot's state of a conversation. */
export async function rememberedIn(reader: Reader, conversationId: number, now: Date): Promise<BotState> {
  const row = await reader
    .selectFrom('bot_states')
    .select('state')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return readState(row?.state, now)
}

export const remember = statement(
  'bot_remember',
  `insert into bot_states (conversation_id, state, updated_at) values ($1::bigint, $2::jsonb, $3::timestamptz)
   on conflict (conversation_id) do update set state = excluded.state, updated_at = excluded.updated_at`,
)
