import { useEffect } from 'react'
import { agentStorage } from './own-kept.ts'
import { createStore, type Readable, useStore } from '../../store.ts'

/** What is being written somewhere, and how it is kept. */
export interface DraftKind<T> {
  readonly empty: () => T
  /** An empty one is forgotten. */
  readonly isEmpty: (draft: T) => boolean
  /** What was kept, with what was written before the device gave it: neither destroys the other. */
  readonly join: (kept: T, written: T) => T
}

/** Of something that is begun or not; what is written takes the place of what was kept. */
export const oneDraft = <T>(): DraftKind<T | null> => ({
  empty: () => null,
  isEmpty: draft => draft === null,
  join: (kept, written) => written ?? kept,
})

/** Where drafts are kept between pages. */
interface DraftDevice {
  /** Undefined when there is none. Must not reject, but may take its time. */
  read(key: string): Promise<unknown>
  /** Undefined forgets it. Must not reject. */
  keep(key: string, value: unknown): Promise<void>
}

interface DraftState<T> {
  readonly draft: T
  /** What was kept has been read and is in it. */
  readonly restored: boolean
}

/**
 * One draft, kept on the device with every change. Nothing is written to the device before it has answered what it holds:
 * a key typed early joins what was kept. One write at a time, always of the newest.
 */
export class KeptDraft<T> {
  readonly #key: string
  readonly #kind: DraftKind<T>
  readonly #device: DraftDevice
  readonly #state: ReturnType<typeof createStore<DraftState<T>>>
  #touched = false
  #isDirty = false
  #work: Promise<void>

  constructor(key: string, kind: DraftKind<T>, device: DraftDevice) {
    this.#key = key
    this.#kind = kind
    this.#device = device
    this.#state = createStore<DraftState<T>>({ draft: kind.empty(), restored: false })
    this.#work = this.#restore()
  }

  get state(): Readable<DraftState<T>> {
    return this.#state
  }

  /** The newest, also between two draws. */
  get draft(): T {
    return this.#state.get().draft
  }

  change(step: (draft: T) => T): void {
    const { draft, restored } = this.#state.get()
    const next = step(draft)
    if (next === draft) return
    this.#touched = true
    this.#state.set({ draft: next, restored })
    this.#keep()
  }

  /** Resolves when the device has all that was written. */
  async settled(): Promise<void> {
    for (let work: Promise<void> | null = null; work !== this.#work; ) {
      work = this.#work
      await work
    }
  }

  async #restore(): Promise<void> {
    const kept = (await this.#device.read(this.#key)) as T | undefined
    const { draft } = this.#state.get()
    const joined = kept === undefined ? draft : this.#touched ? this.#kind.join(kept, draft) : kept
    this.#state.set({ draft: joined, restored: true })
    if (this.#touched) this.#keep()
  }

  #keep(): void {
    if (!this.#state.get().restored || this.#isDirty) return
    this.#isDirty = true
    this.#work = this.#work.then(() => this.#write())
  }

  #write(): Promise<void> {
    this.#isDirty = false
    const { draft } = this
    return this.#device.keep(this.#key, this.#kind.isEmpty(draft) ? undefined : draft)
  }
}

/** Two texts under each other; one alone as it is. */
export const joinedText = (before: string, after: string, between = '\n'): string =>
  before === '' || after === '' ? before + after : `${before}${between}${after}`

/** Those in use: two parts of the page that write on one draft write on the same. */
const inUse = new Map<string, { readonly draft: KeptDraft<unknown>; users: number }>()

function draftAt<T>(key: string, kind: DraftKind<T>): KeptDraft<T> {
  const known = inUse.get(key)?.draft
  if (known !== undefined) return known as KeptDraft<T>
  const draft = new KeptDraft(key, kind, agentStorage)
  inUse.set(key, { draft: draft as KeptDraft<unknown>, users: 0 })
  return draft
}

/** Holds a draft for who writes on it. Returns how to let go. */
export function holdDraft<T>(key: string, held: KeptDraft<T>): () => void {
  const draft = held as KeptDraft<unknown>
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

/** The draft under a key, for as long as a part of the page writes on it; not followed. */
export function useHeldDraft<T>(key: string, kind: DraftKind<T>): KeptDraft<T> {
  'use memo'
  const kept = draftAt(key, kind)
  useEffect(() => holdDraft(key, kept), [key, kept])
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
  const release = holdDraft(key, draft)
  await draft.settled()
  draft.change(step)
  await draft.settled()
  release()
}
