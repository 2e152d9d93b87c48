import type { ApplicationKind } from '@parley/core/api/applications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '../../../client/client.ts'
import {
  type ApplicationDraft,
  keepApplicationDraft,
  readApplicationDraft,
} from '../../../data/applications/drafts.ts'

export type SetDraft = (change: (draft: ApplicationDraft) => ApplicationDraft) => void

/** What an agent has begun on one application, kept on this device until it is saved; give the component a key of both. */
export function useApplicationDraft(
  agentId: string,
  kind: ApplicationKind,
  id: string,
): readonly [ApplicationDraft, SetDraft] {
  const [draft, setDraft] = useState<ApplicationDraft>(() => ({ change: null, note: '', noteId: newId() }))
  const latest = useRef(draft)
  const touched = useRef(false)
  useEffect(() => {
    let current = true
    const restore = async () => {
      const kept = await readApplicationDraft(agentId, kind, id)
      // What is written already came after what was kept.
      if (!current || kept === null || touched.current) return
      latest.current = kept
      setDraft(kept)
    }
    void restore()
    return () => {
      current = false
    }
  }, [agentId, kind, id])
  // Kept at once and not when it is drawn: what was saved after the screen was left must not come back as a draft.
  const change = useCallback<SetDraft>(
    step => {
      touched.current = true
      latest.current = step(latest.current)
      setDraft(latest.current)
      void keepApplicationDraft(agentId, kind, id, latest.current)
    },
    [agentId, kind, id],
  )
  return [draft, change]
}
