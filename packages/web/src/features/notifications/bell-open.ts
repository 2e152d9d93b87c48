import { createStore } from '../../store.ts'

/** Whether the bell's list is open: it shows what arrives, and nothing else needs to. */
export const bellOpen = createStore(false)
