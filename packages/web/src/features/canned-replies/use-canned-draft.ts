import type { CannedContent, CannedReplyEntity } from '@parley/core/canned-replies/api'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { changedCanned, emptyCanned, tidyCanned } from '@parley/core/canned-replies/rules'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import {
  filesOf,
  type CannedDraft,
  cannedDraftKey,
  cannedDrafts,
} from '../../data/canned-replies/canned-replies.ts'

const contentOf = (reply: CannedReplyEntity): CannedContent => ({
  shortcut: reply.shortcut,
  title: reply.title,
  body: reply.body,
  language: reply.language,
  document_ids: filesOf(reply).map(({ document_id }) => document_id),
})

/**
 * What an agent has written on a canned reply, kept on the device until it is saved.
 * @param reply null for a new one, which begins with this shortcut
 */
export function useCannedDraft(agentId: string, reply: CannedReplyEntity | null, shortcut: string) {
  const { draft, restored, kept } = useKeptDraft(cannedDraftKey(agentId, reply?.id ?? null), cannedDrafts)
  const saved = reply === null ? { ...emptyCanned, shortcut } : contentOf(reply)
  const version = reply?.version ?? null
  const begun = (): CannedDraft => ({ clientId: newId(), base: version, scope: 'own', content: saved })
  const content = { ...saved, ...draft?.content }
  const known = [...(reply === null ? [] : filesOf(reply)), ...(draft?.uploads ?? [])]
  /** In the order of what is written; what a colleague took away since is not there any more. */
  const files = (content.document_ids ?? []).flatMap(id => known.find(file => file.document_id === id) ?? [])
  const drop = () => kept.change(() => null)
  const edit = (make: (before: CannedDraft) => CannedDraft) => kept.change(now => make(now ?? begun()))
  const idsOf = (kept: readonly OutboxFile[]) => kept.map(({ document_id }) => document_id)
  return {
    /** What was kept on the device has been read. */
    ready: restored,
    content: { ...content, document_ids: idsOf(files) },
    files,
    scope: reply?.scope ?? draft?.scope ?? 'own',
    clientId: draft?.clientId ?? null,
    /** Whether there is something to save. */
    isChanged: draft !== null && (reply === null || changedCanned(saved, tidyCanned(content)).length > 0),
    /** A colleague saved it since this was begun: what they saved is to be looked at before this can be. */
    isOvertaken: draft !== null && reply !== null && draft.base !== version,
    change: (more: Partial<CannedContent>) =>
      edit(before => ({ ...before, content: { ...before.content, ...more } })),
    addFile: (file: OutboxFile) =>
      edit(before => {
        const ids = before.content.document_ids ?? saved.document_ids ?? []
        if (ids.includes(file.document_id)) return before
        return {
          ...before,
          content: { ...before.content, document_ids: [...ids, file.document_id] },
          uploads: [...(before.uploads ?? []), file],
        }
      }),
    keepFiles: (which: (file: OutboxFile) => boolean) => {
      const document_ids = idsOf(files.filter(which))
      if (document_ids.length === files.length) return
      edit(before => ({ ...before, content: { ...before.content, document_ids } }))
    },
    chooseScope: (scope: CannedScope) => edit(before => ({ ...before, scope })),
    /** What is written here is to stand in place of what the colleague saved. */
    keepMine: () => kept.change(now => now && { ...now, base: version }),
    takeTheirs: drop,
    drop,
    /** Something was saved: what was written since stays. */
    saved: (sent: CannedContent, newVersion: number) =>
      kept.change(now =>
        now === null || changedCanned(now.content, sent).length === 0 ? null : { ...now, base: newVersion },
      ),
  }
}
