import { isUndoable } from '@parley/core/conversations/finish'
import { t } from '@parley/core/text/translate'
import { createStore, type Readable } from '../store.ts'
import { closeToast, showToast } from '../ui/states/toasts.ts'
import { keysLabel } from './catalogue.ts'

/** What a person did in this tab, and how it is undone. */
export interface DoneAction {
  /** It replaces an action of the same key, and so does its toast. */
  readonly key: string
  /** What was done: "Resolved Grace Nakato". */
  readonly done: string
  /** Until when it can be undone, in epoch milliseconds. */
  readonly until: number
  /** What is said when that time is over. */
  readonly late: string
  /** The screen itself shows that it is undone, so no toast says it. */
  readonly isSeen: boolean
  /** Rejects with words for a person where it cannot be undone any more. */
  readonly undo: () => Promise<void>
}

const last = createStore<DoneAction | null>(null)

/** The last action, which Z undoes; null: there is none. */
export const lastAction: Readable<DoneAction | null> = last

/** Z undoes this from now on. */
export const noteAction = (action: DoneAction): void => last.set(action)

/** The last thing that was done cannot be undone, and nothing before it is; with a key, only where it is that action. */
export function forgetAction(key?: string): void {
  if (key === undefined || last.get()?.key === key) last.set(null)
}

/** What the toast of an action says besides. */
interface Told {
  readonly description?: string
  /** It stays until it is closed. */
  readonly stays?: boolean
}

/** Says what was done, with a button that undoes it. */
export function tellAction(action: DoneAction, told: Told = {}): void {
  const { key, done } = action
  showToast({
    ...told,
    key,
    title: done,
    action: t('Undo ({keys})', { keys: keysLabel('undo') }),
    onPress: () => void undoAction(action, Date.now()),
  })
}

/** Undoes an action, and says so; or why it stays. */
async function undoAction(action: DoneAction, now: number): Promise<void> {
  const { key, done, until, late, isSeen, undo } = action
  forgetAction(key)
  closeToast(key)
  const say = (title: string, urgent: boolean) => showToast({ key: 'undone', title, urgent })
  if (!isUndoable(until, now)) return say(late, true)
  try {
    await undo()
    if (!isSeen) say(t('Undone: {done}', { done }), false)
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause), true)
  }
}

/** Undoes the last action. */
export function undoLast(now: number): void {
  const action = last.get()
  if (action !== null) void undoAction(action, now)
}
