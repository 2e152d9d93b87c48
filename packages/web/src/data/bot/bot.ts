import type { BotNumber, TriedTurn } from '@parley/core/bot/api'
import type { UnclearText, UnclearTexts } from '@parley/core/intent/api'
import type { UnclearMeaning } from '@parley/core/intent/constants'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../client/client.ts'
import { useFresh, useReplacing } from '../../sync/fresh-query.ts'

const numbersKey = ['bot', 'numbers'] as const

/** Where the bot answers first. */
export const useBotNumbers = () =>
  useFresh(numbersKey, async () => (await api.botNumbers()).value as readonly BotNumber[])

/** Has the bot answer first at a number or bridge, or not. Rejects with `ApiFailure`. */
export const useSetBotNumber = () =>
  useReplacing(numbersKey, (number: string, isOn: boolean) =>
    api.setBotNumber({ params: { number }, body: { bot_on: isOn } }),
  )

const unclearKey = ['bot', 'unclear'] as const

/** What the bot did not understand; asked for anew when a frame says so, too. */
export const useUnclearTexts = (state: 'open' | 'judged') =>
  useFresh(
    [...unclearKey, state],
    async () => (await api.unclearTexts({ query: { state } })).value as UnclearTexts,
    { placeholderData: keepPreviousData },
  )

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

/** How often assist was used today. */
export const useAssistUses = () => useFresh(['bot', 'assist'], async () => (await api.assistUses()).value)

/** What the bot would do if a new customer wrote these; nothing is kept. Rejects with `ApiFailure`. */
export const tryBot = async (texts: readonly string[], drafts: boolean): Promise<readonly TriedTurn[]> =>
  (await api.tryBot({ body: { texts: [...texts], drafts } })).value.turns
