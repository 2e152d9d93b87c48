import { undoMs } from '@parley/core/conversations/finish'
import { t } from '@parley/core/text/translate'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { type DoneAction, noteAction, tellAction } from '../../../commands/last-action.ts'

/** Something that was done with a conversation. */
interface Done extends Pick<DoneAction, 'key' | 'done' | 'undo'> {
  readonly conversationId: string
  /** Said in a toast, with what else is to be known; null: no toast. */
  readonly told: { readonly description?: string } | null
}

/** Registers what was done with a conversation: Z undoes it for a minute, and leads back to the conversation. */
export function useNotedAction(): (action: Done) => void {
  const navigate = useNavigate()
  return useCallback(
    ({ key, done, conversationId, undo, told }: Done) => {
      const action: DoneAction = {
        key,
        done,
        until: Date.now() + undoMs,
        late: t('Too late to undo: {done}', { done }),
        isSeen: false,
        undo: async () => {
          await undo()
          const path = `/conversations/${conversationId}`
          if (location.pathname !== path) void navigate(path)
        },
      }
      noteAction(action)
      if (told !== null) tellAction(action, told)
    },
    [navigate],
  )
}
