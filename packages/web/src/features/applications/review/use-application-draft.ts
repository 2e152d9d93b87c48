import type { ApplicationKind } from '@parley/core/applications/application'
import { useCallback } from 'react'
import { useKeptDraft } from '../../../client/device/use-kept-draft.ts'
import {
  type ApplicationDraft,
  applicationDraftKey,
  applicationDrafts,
} from '../../../data/applications/drafts.ts'

export type SetDraft = (change: (draft: ApplicationDraft) => ApplicationDraft) => void

/** What an agent has begun on one application, kept on this device until it is saved. */
export function useApplicationDraft(
  agentId: string,
  kind: ApplicationKind,
  id: string,
): readonly [ApplicationDraft, SetDraft] {
  const { draft, kept } = useKeptDraft(applicationDraftKey(agentId, kind, id), applicationDrafts)
  const change = useCallback<SetDraft>(step => kept.change(step), [kept])
  return [draft, change]
}
