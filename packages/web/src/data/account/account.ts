import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Account, OwnSession } from '@parley/core/account/api'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { secondFactorMissing } from '../../client/api-failure.ts'
import { type LiveQuery, useLiveQuery } from '../../sync/live-query.ts'

const accountKey = ['account'] as const
const sessionsKey = ['account', 'sessions'] as const
/** Sign-ins elsewhere and the workspace's demands are told by no frame: they are asked for this often, in milliseconds. */
const refreshMs = 15_000

const lacksFactor = ({ second_factor: { demanded, on } }: Account): boolean => demanded && !on

/** The own account as it stands. */
export const useAccount = (): LiveQuery<Account> =>
  useLiveQuery<Account>(
    {
      key: accountKey,
      load: async () => {
        const account = (await api.account()).value as Account
        secondFactorMissing.set(lacksFactor(account))
        return account
      },
      onFailure: cause => logFailure('fetchAccount', cause),
      // The workspace may ask no more while one stands before its demand.
      refetchAfter: held => (held !== undefined && lacksFactor(held) ? refreshMs : false),
    },
    { refetchOnMount: 'always' },
  )

/** Where one is signed in, the last used first. */
export const useOwnSessions = (): LiveQuery<readonly OwnSession[]> =>
  useLiveQuery<readonly OwnSession[]>(
    {
      key: sessionsKey,
      load: async () => (await api.ownSessions()).value as OwnSession[],
      onFailure: cause => logFailure('fetchSessions', cause),
      refetchAfter: () => refreshMs,
    },
    { refetchOnMount: 'always' },
  )

/** What turning the second factor off, and new recovery codes, need. */
export interface Proof {
  readonly password: string
  readonly code: string
}

export type AccountActions = ReturnType<typeof actionsOf>

/** What one does with the own account. Each rejects with `ApiFailure`; what is held follows. */
export function useAccountActions(): AccountActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

/** What an authenticator app is told. */
export type BegunFactor = Awaited<ReturnType<AccountActions['beginFactor']>>

function actionsOf(client: QueryClient) {
  const fetchAgain = () => client.refetchQueries({ queryKey: accountKey })
  const thenFetched = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    await fetchAgain()
    return done
  }
  return {
    /** Answers how many other sessions ended with the old password. */
    changePassword: async (current_password: string, new_password: string): Promise<number> => {
      const body = { current_password, new_password }
      return (await thenFetched(api.changePassword({ body }))).value.ended_count
    },
    endSession: async (id: string): Promise<void> =>
      void (await thenFetched(api.endOwnSession({ params: { id } }))),
    endOthers: async (): Promise<void> => void (await thenFetched(api.endOtherSessions())),
    beginFactor: async (password: string) => (await api.beginSecondFactor({ body: { password } })).value,
    /** Answers the recovery codes, which nobody is shown again. */
    confirmFactor: async (code: string): Promise<readonly string[]> => {
      const { value } = await thenFetched(api.confirmSecondFactor({ body: { code } }))
      // What was refused for want of it is asked for again.
      void client.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' })
      return value.recovery_codes
    },
    turnOffFactor: async (body: Proof): Promise<void> =>
      void (await thenFetched(api.turnOffSecondFactor({ body }))),
    renewCodes: async (body: Proof): Promise<readonly string[]> =>
      (await thenFetched(api.renewRecoveryCodes({ body }))).value.recovery_codes,
  }
}
