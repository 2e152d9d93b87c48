import { useEffect } from 'react'
import { useStore } from '../../store.ts'
import { type DraftKind, KeptDraft } from './kept-draft.ts'
import { agentStorage } from './own-kept.ts'

/** Those in use: two parts of the page that write on one draft write on the same. */
const inUse = new Map<string, { readonly draft: KeptDraft<unknown>; users: number }>()

function draftAt<T>(key: string, kind: DraftKind<T>): KeptDraft<T> {
  const known = inUse.get(key)?.draft
  if (known !== undefined) return known as KeptDraft<T>
  const draft = new KeptDraft(key, kind, agentStorage)
  inUse.set(key, { draft: draft as KeptDraft<unknown>, users: 0 })
  return draft
}

function hold(key: string, draft: KeptDraft<unknown>): () => void {
  const entry = inUse.get(key)
  if (entry?.draft === draft) entry.users += 1
  else inUse.set(key, { draft, users: 1 })
  return () => void letGo(key, draft)
}

/** Read anew by the next who opens it: another tab may have written meanwhile. */
async function letGo(key: string, draft: KeptDraft<unknown>): Promise<void> {
  const entry = inUse.get(key)
  if (entry?.draft !== draft) return
  entry.users -= 1
  await draft.settled()
  if (entry.users === 0 && inUse.get(key) === entry) inUse.delete(key)
}

/** Holds a draft for who writes on it beside the page's parts. Returns how to let go. */
export const holdDraft = <T>(key: string, draft: KeptDraft<T>): (() => void) =>
  hold(key, draft as KeptDraft<unknown>)

/** The draft under a key, for as long as a part of the page writes on it; not followed. */
export function useHeldDraft<T>(key: string, kind: DraftKind<T>): KeptDraft<T> {
  'use memo'
  const kept = draftAt(key, kind)
  useEffect(() => hold(key, kept as KeptDraft<unknown>), [key, kept])
  return kept
}

/** The draft under a key, followed for as long as a part of the page shows it. */
export function useKeptDraft<T>(
  key: string,
  kind: DraftKind<T>,
): { readonly draft: T; readonly restored: boolean; readonly kept: KeptDraft<T> } {
  const kept = useHeldDraft(key, kind)
  return { ...useStore(kept.state), kept }
}

/** Changes a draft that no part of the page need show. Resolves when the device has it. */
export async function changeDraft<T>(key: string, kind: DraftKind<T>, step: (draft: T) => T): Promise<void> {
  const draft = draftAt(key, kind)
  const release = hold(key, draft as KeptDraft<unknown>)
  await draft.settled()
  draft.change(step)
  await draft.settled()
  release()
}
