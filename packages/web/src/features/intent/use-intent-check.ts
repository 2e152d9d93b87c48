import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from '../../store.ts'
import { type CheckState, type CheckWorld, IntentCheck } from './intent-check.ts'

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
