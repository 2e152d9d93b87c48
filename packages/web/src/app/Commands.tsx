import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isNothing } from '@parley/core/messages/drafts'
import type { KeydownBuffer } from '../commands/early-keys.ts'
import { useCommand } from '../commands/live.ts'
import { useKeys } from '../commands/use-keys.ts'
import { choiceOf } from '../data/session/preferences.ts'
import { UndoAway } from '../features/conversation/UndoAway.tsx'
import { lazyWithRetry, usePreloaded } from '../ui/hooks/lazy-part.ts'
import { draftMarks } from '../data/messages/unsent.ts'
import { useOwnDrafts } from '../data/messages/own-drafts.ts'

const keysDialog = lazyWithRetry(async () => (await import('../features/palette/KeysDialog.tsx')).KeysDialog)

const palette = lazyWithRetry(async () => (await import('./Palette.tsx')).Palette)

/**
 * What is there wherever one is, once somebody is: what the keys do (other screens, the list of keys, the palette), and the
 * lists' marks of drafts. Draws nothing until asked.
 */
export function Commands({ early }: { readonly early: KeydownBuffer }) {
  'use memo'
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null)
  const navigate = useNavigate()
  const close = () => setOpen(null)
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    isOpen.current = open !== null
  }, [open])
  usePreloaded(keysDialog, palette)
  useCommand('keys', () => setOpen('keys'))
  useCommand('palette', () => setOpen('palette'))
  useCommand('go.dashboard', () => void navigate('/'))
  useCommand('go.conversations', () => void navigate('/conversations'))
  useCommand('go.inbox', () => void navigate('/inbox'))
  useCommand('go.tickets', () => void navigate('/tickets'))
  useCommand('go.ipp', () => void navigate('/applications'))
  useCommand('go.lib', () => void navigate('/lib-applications'))
  useCommand('go.shift', () => void navigate('/shift'))
  // After what the commands do, since keys may have come before. Letters typed while a window opens are for it.
  useKeys(() => (isOpen.current ? 'off' : choiceOf('letterKeys')), early)
  return (
    <Suspense fallback={null}>
      <DraftsKept />
      <UndoAway />
      {open === 'keys' && <keysDialog.Part onClose={close} />}
      {open === 'palette' && <palette.Part onClose={close} />}
    </Suspense>
  )
}

/** Keeps the lists' marks of the agent's own drafts true. Draws nothing; its code is no part of the first load. */
function DraftsKept() {
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
