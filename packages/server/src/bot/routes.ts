import { botCalls } from '@parley/core/bot/api'
import { briefCalls } from '@parley/core/bot/brief'
import { Refusal } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/ids.ts'
import { sightOf } from '../sight/queries.ts'
import { briefOf } from './brief/queries.ts'
import { handToBot } from './hand-to-bot.ts'
import { botNumbers } from './queries.ts'
import { setBotOn } from './turn-off.ts'

export interface BotRoutesDeps {
  readonly writer: Writer
  /** There may be something to answer. */
  readonly wakeBot: () => void
}

export function botRoutes(http: Http, { writer, wakeBot }: BotRoutesDeps): void {
  const { db } = writer
  mount(
    http,
    botCalls,
  )({
    botNumbers: () => botNumbers(db),
    setBotNumber: async ({ params, body, caller }) => {
      if (!(await setBotOn(writer, { phoneNumberId: params.number, isOn: body.bot_on, by: caller })))
        throw new Refusal('bot.no-such-number', { id: params.number })
      return botNumbers(db)
    },
    handToBot: async ({ params, caller }) => {
      await handToBot(writer, conversationId(params.id), caller)
      wakeBot()
      return { success: true }
    },
  })
  mount(
    http,
    briefCalls,
  )({
    handoffBrief: ({ params, caller }) => briefOf(writer, conversationId(params.id), sightOf(caller)),
  })
}
