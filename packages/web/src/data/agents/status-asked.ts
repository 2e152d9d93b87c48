import type { ChosenStatus } from '@parley/core/agents/constants'
import { createStore } from '../../store.ts'

/** Which status is about to be said, with what is behind it; null: none. Its window stands over every screen. */
export const statusAsked = createStore<ChosenStatus | null>(null)
