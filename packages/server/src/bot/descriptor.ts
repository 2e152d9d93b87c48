import { sql } from 'kysely'
import { type Descriptor, inConversations } from '../descriptor.ts'
import {
  botRoutes,
  type BotRoutesDeps,
  draftRoutes,
  type TryBotDeps,
  tryBotRoutes,
  unclearRoutes,
} from './routes.ts'

export const botResource: Descriptor<BotRoutesDeps & TryBotDeps> = {
  routes: (http, deps) => {
    botRoutes(http, deps)
    draftRoutes(http, deps.writer)
    unclearRoutes(http, deps.writer)
    tryBotRoutes(http, deps)
  },
  erase: {
    tables: {
      bot_states: { where: inConversations },
      bot_handovers: { where: inConversations, set: () => sql`state = '{}'` },
      unclear_texts: 'code',
    },
  },
  onWordsGone: (tx, messages) => sql`delete from unclear_texts where message_id in ${messages}`.execute(tx),
}
