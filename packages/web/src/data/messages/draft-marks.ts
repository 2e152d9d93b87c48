import { createStore } from '../../store.ts'

/** Long enough for the rows, which ask for the marks, to stand before their code comes. */
const soonMs = 1_000

/** Whether any list has asked for the marks. */
export const marksWanted = createStore(false)

/** The conversations in which the agent has a draft, as far as is known: who fills it is no part of the first load. */
export const draftMarks = createStore<ReadonlySet<string>>(new Set(), () => {
  const timer = setTimeout(() => marksWanted.set(true), soonMs)
  return () => clearTimeout(timer)
})
