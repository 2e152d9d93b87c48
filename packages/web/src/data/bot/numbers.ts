import type { BotNumber } from '@parley/core/bot/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

const key = ['bot', 'numbers'] as const

/** Where the bot answers first; asked for anew when shown. */
export const useBotNumbers = () =>
  useQuery({
    queryKey: key,
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
      client.setQueryData(key, value)
    } catch (cause) {
      void client.invalidateQueries({ queryKey: key })
      throw cause
    }
  }
}
