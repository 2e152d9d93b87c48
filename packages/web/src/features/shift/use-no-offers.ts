import { finishing, finishingRenewMs } from '@parley/core/agents/constants'
import { isAvailable } from '@parley/core/agents/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { ownSession } from '../../client/session-store.ts'
import { sayFinishing } from '../../data/agents/own-status.ts'
import { useAgent } from '../../data/agents/queries.ts'

/**
 * Stops the offers to an agent for as long as the page is open. The server ends that by itself, so that a page that was closed
 * holds nobody; a page that is loaded again goes on with it.
 */
export function useNoOffers(agentId: string) {
  const client = useQueryClient()
  const status = useAgent(agentId)?.status ?? null
  const [failure, setFailure] = useState<string | null>(null)
  const say = useCallback(async () => {
    try {
      await sayFinishing(client, true)
      setFailure(null)
    } catch (cause) {
      logFailure('setFinishing', cause)
      setFailure(failureWords('setFinishing', cause))
    }
  }, [client])
  const isOpen = status === null || isAvailable(status)
  useEffect(() => {
    // Also where another tab, or the end of a break, has made them available.
    if (!isOpen) return undefined
    const timer = setTimeout(() => void say())
    return () => clearTimeout(timer)
  }, [isOpen, say])
  const isRenewed = isOpen || status === finishing
  useEffect(() => {
    if (!isRenewed) return undefined
    const timer = setInterval(() => void say(), finishingRenewMs)
    return () => clearInterval(timer)
  }, [isRenewed, say])
  useEffect(
    () => () => {
      if (ownSession() === null) return
      sayFinishing(client, false).catch((cause: unknown) => logFailure('setFinishing', cause))
    },
    [client],
  )
  // `asked`: the server has not answered yet.
  const known = status === 'OFFLINE' ? 'offline' : isOpen ? 'asked' : 'none'
  const state = known === 'asked' && failure !== null ? 'failed' : known
  return { state, failure, retry: () => void say() } as const
}
