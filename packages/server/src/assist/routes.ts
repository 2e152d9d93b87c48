import { knowledgeOf } from '@parley/bot/knowledge'
import { assistCalls } from '@parley/core/assist/api'
import { ApiError } from '@parley/core/errors'
import type { Language } from '@parley/core/text/languages'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, messageId } from '../http/ids.ts'
import { publishedKnowledge } from '../knowledge/queries.ts'
import type { Assistant } from './assistant.ts'
import { newestLines, wordsOfMessage } from './prompt.ts'
import { draft, mostAnswered, mostSummarised, summarise, translate } from './tasks.ts'
import { usesToday } from './uses.ts'

export interface AssistDeps {
  readonly writer: Pick<Writer, 'db' | 'now'>
  /** Null: it is not configured. */
  readonly assistant: Assistant | null
  /** The language of a text; null: unknown. */
  readonly languageOf: (text: string) => Language | null
  /** IANA, the workspace's. */
  readonly timeZone: string
}

/** These calls send and store no answer: the agent who asked decides. */
export function assistRoutes(http: Http, { writer, assistant, languageOf, timeZone }: AssistDeps): void {
  const { db, now } = writer
  const configured = (): Assistant => {
    if (assistant === null) throw new ApiError('assist.off')
    return assistant
  }
  const known = async (text: string): Promise<number> => {
    const id = conversationId(text)
    if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id: text })
    return id
  }
  const linesOf = async (id: number, most: number) => {
    const lines = await newestLines(db, id, most)
    if (lines.length === 0) throw new ApiError('assist.no-words')
    return lines
  }
  mount(http, assistCalls, {
    translateByAssist: async ({ body, caller: { agentId } }) => {
      const given = { words: body.text ?? null, conversationId: null }
      const found =
        body.message_id === undefined ? given : await wordsOfMessage(db, messageId(body.message_id))
      if (found === null) throw new ApiError('message.not-found', { id: body.message_id ?? '' })
      const asked = configured()
      if (found.words === null) throw new ApiError('assist.no-words')
      const by = { agentId, conversationId: found.conversationId }
      return { text: await translate(asked, by, found.words, body.to) }
    },
    summariseByAssist: async ({ params, caller: { agentId } }) => {
      const id = await known(params.id)
      const asked = configured()
      const lines = await linesOf(id, mostSummarised)
      return summarise(asked, { agentId, conversationId: id }, lines)
    },
    draftByAssist: async ({ params, caller: { agentId } }) => {
      const id = await known(params.id)
      const asked = configured()
      const lines = await linesOf(id, mostAnswered)
      const { answers } = await publishedKnowledge(db)
      const knowledge = knowledgeOf(answers.map(answer => ({ id: answer.id, ...answer.content })))
      return draft(asked, { agentId, conversationId: id }, { lines, knowledge, languageOf })
    },
    assistUses: () => usesToday(db, assistant?.config ?? null, now(), timeZone),
  })
}
