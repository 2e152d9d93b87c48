import { type CannedContent, CannedReply, type CannedReplyEntity } from '@parley/core/canned-replies/api'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'

const readCannedReply = tolerant(CannedReply)
const readCannedReplies = tolerantList(CannedReply)

const key = ['canned-replies'] as const

/** The shared canned replies and the agent's own; asked for anew when shown, and when a frame says so. */
export const useCannedReplies = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => readCannedReplies((await api.cannedReplies()).value),
    staleTime: 0,
  })

type Seen = Pick<CannedReplyEntity, 'id' | 'version'>

/** What is done with canned replies. Each rejects with `ApiFailure`; what is held follows. */
export interface CannedActions {
  create(clientId: string, scope: CannedScope, content: CannedContent): Promise<CannedReplyEntity>
  change(reply: Seen, content: CannedContent): Promise<CannedReplyEntity>
  /** One that is gone already is no failure. */
  remove(reply: Seen): Promise<void>
}

export function useCannedActions(): CannedActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

/** The canned reply as it is now, of an edit that was overtaken; null for any other failure. */
export const overtakenBy = (cause: unknown): CannedReplyEntity | null =>
  cause instanceof ApiFailure && cause.current !== undefined ? readCannedReply(cause.current) : null

function actionsOf(client: QueryClient): CannedActions {
  const put = (id: string, reply: CannedReplyEntity | null) =>
    client.setQueryData<readonly CannedReplyEntity[]>(
      key,
      cached => cached && [...cached.filter(one => one.id !== id), ...(reply === null ? [] : [reply])],
    )
  const held = async (ask: Promise<{ readonly value: unknown }>): Promise<CannedReplyEntity> => {
    try {
      const reply = readCannedReply((await ask).value)
      put(reply.id, reply)
      return reply
    } catch (cause) {
      // Whoever was overtaken sees by what.
      const current = overtakenBy(cause)
      if (current !== null) put(current.id, current)
      throw cause
    } finally {
      void client.invalidateQueries({ queryKey: key })
    }
  }
  return {
    create: (client_reply_id, scope, content) =>
      held(api.createCannedReply({ body: { client_reply_id, scope, content } })),
    change: ({ id, version }, content) =>
      held(api.changeCannedReply({ params: { id }, body: { version, content } })),
    remove: async ({ id, version }) => {
      try {
        await api.removeCannedReply({ params: { id }, body: { version } })
      } catch (cause) {
        const current = overtakenBy(cause)
        if (current !== null) put(current.id, current)
        if (!(cause instanceof ApiFailure && cause.status === 404)) throw cause
      } finally {
        void client.invalidateQueries({ queryKey: key })
      }
      put(id, null)
    },
  }
}
