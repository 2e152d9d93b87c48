import { createStore } from '../../store.ts'

/** The conversations in which the agent has a draft, as far as is known: who fills it is no part of the first load. */
export const draftMarks = createStore<ReadonlySet<string>>(new Set())
