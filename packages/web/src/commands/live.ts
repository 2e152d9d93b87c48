import { type RefObject, useEffect, useRef } from 'react'
import { createStore } from '../store.ts'
import type { CommandId } from './catalogue.ts'

type Run = () => void

/** What each command does now: of several parts of the page that can do it, the one that came last. */
const held = createStore<ReadonlyMap<CommandId, readonly { readonly run: Run }[]>>(new Map())

/** The commands that can be done now, as their ids. */
export const runnable = held

/** Does a command; false where nothing on the page does it now. */
export function runCommand(id: CommandId): boolean {
  const doer = held.get().get(id)?.at(-1)
  doer?.run()
  return doer !== undefined
}

function offer(id: CommandId, doer: { readonly run: Run }): () => void {
  const put = (doers: readonly { readonly run: Run }[]) => held.set(new Map(held.get()).set(id, doers))
  put([...(held.get().get(id) ?? []), doer])
  return () => {
    const left = (held.get().get(id) ?? []).filter(other => other !== doer)
    if (left.length > 0) put(left)
    else held.set(new Map([...held.get()].filter(([other]) => other !== id)))
  }
}

/** Offers a command while the part of the page that asks is there; null: it cannot be done now. */
export function useCommand(id: CommandId, run: Run | null): void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  const isOffered = run !== null
  useEffect(() => (isOffered ? offer(id, { run: () => newest.current?.() }) : undefined), [id, isOffered])
}

/** A command that presses the first button within an element, unless that is off: for menus, which their buttons open. */
export function useButtonCommand(id: CommandId): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null)
  useCommand(id, () => {
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
  })
  return place
}
