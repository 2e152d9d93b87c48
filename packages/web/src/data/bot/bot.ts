import type { BotNumber, TriedTurn } from '@parley/core/bot/api'
import type { UnclearText, UnclearTexts } from '@parley/core/intent/api'
import type { UnclearMeaning } from '@parley/core/intent/constants'
import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../client/client.ts'

const numbersKey = ['bot', 'numbers'] as const

/** Where the bot answers first; asked for anew when shown. */
export const useBotNumbers = () =>
  useQuery({
    queryKey: numbersKey,
    queryFn: async () => (await api.botNumbers()).value as readonly BotNumber[],
    staleTime: 0,
  })

/** Has the bot answer first at a number or bridge, or not. Rejects with `ApiFailure`. */
export function useSetBotNumber(): (number: string, isOn: boolean) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async (number, isOn) => {
    try {
      const { value } = await api.setBotNumber({ params: { number }, body: { bot_on: isOn } })
      client.setQueryData(numbersKey, value)
    } catch (cause) {
      void client.invalidateQueries({ queryKey: numbersKey })
      throw cause
    }
  }
}

const unclearKey = ['bot', 'unclear'] as const

/** What the bot did not understand; asked for anew when shown, and when a frame says so. */
export const useUnclearTexts = (state: 'open' | 'judged') =>
  useQuery({
    queryKey: [...unclearKey, state],
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
        await client.invalidateQueries({ queryKey: unclearKey })
      }
    },
    [client],
  )
}

/** How often assist was used today; asked for anew when shown. */
export const useAssistUses = () =>
  useQuery({
    queryKey: ['bot', 'assist'],
    queryFn: async () => (await api.assistUses()).value,
    staleTime: 0,
  })

/** What the bot would do if a new customer wrote these; nothing is kept. Rejects with `ApiFailure`. */
export const tryBot = async (texts: readonly string[], drafts: boolean): Promise<readonly TriedTurn[]> =>
  (await api.tryBot({ body: { texts: [...texts], drafts } })).value.turns
