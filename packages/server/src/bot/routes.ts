import { knowledgeOf } from '@parley/bot/knowledge'
import type { Understand } from '@parley/bot/world'
import type { Application, ApplicationKind } from '@parley/core/applications/application'
import { applicationDraftCalls } from '@parley/core/applications/drafts'
import { applicationNotFound } from '@parley/core/applications/rules'
import { botCalls, tryBotCalls } from '@parley/core/bot/api'
import { briefCalls } from '@parley/core/bot/brief'
import { ApiError } from '@parley/core/errors'
import { unclearCalls } from '@parley/core/intent/api'
import { applicationsById } from '../applications/queries.ts'
import type { Reader, Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { conversationId, idOf, textId } from '../http/ids.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { entitiesOf } from '../intent/understanding.ts'
import { knowledgeAnswers } from '../knowledge/queries.ts'
import { beginForm, letBotAsk } from './agent-forms.ts'
import { briefOf } from './brief.ts'
import { fillFields } from './fill-fields.ts'
import { botNumbers, handToBot, setBotOn } from './hand-over.ts'
import { openSources } from './sources.ts'
import { tryBot } from './try.ts'
import { judgeUnclear, unclearText, unclearTexts } from './unclear.ts'

export interface BotRoutesDeps {
  readonly writer: Writer
  /** Starts the bot's next turn now. */
  readonly wakeBot: () => void
}

export function botRoutes(http: Http, { writer, wakeBot }: BotRoutesDeps): void {
  const { db } = writer
  mount(http, botCalls, {
    botNumbers: () => botNumbers(db),
    setBotNumber: async ({ params, body, caller }) => {
      if (!(await setBotOn(writer, { phoneNumberId: params.number, isOn: body.bot_on, by: caller })))
        throw new ApiError('bot.no-such-number', { id: params.number })
      return botNumbers(db)
    },
    handToBot: async ({ params, caller }) => {
      await handToBot(writer, conversationId(params.id), caller)
      wakeBot()
      return { success: true as const }
    },
  })
  mount(http, briefCalls, {
    handoffBrief: ({ params, caller }) => briefOf(writer, conversationId(params.id), caller),
  })
}

export interface TryBotDeps {
  readonly writer: Pick<Writer, 'db' | 'now'>
  readonly understand: Understand
  /** IANA, the workspace's. */
  readonly timeZone: string
}

/** Tries the bot with its real knowledge; nothing is stored. */
export function tryBotRoutes(http: Http, { writer, understand, timeZone }: TryBotDeps): void {
  const { db } = writer
  const sources = openSources(timeZone)
  mount(http, tryBotCalls, {
    tryBot: async ({ body }) => {
      const now = writer.now()
      const { knowledge: published, hours, atOnce } = await sources.at(db, now)
      const knowledge = body.drafts ? await savedKnowledge(db) : published
      const world = { understand, namedIn: entitiesOf, knowledge, hours, atOnce, now }
      return { turns: tryBot(body.texts, world) }
    },
  })
}

/** Answers as last saved; an answer without English text is left out. */
async function savedKnowledge(reader: Reader) {
  const answers = await knowledgeAnswers(reader)
  return knowledgeOf(
    answers.flatMap(({ id, draft, published }) => {
      const content = draft ?? published
      return content === null || content.answers.en === '' ? [] : [{ id, ...content }]
    }),
  )
}

export function unclearRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, unclearCalls, {
    unclearTexts: ({ query }) => unclearTexts(db, query.state),
    judgeUnclear: async ({ params, body, caller }) => {
      const id = textId(params.id)
      await judgeUnclear(writer, id, body.meaning, caller)
      return unclearText(db, id)
    },
  })
}

type Of<K extends ApplicationKind> = Extract<Application, { readonly kind: K }>
type BeginBody = Context<typeof applicationDraftCalls.beginIppApplication>['body']

/** An agent's calls for a customer's form. */
export function draftRoutes(http: Http, writer: Writer): void {
  const known = async <K extends ApplicationKind>(kind: K, id: number): Promise<Of<K>> => {
    const application = (await applicationsById(writer.db, [id])).get(id)
    if (application === undefined || application.kind !== kind) throw applicationNotFound(kind)
    return application as Of<K>
  }
  const begun = async <K extends ApplicationKind>(kind: K, body: BeginBody, by: Caller): Promise<Of<K>> => {
    const wanted = { conversationId: conversationId(body.conversation_id), botAsks: body.bot_asks }
    return known(kind, await beginForm(writer, { kind, ...wanted, by }))
  }
  /** Edits an application and returns it. */
  const edited = async <K extends ApplicationKind>(
    kind: K,
    text: string,
    edit: (id: number) => Promise<void>,
  ): Promise<Of<K>> => {
    const id = idOf(text)
    if (id === null) throw applicationNotFound(kind)
    await edit(id)
    return known(kind, id)
  }
  mount(http, applicationDraftCalls, {
    beginIppApplication: ({ body, caller }) => begun('ipp', body, caller),
    beginLibApplication: ({ body, caller }) => begun('lib', body, caller),
    fillIppApplication: ({ params, body, caller }) =>
      edited('ipp', params.id, id => fillFields(writer, { kind: 'ipp', id, caller }, body)),
    fillLibApplication: ({ params, body, caller }) =>
      edited('lib', params.id, id => fillFields(writer, { kind: 'lib', id, caller }, body)),
    letBotAskIppApplication: ({ params, caller }) =>
      edited('ipp', params.id, id => letBotAsk(writer, { kind: 'ipp', id, caller })),
    letBotAskLibApplication: ({ params, caller }) =>
      edited('lib', params.id, id => letBotAsk(writer, { kind: 'lib', id, caller })),
  })
}
