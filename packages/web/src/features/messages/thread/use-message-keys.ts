import type { MessageEntity } from '@parley/core/messages/api'
import { type RefObject, useEffect, useRef } from 'react'
import { useCommand } from '../../../commands/live.ts'
import type { ThreadRow } from './thread-rows.ts'
import type { ThreadScroll } from './use-thread-scroll.ts'

/** A button of a message, by the value of its `data-act`. */
type Act = 'quote' | 'react' | 'link' | 'remind' | 'issue'

interface Wanted {
  /** A row's key. */
  readonly key: string
  /** Null: the row itself gets the focus. */
  readonly act: Act | null
}

/** What keys do with messages that have no button for it. */
export interface MessageKeys {
  /** Asks when to be reminded at the newest message of all; null: nobody can be. */
  readonly remindNewest: (() => void) | null
  /** Has an issue chosen for a message; `from` has the focus. Null: there are no issues. */
  readonly chooseIssue: ((message: MessageEntity, from: HTMLElement) => void) | null
}

interface Options extends MessageKeys {
  readonly rows: readonly ThreadRow[]
  readonly box: RefObject<HTMLDivElement | null>
  readonly goTo: ThreadScroll['goTo']
}

/**
 * Moves the focus along the messages, and presses the buttons of the one that has it; where none has, those of the newest
 * from the customer, or, for a reminder, the newest of all. A button that a message does not have is pressed by nobody.
 */
export function useMessageKeys({ rows, box, goTo, remindNewest, chooseIssue }: Options): void {
  const wanted = useRef<Wanted | null>(null)
  const take = () => {
    // Asked at every drawing, of a thread that may be long.
    if (wanted.current === null) return
    const { key, act } = wanted.current
    const index = rows.findIndex(row => row.key === key)
    const shown = rows[index]
    const row = shown && box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!row) return
    wanted.current = null
    if (act === null) return row.focus({ preventScroll: true })
    const button = row.querySelector<HTMLElement>(`[data-act="${act}"]`)
    if (button === null && act === 'issue' && shown.kind === 'message') {
      row.focus({ preventScroll: true })
      chooseIssue?.(shown.message, row)
    }
    button?.focus({ preventScroll: true })
    button?.click()
  }
  // A row far away stands in the page only once it was scrolled to.
  useEffect(take)

  const go = (index: number, act: Act | null) => {
    const row = rows[index]
    if (row === undefined) return
    wanted.current = { key: row.key, act }
    goTo(index, 'auto')
    take()
  }
  const focusedIndex = (): number => {
    const row = box.current?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('[data-index]')
      : null
    return row ? Number(row.dataset['index']) : -1
  }
  const move = (by: 1 | -1) => {
    const at = focusedIndex()
    go(at === -1 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, at + by)), null)
  }
  const press = (act: Act) => {
    const at = focusedIndex()
    go(at === -1 ? rows.findLastIndex(isFromCustomer) : at, act)
  }
  useCommand('message.older', rows.length === 0 ? null : () => move(-1))
  useCommand('message.newer', rows.length === 0 ? null : () => move(1))
  useCommand('message.quote', rows.length === 0 ? null : () => press('quote'))
  useCommand('message.react', rows.length === 0 ? null : () => press('react'))
  useCommand('message.link', rows.length === 0 ? null : () => press('link'))
  // Of what was said last, by whoever said it: a promise is the agent's own message as a rule.
  const remind = () => (focusedIndex() === -1 ? remindNewest?.() : press('remind'))
  useCommand('message.remind', remindNewest === null ? null : remind)
  useCommand('message.issue', rows.length === 0 || chooseIssue === null ? null : () => press('issue'))
}

const isFromCustomer = (row: ThreadRow): boolean =>
  row.kind === 'message' && row.message.direction === 'INBOUND'
