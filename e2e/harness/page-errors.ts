import type { BrowserContext } from '@playwright/test'

/**
 * Chromium logs every failed request and socket as an error of the page. The page cannot prevent that, and its own code has
 * logged nothing.
 */
const browsersOwn = /^(Failed to load resource:|WebSocket connection to )/

/** Collects errors that fail the test: uncaught errors, and errors that the page's code logs. */
export class PageErrors {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Watches every page of a context, including pages opened later. */
  watch(context: BrowserContext): void {
    context.on('weberror', error => this.#found.push(`uncaught: ${error.error().message}`))
    context.on('console', message => {
      if (message.type() === 'error' && !browsersOwn.test(message.text())) this.#found.push(message.text())
    })
  }

  /** Expects errors like this one: the test causes a failure, and the requirements want it logged. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** The errors that the test does not expect. */
  get unexpected(): string[] {
    return this.#found.filter(text => !this.#allowed.some(pattern => pattern.test(text)))
  }
}
