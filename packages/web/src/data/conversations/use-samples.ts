import type { ConversationEntity } from '@parley/core/conversations/api'
import { useEffect, useState } from 'react'
import { untilLoaded } from '../../ui/hooks/lazy-part.ts'

type Make = (now: Date) => readonly ConversationEntity[]

/**
 * The built-in conversations, made at the time `at` (epoch milliseconds); null until their code is there, which the first
 * load is spared, and while they are not wanted.
 */
export function useSamples(wanted: boolean, at: number): ReturnType<Make> | null {
  const [make, setMake] = useState<Make | null>(null)
  useEffect(() => {
    if (wanted)
      void untilLoaded(() => import('./sample.ts')).then(code => setMake(() => code.sampleConversations))
  }, [wanted])
  return wanted && make !== null ? make(new Date(at)) : null
}
