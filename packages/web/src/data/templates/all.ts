import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../client/client.ts'

/** Between two looks for what WhatsApp was asked anew, and for how long, in milliseconds. */
const [lookMs, longestMs] = [1_500, 30_000]

/** The templates of every account, and a way to have them read from WhatsApp anew. */
export function useAllTemplates() {
  const [asked, setAsked] = useState<{ readonly readAt: string; readonly until: number } | null>(null)
  const query = useQuery({
    queryKey: ['templates', 'all'],
    queryFn: async () => (await api.allTemplates()).value,
    staleTime: 0,
    // A list that is the same as before is told by no event.
    refetchInterval: ({ state: { data } }) =>
      asked !== null && Date.now() < asked.until && asked.readAt === readAtOf(data) ? lookMs : false,
  })
  const isReading =
    asked !== null && asked.readAt === readAtOf(query.data) && query.dataUpdatedAt < asked.until
  return {
    query,
    isReading,
    /** Rejects with `ApiFailure`. */
    refresh: async () => {
      await api.refreshTemplates()
      setAsked({ readAt: readAtOf(query.data), until: Date.now() + longestMs })
      await query.refetch()
    },
  }
}

const readAtOf = (accounts: readonly { readonly read_at: string | null }[] | undefined): string =>
  (accounts ?? []).map(account => account.read_at).join(' ')
