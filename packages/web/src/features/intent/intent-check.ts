import type { SendBody } from '@parley/core/api/messages'
import type { IntentEntity } from '@parley/core/read/intent'
import { isAnalysed, metadataOf, suggestionOf, typedAfter } from '@parley/core/rules/intent'

export type Suggestion = NonNullable<ReturnType<typeof suggestionOf>>
type Metadata = NonNullable<SendBody['metadata']>

/**
 * analysing: Send was pressed, and the text waits in the box for its analysis. suggested: the agent is asked what was
 * meant. replaced: a quick suggestion stands in the box in place of the agent's own words.
 */
export type CheckState =
  | { readonly is: 'idle' }
  | { readonly is: 'analysing'; readonly text: string; readonly seen: string }
  | { readonly is: 'suggested'; readonly suggestion: Suggestion }
  | { readonly is: 'replaced'; readonly text: string }

/** What a check needs of the composer and the conversation. */
export interface CheckWorld {
  /** What is in the box. */
  text(): string
  setText(text: string): void
  /** The greatest id of the messages that are shown. */
  seen(): string
  /** Whether the line is good enough to let a reply wait for its analysis. */
  canAnalyse(): boolean
  /** Null when it failed. Must not reject. */
  analyse(text: string, signal: AbortSignal): Promise<IntentEntity | null>
  /** Sends what is in the box, files too. */
  send(metadata: Metadata | null, seen: string): void
}

const idle: CheckState = { is: 'idle' }

/**
 * From a press of Send to the message that goes. Only "Yes, proceed" sends what was suggested; any other second press
 * sends the text as it stands, whether the analysis has just ended or not. What had been seen is what was shown at the
 * agent's own last press, never what came while the analysis ran.
 */
export class IntentCheck {
  /** The newest; the screen sets it with every draw. */
  world: CheckWorld
  readonly #listeners = new Set<() => void>()
  #state = idle
  #running: AbortController | null = null

  constructor(world: CheckWorld) {
    this.world = world
  }

  get state(): CheckState {
    return this.#state
  }

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Enter, Send or "Send now". */
  press(): void {
    const text = this.world.text()
    const isFirst = this.#state.is === 'idle' || this.#state.is === 'replaced'
    if (isFirst && isAnalysed(text) && this.world.canAnalyse()) void this.#analyse(text, this.world.seen())
    else this.#send(null, this.world.seen())
  }

  /** "Yes, proceed". */
  proceed(): void {
    if (this.#state.is === 'suggested') this.#send(metadataOf(this.#state.suggestion), this.world.seen())
  }

  /** A quick suggestion takes the place of what is in the box. */
  choose(text: string): void {
    const own = this.world.text()
    this.#become({ is: 'replaced', text: own })
    this.world.setText(text)
  }

  /** The agent's own words come back. */
  restore(): void {
    if (this.#state.is !== 'replaced') return
    const { text } = this.#state
    this.#become(idle)
    this.world.setText(text)
  }

  /** Nothing is sent; what is in the box stays. */
  cancel(): void {
    this.#become(idle)
  }

  /** The agent types. Whoever types on while the analysis runs is at the next message already. */
  typed(text: string): void {
    const rest = this.#state.is === 'analysing' ? typedAfter(this.#state.text, text) : null
    if (this.#state.is === 'analysing' && rest !== null) {
      this.#send(null, this.#state.seen)
      return this.world.setText(rest)
    }
    // What a chip replaced can be brought back until the message goes.
    if (this.#state.is !== 'replaced') this.#become(idle)
    this.world.setText(text)
  }

  /** The conversation is left: what was to be sent is sent. */
  leave(): void {
    if (this.#state.is === 'analysing') this.#send(null, this.#state.seen)
    else this.#become(idle)
  }

  async #analyse(text: string, seen: string): Promise<void> {
    const running = new AbortController()
    this.#become({ is: 'analysing', text, seen })
    this.#running = running
    const suggestion = suggestionOf(await this.world.analyse(text, running.signal))
    if (running.signal.aborted) return
    this.#running = null
    if (suggestion === null) this.#send(null, seen)
    else this.#become({ is: 'suggested', suggestion })
  }

  #send(metadata: Metadata | null, seen: string): void {
    this.#become(idle)
    this.world.send(metadata, seen)
  }

  /** Whatever was under way is void. */
  #become(state: CheckState): void {
    this.#running?.abort()
    this.#running = null
    if (state === this.#state) return
    this.#state = state
    for (const tell of this.#listeners) tell()
  }
}
