import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import type { Answer } from '@parley/core/live/fetchers'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../client/client.ts'
import { holdWrite } from './source.ts'

type Based = Pick<ApplicationEntity, 'kind' | 'id' | 'version'>

/** A field to be filled in, in the agent's words. */
export interface FieldWish {
  readonly field: string
  readonly value: string
  /** When the value was given that its author sees; null: there is none. */
  readonly replaces: string | null
}

/**
 * What an agent does with a form on a customer's behalf. What an operation changes stands in everything held when it resolves;
 * it rejects with an `ApiFailure`, whose `fields` say why a value is none.
 */
export interface FormWork {
  /** Begins one; `botAsks`: the bot asks the customer for it from here on. */
  readonly begin: (
    kind: ApplicationKind,
    conversationId: string,
    botAsks: boolean,
  ) => Promise<ApplicationEntity>
  readonly fill: (base: Based, wish: FieldWish) => Promise<ApplicationEntity>
  /** Gives the conversation to the bot, which asks for what is still open. */
  readonly letBotAsk: (application: Based) => Promise<ApplicationEntity>
}

/** The work on forms as the server does it; samples know none. */
export function useFormWork(): FormWork {
  const client = useQueryClient()
  return useMemo(() => {
    const take = (write: () => Promise<Answer<unknown>>) => holdWrite(client, write)
    return {
      begin: (kind, conversationId, botAsks) => {
        const call = kind === 'ipp' ? api.beginIppApplication : api.beginLibApplication
        return take(() => call({ body: { conversation_id: conversationId, bot_asks: botAsks } }))
      },
      fill: ({ kind, id, version }, wish) => {
        const call = kind === 'ipp' ? api.fillIppApplication : api.fillLibApplication
        const based = version === null ? {} : { version }
        return take(() => call({ params: { id }, body: { fields: [wish], ...based } }))
      },
      letBotAsk: ({ kind, id }) => {
        const call = kind === 'ipp' ? api.letBotAskIppApplication : api.letBotAskLibApplication
        return take(() => call({ params: { id } }))
      },
    }
  }, [client])
}
