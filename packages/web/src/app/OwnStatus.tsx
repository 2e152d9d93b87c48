import { awayStatusOf, limitSentence } from '@parley/core/agents/rules'
import { Suspense, useState } from 'react'
import { statusAsked, useAgent } from '../data/agents/queries.ts'
import { useSession } from '../data/session/session.ts'
import { useStore } from '../store.ts'
import { lazyWithRetry } from '../ui/hooks/lazy-part.ts'

const line = lazyWithRetry(
  async () => (await import('../features/own-status/OwnStatusLine.tsx')).OwnStatusLine,
)

const dialog = lazyWithRetry(
  async () => (await import('../features/own-status/StatusDialog.tsx')).StatusDialog,
)

/** Nothing while one is available and offers come: what it says of a break, and how one is begun, is not part of the first load. */
export function OwnStatus() {
  const agent = useAgent(useSession()?.user.id ?? '')
  const asked = useStore(statusAsked)
  const isAway =
    agent !== null &&
    (awayStatusOf(agent) !== null || agent.offers_paused_until !== null || limitSentence(agent) !== null)
  // Once there it stays, to tell of the end.
  const [wasAway, setWasAway] = useState(false)
  if (isAway && !wasAway) setWasAway(true)
  return (
    <Suspense fallback={null}>
      {wasAway && agent !== null && <line.Part agent={agent} />}
      {asked !== null && <dialog.Part status={asked} onClose={() => statusAsked.set(null)} />}
    </Suspense>
  )
}
