import type { TriedTurn } from '@parley/core/bot/api'
import { api } from '../../client/client.ts'

/** What the bot would do if a new customer wrote these; nothing is kept. Rejects with `ApiFailure`. */
export const tryBot = async (texts: readonly string[], drafts: boolean): Promise<readonly TriedTurn[]> =>
  (await api.tryBot({ body: { texts: [...texts], drafts } })).value.turns
