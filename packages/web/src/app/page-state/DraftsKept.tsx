import { isNothing } from '@parley/core/messages/drafts'
import { useEffect } from 'react'
import { draftMarks } from '../../data/messages/unsent.ts'
import { useOwnDrafts } from '../../data/messages/own-drafts.ts'

/** Keeps the lists' marks of the agent's own drafts true. Draws nothing; its code is no part of the first load. */
export function DraftsKept() {
  const { data, refresh } = useOwnDrafts()
  const drafts = data?.value.byConversation
  const lacksSome = data?.value.lacksSome === true
  useEffect(() => {
    if (lacksSome) refresh()
  }, [lacksSome, refresh])
  useEffect(() => {
    const marked = [...(drafts?.values() ?? [])].filter(
      ({ text, quoted }) => !isNothing({ text, quotedId: quoted?.id ?? null }),
    )
    draftMarks.set(new Set(marked.map(({ conversation_id: id }) => id)))
  }, [drafts])
  useEffect(() => () => draftMarks.set(new Set()), [])
  return null
}
