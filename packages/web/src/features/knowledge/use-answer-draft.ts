import type { KnowledgeAnswer, KnowledgeContent } from '@parley/core/knowledge/api'
import { emptyKnowledge, rebasedKnowledge, sameKnowledge, tidyKnowledge } from '@parley/core/knowledge/rules'
import { useCallback, useEffect, useMemo } from 'react'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import type { Conflict } from '../../ui/forms/use-versioned-draft.ts'
import { answerDraftKey, answerDrafts } from '../../data/knowledge/knowledge.ts'

/** An answer as it stands in the fields. */
export interface AnswerWork extends Conflict {
  /** What was kept on the device has been read. */
  readonly ready: boolean
  readonly content: KnowledgeContent
  /** Whether there is something to save. */
  readonly isChanged: boolean
  /** Fields that a colleague saved differently meanwhile; while there are any it is overtaken, and cannot be saved. */
  readonly clashes: readonly string[]
  /** Of a new answer: goes with it to the server. */
  readonly clientId: string
  readonly change: (more: Partial<KnowledgeContent>) => void
  readonly drop: () => void
  /** Something was saved: what was written since stays. */
  readonly saved: (content: KnowledgeContent, version: number) => void
}

/** What is saved of an answer: what customers get, or what was saved since. */
export const savedContent = (answer: KnowledgeAnswer | null): KnowledgeContent =>
  answer?.draft ?? answer?.published ?? emptyKnowledge

/**
 * What an agent has written on an answer, kept on the device until it is saved. What a colleague saved in other fields
 * meanwhile is taken in; what they saved in the same ones is asked about.
 * @param answer null for a new one
 */
export function useAnswerDraft(agentId: string, answer: KnowledgeAnswer | null): AnswerWork {
  const { draft, restored, kept } = useKeptDraft(answerDraftKey(agentId, answer?.id ?? null), answerDrafts)
  const saved = savedContent(answer)
  const version = answer?.version ?? null
  const base = draft?.base ?? null
  const isOld = base !== null && version !== null && base.version !== version
  const rebased = useMemo(
    () =>
      draft !== null && isOld && base !== null ? rebasedKnowledge(base.content, draft.content, saved) : null,
    [draft, isOld, base, saved],
  )
  const clashes = rebased?.clashes ?? []
  const put = useCallback(
    (content: KnowledgeContent) =>
      kept.change(now =>
        JSON.stringify(content) === JSON.stringify(saved)
          ? null
          : {
              clientId: now?.clientId ?? newId(),
              base: version === null ? null : { version, content: saved },
              content,
            },
      ),
    [kept, saved, version],
  )
  const isSettled = rebased !== null && clashes.length === 0
  useEffect(() => {
    if (isSettled && rebased !== null) put(rebased.mine)
  }, [isSettled, rebased, put])
  const settle = (whose: 'mine' | 'theirs') => {
    if (rebased !== null) put(rebased[whose])
  }
  const content = draft?.content ?? saved
  return {
    ready: restored,
    content,
    isChanged: draft !== null && !sameKnowledge(tidyKnowledge(content), saved),
    clashes,
    isOvertaken: clashes.length > 0,
    keepMine: () => settle('mine'),
    takeTheirs: () => settle('theirs'),
    clientId: draft?.clientId ?? '',
    change: more =>
      kept.change(now => ({
        clientId: now?.clientId ?? newId(),
        base: now?.base ?? (version === null ? null : { version, content: saved }),
        content: { ...(now?.content ?? saved), ...more },
      })),
    drop: () => kept.change(() => null),
    saved: (sent, newVersion) =>
      kept.change(now =>
        now === null || JSON.stringify(now.content) === JSON.stringify(sent)
          ? null
          : { ...now, base: { version: newVersion, content: tidyKnowledge(sent) } },
      ),
  }
}
