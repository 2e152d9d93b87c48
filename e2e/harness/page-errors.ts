import type { BrowserContext } from '@playwright/test'

/**
 * Chromium logs every failed request and socket as an error of the page. The page cannot prevent that, and its own
 * code has not logged anything.
 */
const browsersOwn = /^(Failed to load resource:|WebSocket connection to )/

/** Collects what must not happen on any page: uncaught errors, and errors that the page's own code logs. */
export class PageErrors {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Watches every page of a context, those opened later too. */
  watch(context: BrowserContext): void {
    context.on('weberror', error => this.#found.push(`uncaught: ${error.error().message}`))
    context.on('console', message => {
      if (message.type() === 'error' && !browsersOwn.test(message.text())) this.#found.push(message.text())
    })
  }

  /** This test causes a failure that the requirements want logged: errors like this one are expected. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** The errors that nobody expected. */
  get unexpected(): string[] {
    return this.#found.filter(text => !this.#allowed.some(pattern => pattern.test(text)))
  }
}
