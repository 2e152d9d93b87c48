import type { PresenceEvent, Viewer } from '@parley/core/sockets/api'
import type { Clock } from '@parley/core/live/throttle'
import {
  hasLapsed,
  type Showing,
  typingForMs,
  type ViewingWord,
  viewingEveryMs,
  viewingLapsesMs,
  viewingOf,
} from '@parley/core/conversations/viewing'
import { createStore, type Readable, useStore } from '../../store.ts'
import { systemClock } from '../clock.ts'
import type { LinkState } from './socket-link.ts'

type Say = (event: { readonly event: 'viewing' } & ViewingWord) => boolean

const nobody: readonly Viewer[] = []
const nothing: Showing = { conversationId: null, inFront: false, typedAt: null }

/**
 * Who has the conversation open that this page shows. The page says what it shows when that changes and every 5 s; the
 * server tells only those who do, and only what changed. So what it told is void once the socket closes or the page
 * shows nothing, and hidden while the line is behind or the page's own last word has lapsed.
 */
export class Presence {
  readonly #clock: Clock
  #showing = nothing
  #say: Say = () => false
  #link: 'closed' | 'behind' | 'good' = 'closed'
  #said: ViewingWord | null = null
  #saidAt = Number.NEGATIVE_INFINITY
  #told: PresenceEvent['data'] | null = null
  readonly #viewers = createStore(nobody)
  #cancel: (() => void)[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Others who look at the conversation shown, by name. */
  get viewers(): Readable<readonly Viewer[]> {
    return this.#viewers
  }

  /** The page shows another conversation, or none. */
  show(conversationId: string | null): void {
    this.#become({ conversationId, typedAt: null })
  }

  /** Whether somebody looks at the page. */
  setInFront(inFront: boolean): void {
    this.#become({ inFront })
  }

  /** The composer's text changed by hand; or it is empty now. */
  typed(isEmpty: boolean): void {
    this.#become({ typedAt: isEmpty ? null : this.#clock.now() })
  }

  /** What the server tells. */
  hear({ data }: PresenceEvent): void {
    this.#told = data
    this.#show()
  }

  /** How the socket stands now, and how to speak on it. */
  follow({ ready, behind }: Pick<LinkState, 'ready' | 'behind'>, say: Say): void {
    this.#say = say
    const link = ready ? (behind ? 'behind' : 'good') : 'closed'
    if (link === this.#link) return
    this.#link = link
    if (link === 'closed') this.#told = this.#said = null
    this.#speak()
  }

  #become(part: Partial<Showing>): void {
    this.#showing = { ...this.#showing, ...part }
    this.#speak()
  }

  /** Says what is new, or due again, and plans the next time. */
  #speak(): void {
    const now = this.#clock.now()
    const word = viewingOf(this.#showing, now)
    if (this.#link === 'good' && this.#isDue(word, now) && this.#say({ event: 'viewing', ...word })) {
      this.#said = word
      this.#saidAt = now
    }
    if (word.conversation_id === null) this.#told = null
    this.#plan(word, now)
    this.#show()
  }

  #isDue(word: ViewingWord, now: number): boolean {
    const { conversation_id: id, typing } = this.#said ?? { conversation_id: null, typing: false }
    if (word.conversation_id !== id || word.typing !== typing) return true
    return id !== null && now - this.#saidAt >= viewingEveryMs
  }

  #plan(word: ViewingWord, now: number): void {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
    if (word.conversation_id === null || this.#link !== 'good') return
    // What is still due could not be said.
    const again = this.#isDue(word, now) ? viewingEveryMs : this.#saidAt + viewingEveryMs - now
    const { typedAt } = this.#showing
    const typingEnds = word.typing && typedAt !== null ? typedAt + typingForMs - now : again
    this.#cancel.push(this.#clock.after(Math.min(again, typingEnds), () => this.#speak()))
    const lapses = this.#saidAt + viewingLapsesMs - now
    if (lapses > 0) this.#cancel.push(this.#clock.after(lapses, () => this.#show()))
  }

  #show(): void {
    const { conversationId } = this.#showing
    const isKnown =
      this.#link === 'good' &&
      this.#told?.conversation_id === conversationId &&
      !hasLapsed({ at: this.#saidAt }, this.#clock.now())
    this.#viewers.set(isKnown ? (this.#told?.viewers ?? nobody) : nobody)
  }
}

/** This page's own. */
export const presence = new Presence(systemClock)

/** Who else looks at the conversation that this page shows. */
export const useViewers = (): readonly Viewer[] => useStore(presence.viewers)
