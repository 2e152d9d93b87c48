import type { MessageDraftEntity } from '@parley/core/messages/drafts-api'
import type { Clock } from '@parley/core/live/throttle'
import { readMessageDraft } from '@parley/core/read/message-draft'
import {
  afterHearing,
  type DraftStep,
  type DraftWords,
  isNothing,
  isSameWords,
  noWords,
} from '@parley/core/messages/drafts'
import { lengthOf } from '@parley/core/text/length'
import { maxDraftLength } from '@parley/core/messages/constants'
import { ApiFailure, isTooOften, isUnanswered } from '../../client/api-failure.ts'
import type { KeptDraft } from '../../client/device/kept-draft.ts'
import { createStore, type Readable } from '../../store.ts'
import { draftWords, type MessageDraft } from './drafts.ts'

/** What a draft on the server needs of the page. */
export interface ServerDraftWorld {
  readonly clock: Clock
  /** This page, and the number of its next step, which rises. */
  readonly pageId: string
  nextStep(): number
  /** Rejects with `ApiFailure`. Goes on when the page goes. */
  write(step: DraftStep, words: DraftWords): Promise<MessageDraftEntity>
  onFailure(cause: unknown): void
}

/** What is typed goes to the server once nothing was typed for so long, in milliseconds. */
const pauseMs = 1_000
/** What failed is tried again after so long, and after twice as long each time. */
const againMs = { least: 2_000, most: 60_000 } as const

/**
 * One agent's draft in one conversation, on this device and on the server. What is typed is written there behind a pause,
 * one write at a time, always of the newest; what was written on another device is shown here, unless words were written
 * here meanwhile: then both are kept until the agent chooses.
 */
export class ServerDraft {
  readonly #kept: KeptDraft<MessageDraft>
  readonly #world: ServerDraftWorld
  readonly #other = createStore<MessageDraftEntity | null>(null)
  readonly #stopFollowing: () => void
  #cancel: (() => void) | null = null
  /** What is on its way to the server. */
  readonly #writes = new Map<Promise<number>, DraftWords>()
  /** Heard of while it could not be taken in. */
  #waiting: MessageDraftEntity | null = null
  #seen = noWords
  #failures = 0
  /** The server did not take these words: they are not written again. */
  #refused: DraftWords | null = null
  #isSending = false
  /** The server says nothing of a draft that it is known to have had: a write that changes nothing asks it. */
  #isToAsk = false
  #isReady = false
  /** The page of this browser that wrote here before, until it is known what became of its last write. */
  #pageBefore: string | null = null

  constructor(kept: KeptDraft<MessageDraft>, world: ServerDraftWorld) {
    this.#kept = kept
    this.#world = world
    this.#stopFollowing = kept.state.subscribe(() => this.#changed())
    this.#changed()
  }

  /** What was written on another device, where other words stand here; null: nothing. */
  get other(): Readable<MessageDraftEntity | null> {
    return this.#other
  }

  /** What the server has, as an answer or a frame says it; null: the answer says nothing of it. */
  hear(draft: MessageDraftEntity | null): void {
    if (draft === null) {
      const { server = noWords } = this.#kept.draft
      if (!this.#isReady || isNothing(server)) return
      this.#isToAsk = true
      return this.#plan(0)
    }
    this.#keepWaiting(draft)
    this.#takeIn()
  }

  /** Whether a message of the box is not confirmed yet. Until it is, the empty box says nothing: the draft ends with it. */
  setSending(isSending: boolean): void {
    if (this.#isSending === isSending) return
    this.#isSending = isSending
    this.#plan()
  }

  /** What a message that is sent from the box, or a write, says of the draft that it is. */
  nextStep(): DraftStep {
    const { pageId } = this.#world
    return { pageId, no: this.#world.nextStep(), version: this.#kept.draft.server?.version ?? 0 }
  }

  /** Of two that were both changed: the one from elsewhere takes the place of what stands here, or goes. */
  choose(which: 'theirs' | 'mine'): void {
    const other = this.#other.get()
    if (other === null) return
    this.#other.set(null)
    if (which === 'theirs') this.#show(other)
    else this.#know(wordsOf(other), other.version)
    this.#plan(0)
  }

  /** The line is back: what waits to be tried again is tried now. */
  lineIsBack(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.#plan(0)
  }

  /** Writes without the pause what is not written yet. `isGoing`: the page is about to go, so nothing else comes first. */
  flush(isGoing = false): void {
    const last = [...this.#writes.values()].at(-1)
    if (last !== undefined && (!isGoing || isSameWords(last, this.#words))) return
    this.#stopWaiting()
    if (this.#mayWrite()) this.#write()
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes.keys())
  }

  /** Hears and writes nothing more. */
  stop(): void {
    this.#stopWaiting()
    this.#stopFollowing()
  }

  get #words(): DraftWords {
    return draftWords(this.#kept.draft)
  }

  #changed(): void {
    const { draft, restored } = this.#kept.state.get()
    if (!restored) return
    const isFirst = !this.#isReady
    if (isFirst) this.#pageBefore = draft.server?.pageId ?? null
    this.#isReady = true
    this.#takeIn()
    const words = this.#words
    if (!isFirst && isSameWords(words, this.#seen)) return
    this.#seen = words
    const other = this.#other.get()
    if (other !== null && isSameWords(words, wordsOf(other))) {
      this.#other.set(null)
      this.#know(words, other.version)
    }
    this.#plan()
  }

  #mayWrite(): boolean {
    const words = this.#words
    if (!this.#isReady || this.#other.get() !== null || lengthOf(words.text) > maxDraftLength) return false
    if (this.#isToAsk) return true
    if (isSameWords(words, this.#kept.draft.server ?? noWords)) return false
    if (this.#refused !== null && isSameWords(words, this.#refused)) return false
    return !(this.#isSending && isNothing(words))
  }

  /** Writes behind a pause, which begins anew with every key. */
  #plan(ms = pauseMs): void {
    this.#stopWaiting()
    if (!this.#mayWrite()) return
    this.#cancel = this.#world.clock.after(ms, () => {
      this.#cancel = null
      // What is on its way plans the next when it is done.
      if (this.#writes.size === 0 && this.#mayWrite()) this.#write()
    })
  }

  #stopWaiting(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #write(): void {
    const words = this.#words
    const step = this.nextStep()
    this.#isToAsk = false
    const work = this.#writeNow(step, words)
    this.#writes.set(work, words)
    void this.#goOnAfter(work)
  }

  async #goOnAfter(work: Promise<number>): Promise<void> {
    const wait = await work
    this.#writes.delete(work)
    this.#takeIn()
    this.#plan(wait)
  }

  /** Answers how long to wait with the next. */
  async #writeNow(step: DraftStep, words: DraftWords): Promise<number> {
    const { server = { ...noWords, version: 0 } } = this.#kept.draft
    this.#note({ ...server, pageId: step.pageId })
    try {
      const answer = await this.#world.write(step, words)
      this.#failures = 0
      // Whatever is heard next is to be judged by what the server had from here.
      this.#know(words, this.#kept.draft.server?.version ?? 0)
      this.#keepWaiting(answer)
    } catch (cause) {
      return this.#failed(cause, words)
    }
    return pauseMs
  }

  #failed(cause: unknown, words: DraftWords): number {
    if (cause instanceof ApiFailure && cause.code === 'draft.changed') {
      this.#waiting = readMessageDraft(cause.current)
      return pauseMs
    }
    this.#world.onFailure(cause)
    const isPassing =
      isUnanswered(cause) || isTooOften(cause) || (cause instanceof ApiFailure && (cause.status ?? 0) >= 500)
    if (!isPassing) this.#refused = words
    this.#failures += 1
    return Math.min(againMs.most, againMs.least * 2 ** (this.#failures - 1))
  }

  #keepWaiting(draft: MessageDraftEntity): void {
    if (this.#waiting === null || draft.version > this.#waiting.version) this.#waiting = draft
  }

  /** Takes in what was heard; not while a write is on its way, whose echo it may be, nor while a message is being sent. */
  #takeIn(): void {
    const heard = this.#waiting
    if (heard === null || !this.#isReady || this.#writes.size > 0) return
    const { taken, server = null } = this.#kept.draft
    if (taken !== undefined) return
    this.#waiting = null
    const isOfPageBefore = this.#pageBefore !== null && heard.page_id === this.#pageBefore
    this.#pageBefore = null
    const pageId = isOfPageBefore ? heard.page_id : this.#world.pageId
    const outcome = afterHearing(
      { ...this.#words, pageId, known: server },
      { ...wordsOf(heard), version: heard.version, pageId: heard.page_id },
    )
    if (outcome === 'old') return
    // Who has two to choose from is not given one of them unasked.
    const isAsked = this.#other.get() !== null && !isNothing(wordsOf(heard))
    if (outcome === 'apart' || (outcome === 'shown' && isAsked)) {
      this.#stopWaiting()
      this.#other.set(heard)
      return
    }
    this.#other.set(null)
    if (outcome === 'shown') this.#show(heard)
    else this.#know(wordsOf(heard), heard.version)
    this.#plan()
  }

  #show(draft: MessageDraftEntity): void {
    const { text, quoted, version } = draft
    const server = { ...wordsOf(draft), version, pageId: '' }
    this.#kept.change(now => ({ ...now, text, quoted: quoted ?? undefined, canned: undefined, server }))
  }

  /** What the server has now. */
  #know({ text, quotedId }: DraftWords, version: number): void {
    this.#note({ text, quotedId, version, pageId: this.#kept.draft.server?.pageId ?? '' })
  }

  #note(server: NonNullable<MessageDraft['server']>): void {
    const held = this.#kept.draft.server
    const isHeld =
      held?.version === server.version && held.pageId === server.pageId && isSameWords(held, server)
    if (!isHeld) this.#kept.change(now => ({ ...now, server }))
  }
}

const wordsOf = ({ text, quoted }: MessageDraftEntity): DraftWords => ({
  text,
  quotedId: quoted?.id ?? null,
})
