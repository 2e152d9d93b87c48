import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { lineIsBehind } from '../../sync/freshness.ts'

type Body = Parameters<typeof api.handOver>[0]['body']

/** One of the agent's conversations, and what becomes of it. */
export type HandOverItem = Body['items'][number]

/** What became of each, and whether the agent is offline by it. */
export type HandedOver = Awaited<ReturnType<typeof api.handOver>>['value']

/** Rows and the status follow by the socket; while that is behind, they are asked for anew. */
const bringIn = (client: QueryClient): void => {
  if (lineIsBehind.get()) void client.invalidateQueries()
}

/**
 * Hands conversations over by one call. The same again does nothing twice, so that one that got no answer can be pressed
 * again. Rejects with an Error in words for a person.
 */
export function useHandOver(): (items: readonly HandOverItem[], goOffline: boolean) => Promise<HandedOver> {
  'use memo'
  const client = useQueryClient()
  return async (items, goOffline) => {
    try {
      const { value } = await api.handOver({ body: { items: [...items], go_offline: goOffline } })
      bringIn(client)
      return value
    } catch (cause) {
      logFailure('handOver', cause)
      throw new Error(failureWords('handOver', cause), { cause })
    }
  }
}
