/** An analysis of a text as the console holds it (DATA-17). */
export interface IntentEntity {
  readonly success: boolean
  /** The provider's own name; null for none. */
  readonly intent: string | null
  /** 0 to 1. */
  readonly confidence: number
  /** Whatever the provider found, kept for the message's metadata. */
  readonly entities: Readonly<Record<string, unknown>>
  /** What an agent could write, at most three. */
  readonly suggestions: readonly string[]
}
