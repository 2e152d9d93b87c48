import type { Language } from '@parley/bot/language'
import { say } from '@parley/bot/sayings'
import type { Reply } from '@parley/bot/turn'
import type { MessageDetails } from '@parley/core/messages/details'
import { askProblems } from '@parley/core/messages/ask-rules'
import { takes } from '@parley/core/channel/rules'
import type { Channel } from '@parley/core/channel/constants'

/** A message of the bot as its row holds it. */
export interface Said {
  readonly type: 'text' | 'interactive'
  readonly content: string
  readonly details: MessageDetails | null
}

const mostButtons = 3

/**
 * A reply in the words of a channel: with buttons or a list where it has them and they fit, else with what can be chosen
 * below the words, each with its number.
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
