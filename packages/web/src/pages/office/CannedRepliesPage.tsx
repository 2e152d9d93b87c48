import { useSearchParams } from 'react-router'
import { useSession } from '../../data/session/session.ts'
import { CannedPanel } from '../../features/canned-replies/CannedPanel.tsx'
import { PendingFileList } from '../../features/messages/composer/PendingFileList.tsx'

const [replyName, shortcutName] = ['reply', 'shortcut'] as const

/** What agents say again and again: their own canned replies, and those that all share. */
export function CannedRepliesPage() {
  const [params, setParams] = useSearchParams()
  const session = useSession()
  if (session === null) return null
  return (
    <CannedPanel
      agentId={session.user.id}
      chosen={params.get(replyName)}
      shortcut={params.get(shortcutName) ?? ''}
      fileList={PendingFileList}
      onChoose={id => setParams(id === null ? {} : { [replyName]: id })}
    />
  )
}
