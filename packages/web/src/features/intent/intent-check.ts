import type { SendBody } from '@parley/core/messages/api'
import type { IntentAnalysis } from '@parley/core/intent/api'
import { isAnalysed, metadataOf, suggestionOf } from '@parley/core/intent/rules'
import { createStore, type Readable, useStore } from '../../store.ts'
import { useEffect, useLayoutEffect, useState } from 'react'

export type Suggestion = NonNullable<ReturnType<typeof suggestionOf>>
type Metadata = NonNullable<SendBody['metadata']>

/**
 * analysing: a message was taken out of the box and waits for its analysis. suggested: it is in the box again, and the
 * agent is asked what it means. replaced: a quick suggestion stands there in place of the agent's own words.
 */
export type CheckState<Message> =
  | { readonly is: 'idle' }
  | { readonly is: 'analysing'; readonly message: Message; readonly seen: string }
  | { readonly is: 'suggested'; readonly suggestion: Suggestion }
  | { readonly is: 'replaced'; readonly text: string; readonly by: string }

/** What a check needs of the composer and the conversation. */
interface CheckWorld<Message> {
  /** What is in the box. */
  text(): string
  setText(text: string): void
  /** Empties the box; null when there is nothing to send. */
  take(): Message | null
  /** What was taken last goes into the box again. */
  giveBack(): void
  /** The greatest id of the messages that are shown. */
  seen(): string
  /** What the agent has said no to in this conversation; a second question about it would only be in the way. */
  readonly refused: Set<string>
  /** Whether the line is good enough to let a message wait for its analysis. */
  canAnalyse(): boolean
  /** Null when it failed. Must not reject. */
  analyse(text: string, signal: AbortSignal): Promise<IntentAnalysis | null>
  send(message: Message, metadata: Metadata | null, seen: string): void
}

const idle = { is: 'idle' } as const

/**
 * From a press of Send to the message that goes. Only "Yes, proceed" sends what was suggested; any other second press
 * sends the text as it stands, whether the analysis has just ended or not. What had been seen is what was shown at the
 * agent's own last press, never what came while the analysis ran.
 */
export class IntentCheck<Message extends { readonly text: string }> {
  #world: CheckWorld<Message>
  readonly #state = createStore<CheckState<Message>>(idle)
  #running: AbortController | null = null

  constructor(world: CheckWorld<Message>) {
    this.#world = world
  }

  get state(): CheckState<Message> {
    return this.#state.get()
  }

  /** What the composer and the conversation are by now; the screen tells it with every draw. */
  follow(world: CheckWorld<Message>): void {
    this.#world = world
  }

  /** The state, to be followed. */
  get following(): Readable<CheckState<Message>> {
    return this.#state
  }

  /** Enter or Send: a message that waits goes now, and what is in the box is the next one. */
  press(): void {
    const mayAsk = this.state.is !== 'suggested' && !this.#isChosen()
    if (this.state.is === 'suggested') this.#world.refused.add(this.state.suggestion.intent)
    this.skip()
    const seen = this.#world.seen()
    const message = this.#world.take()
    if (message === null) return
    if (mayAsk && isAnalysed(message.text) && this.#world.canAnalyse()) void this.#analyse(message, seen)
    else this.#send(message, null, seen)
  }

  /** "Send now": what waits for its analysis goes without it. */
  skip(): void {
    if (this.state.is === 'analysing') this.#send(this.state.message, null, this.#world.seen())
  }

  /** "Yes, proceed". */
  proceed(): void {
    if (this.state.is !== 'suggested') return
    const metadata = metadataOf(this.state.suggestion)
    const message = this.#world.take()
    if (message !== null) this.#send(message, metadata, this.#world.seen())
  }

  /** A quick suggestion takes the place of what is in the box. */
  choose(text: string): void {
    this.#become({ is: 'replaced', text: this.#world.text(), by: text })
    this.#world.setText(text)
  }

  /** The agent's own words come back: in place of the suggestion, or before it if it was worked on since. */
  restore(): void {
    if (this.state.is !== 'replaced') return
    const { text, by } = this.state
    const written = this.#world.text()
    this.#become(idle)
    this.#world.setText(written === by || written === '' ? text : `${text}\n${written}`)
  }

  /** Nothing is sent: what waits comes back, and no question stands any more. */
  cancel(): void {
    const wasAnalysing = this.state.is === 'analysing'
    this.#become(idle)
    if (wasAnalysing) this.#world.giveBack()
  }

  /** What is in the box changes by hand: a question about it is void. What a chip replaced can still be brought back. */
  edited(): void {
    if (this.state.is === 'suggested') this.#become(idle)
  }

  /** The conversation is left: what waits is sent. */
  leave(): void {
    if (this.state.is === 'analysing') this.#send(this.state.message, null, this.state.seen)
    else this.#become(idle)
  }

  /** What stands in the box is a quick suggestion as it was chosen: the agent has said what is meant. */
  #isChosen(): boolean {
    return this.state.is === 'replaced' && this.state.by === this.#world.text()
  }

  async #analyse(message: Message, seen: string): Promise<void> {
    const running = new AbortController()
    this.#become({ is: 'analysing', message, seen })
    this.#running = running
    const suggestion = suggestionOf(await this.#world.analyse(message.text, running.signal))
    if (running.signal.aborted) return
    this.#running = null
    // Whoever writes on is at the next message already, and is not held up by a question about the last one.
    const isUnwanted = suggestion === null || this.#world.refused.has(suggestion.intent)
    if (isUnwanted || this.#world.text() !== '') return this.#send(message, null, seen)
    this.#world.giveBack()
    this.#become({ is: 'suggested', suggestion })
  }

  #send(message: Message, metadata: Metadata | null, seen: string): void {
    this.#become(idle)
    this.#world.send(message, metadata, seen)
  }

  /** Whatever was under way is void. */
  #become(state: CheckState<Message>): void {
    this.#running?.abort()
    this.#running = null
    this.#state.set(state)
  }
}

/** The check of what an agent sends in one conversation; give it a key of both. */
export function useIntentCheck<Message extends { readonly text: string }>(
  world: CheckWorld<Message>,
): { readonly check: IntentCheck<Message>; readonly state: CheckState<Message> } {
  const [check] = useState(() => new IntentCheck(world))
  useLayoutEffect(() => check.follow(world))
  useEffect(() => () => check.leave(), [check])
  const state = useStore(check.following)
  return { check, state }
}
