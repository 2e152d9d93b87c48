import type { CannedContent, CannedReply } from '@parley/core/api/canned-replies'
import { changedCanned, emptyCanned, tidyCanned } from '@parley/core/rules/canned-reply'
import type { CannedScope } from '@parley/core/words/canned-replies'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/use-kept-draft.ts'
import { cannedDraftKey, cannedDrafts } from '../../data/canned-replies/drafts.ts'

const contentOf = ({ shortcut, title, body, language }: CannedContent): CannedContent => ({
  shortcut,
  title,
  body,
  language,
})

/**
 * What an agent has written on a canned reply, kept on the device until it is saved.
 * @param reply null for a new one, which begins with this shortcut
 */
export function useCannedDraft(agentId: string, reply: CannedReply | null, shortcut: string) {
  const { draft, restored, kept } = useKeptDraft(cannedDraftKey(agentId, reply?.id ?? null), cannedDrafts)
  const saved = reply === null ? { ...emptyCanned, shortcut } : contentOf(reply)
  const version = reply?.version ?? null
  const begun = () => ({ clientId: newId(), base: version, scope: 'own' as const, content: saved })
  const content = draft?.content ?? saved
  return {
    /** What was kept on the device has been read. */
    ready: restored,
    content,
    scope: reply?.scope ?? draft?.scope ?? 'own',
    clientId: draft?.clientId ?? null,
    /** Whether there is something to save. */
    isChanged: draft !== null && (reply === null || changedCanned(tidyCanned(content), saved).length > 0),
    /** A colleague saved it since this was begun: what they saved is to be looked at before this can be. */
    isOvertaken: draft !== null && reply !== null && draft.base !== version,
    change: (more: Partial<CannedContent>) =>
      kept.change(now => {
        const before = now ?? begun()
        return { ...before, content: { ...before.content, ...more } }
      }),
    chooseScope: (scope: CannedScope) => kept.change(now => ({ ...(now ?? begun()), scope })),
    /** What is written here is to stand in place of what the colleague saved. */
    keepMine: () => kept.change(now => now && { ...now, base: version }),
    drop: () => kept.change(() => null),
    /** Something was saved: what was written since stays. */
    saved: (sent: CannedContent, newVersion: number) =>
      kept.change(now =>
        now === null || changedCanned(now.content, sent).length === 0 ? null : { ...now, base: newVersion },
      ),
  }
}
