import type { ChannelProblem } from '@parley/core/channel/api'
import { createStore } from '../../store.ts'

export const noProblems: readonly ChannelProblem[] = []

/** What is wrong between Parley and WhatsApp, the worst first, as the socket of changes says; nothing while it is cut. */
export const channelProblems = createStore(noProblems)
