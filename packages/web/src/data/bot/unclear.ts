import type { UnclearText, UnclearTexts } from '@parley/core/intent/api'
import type { UnclearMeaning } from '@parley/core/intent/constants'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../client/client.ts'

const key = ['bot', 'unclear'] as const

/** What the bot did not understand; asked for anew when shown, and when a frame says so. */
export const useUnclearTexts = (state: 'open' | 'judged') =>
  useQuery({
    queryKey: [...key, state],
    queryFn: async () => (await api.unclearTexts({ query: { state } })).value as UnclearTexts,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Says what a text means; null takes it back. Rejects with `ApiFailure`; what is held follows. */
export function useJudgeUnclear(): (id: UnclearText['id'], meaning: UnclearMeaning | null) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (id, meaning) => {
      try {
        await api.judgeUnclear({ params: { id }, body: { meaning } })
      } finally {
        await client.invalidateQueries({ queryKey: key })
      }
    },
    [client],
  )
}
