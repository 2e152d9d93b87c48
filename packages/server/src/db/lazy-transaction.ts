/** Where a connection's transaction stands: BEGIN goes along with the first statement, and COMMIT may have gone with the last. */
export class LazyTransaction {
  #state: 'none' | 'unsent' | 'open' = 'none'

  /** Nothing is sent until the first statement is. */
  begin(): void {
    this.#state = 'unsent'
  }

  /** Whether BEGIN goes before the statement that is about to be sent. */
  takeBegin(): boolean {
    const isUnsent = this.#state === 'unsent'
    if (isUnsent) this.#state = 'open'
    return isUnsent
  }

  /** COMMIT went along with the last statement. */
  committed(): void {
    this.#state = 'none'
  }

  /** Whether its end has to be sent: not where nothing was done, or it has committed already. */
  takeEnd(): boolean {
    const isOpen = this.#state === 'open'
    this.#state = 'none'
    return isOpen
  }
}
