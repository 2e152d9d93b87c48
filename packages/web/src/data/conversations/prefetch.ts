import { keys } from '@parley/core/live/cached'
import { loadThread } from '@parley/core/live/load'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveOptions } from '../../sync/live-query.ts'
import { source } from '../../sync/source.ts'

/** Soon after a conversation stands, so that what it needs itself goes first. */
const soonMs = 400

/** Fetches a thread that is not held yet; frames keep it true from then on. What fails is fetched when it is opened. */
const prefetchThread = (client: QueryClient, id: string): Promise<void> =>
  client.prefetchQuery({
    ...liveOptions({ key: keys.thread(id), load: () => loadThread(source, id, undefined) }),
    retry: false,
  })

/** Has these threads ready before they are opened. */
export function usePrefetchedThreads(ids: readonly string[]): void {
  const client = useQueryClient()
  const list = ids.join(' ')
  useEffect(() => {
    if (list === '') return
    const timer = setTimeout(() => {
      for (const id of list.split(' ')) void prefetchThread(client, id)
    }, soonMs)
    return () => clearTimeout(timer)
  }, [client, list])
}
