import { t } from '@parley/core/text/translate'
import { useEffect } from 'react'
import { type AssistMark, assistMarkKey, assistMarks } from '../../data/assist/assist.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { useSession } from '../../data/session/session.ts'
import { useSelected } from '../../store.ts'
import type { AssistedBox, Put } from './work.ts'

interface MarkInBox {
  /** Null: what stands in the box is the agent's own. */
  readonly mark: AssistMark | null
  readonly put: Put
  /** What stood in the box before stands there again. */
  readonly undo: () => void
}

/** That what stands in the box is assist's, until it is edited or sent. */
export function useMark(conversationId: string, box: AssistedBox): MarkInBox {
  'use memo'
  const agentId = useSession()?.user.id ?? ''
  const { draft: mark, kept } = useKeptDraft(assistMarkKey(agentId, conversationId), assistMarks)
  const text = mark?.text ?? null
  const stands = useSelected(box.draft, ({ draft }) =>
    draft.text === text ? t('as made') : draft.text === '' ? 'empty' : 'edited',
  )
  useEffect(() => {
    // An empty box may get it back: a send that is called off gives the words back.
    if (stands === 'edited') kept.change(() => null)
  }, [stands, kept])
  const { setText, focus } = box
  const put: Put = (made, before) => {
    // First the words: until then the mark's are no others.
    setText(made.text)
    kept.change(() => ({ ...made, before }))
    focus()
  }
  const undo = () => {
    if (mark === null) return
    kept.change(() => null)
    setText(mark.before)
    focus()
  }
  return { mark: stands === 'as made' ? mark : null, put, undo }
}
