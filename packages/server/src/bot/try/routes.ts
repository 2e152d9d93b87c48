import { knowledgeOf } from '@parley/bot/knowledge'
import type { Understand } from '@parley/bot/meaning'
import { tryBotCalls } from '@parley/core/bot/api'
import type { Reader, Writer } from '../../db/write.ts'
import { type Http, mount } from '../../http/mount.ts'
import { entitiesOf } from '../../intent/understanding.ts'
import { knowledgeAnswers } from '../../knowledge/queries.ts'
import { openSources } from '../sources.ts'
import { tryBot } from './try-bot.ts'

export interface TryBotDeps {
  readonly writer: Pick<Writer, 'db' | 'now'>
  readonly understand: Understand
  /** IANA, the workspace's. */
  readonly timeZone: string
}

/** What the bot would do, on its own sources; nothing is written. */
export function tryBotRoutes(http: Http, { writer, understand, timeZone }: TryBotDeps): void {
  const { db } = writer
  const sources = openSources(timeZone)
  mount(
    http,
    tryBotCalls,
  )({
    tryBot: async ({ body }) => {
      const now = writer.now()
      const { knowledge: published, hours, atOnce } = await sources.at(db, now)
      const knowledge = body.drafts ? await savedKnowledge(db) : published
      const world = { understand, namedIn: entitiesOf, knowledge, hours, atOnce, now }
      return { turns: tryBot(body.texts, world) }
    },
  })
}

/** Answers as they were last saved; one without English words says nothing yet. */
async function savedKnowledge(reader: Reader) {
  const answers = await knowledgeAnswers(reader)
  return knowledgeOf(
    answers.flatMap(({ id, draft, published }) => {
      const content = draft ?? published
      return content === null || content.answers.en === '' ? [] : [{ id, ...content }]
    }),
  )
}
