import type { AccountTemplates } from '@parley/core/templates/api'
import { useEffect, useState } from 'react'
import { api } from '../../client/client.ts'
import { useFresh } from '../../sync/fresh-query.ts'

/** All templates, and what a conversation's customer wants of them; asked for anew when they change, too. */
export const useTemplates = (conversationId: string) =>
  useFresh(
    ['templates', conversationId],
    async () => (await api.templates({ params: { id: conversationId } })).value,
  )

/** Between two looks for what WhatsApp was asked anew, and for how long, in milliseconds. */
const [lookMs, longestMs] = [1_500, 30_000]

/** The templates of every account, and a way to have them read from WhatsApp anew. */
export function useAllTemplates() {
  /** How the last read of each account was when another one was asked for; null: none is on its way. */
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    if (asked === null) return undefined
    const timer = setTimeout(() => setAsked(null), longestMs)
    return () => clearTimeout(timer)
  }, [asked])
  const query = useFresh(['templates', 'all'], async () => (await api.allTemplates()).value, {
    // A list that is the same as before is told by no event.
    refetchInterval: ({ state: { data } }) => (asked !== null && asked === lastRead(data) ? lookMs : false),
  })
  return {
    query,
    isReading: asked !== null && asked === lastRead(query.data),
    /** Rejects with `ApiFailure`. */
    refresh: async () => {
      await api.refreshTemplates()
      setAsked(lastRead(query.data))
      await query.refetch()
    },
  }
}

const lastRead = (accounts: readonly AccountTemplates[] | undefined): string =>
  (accounts ?? []).map(({ read_at: at, problem }) => `${at} ${problem}`).join(' ')
