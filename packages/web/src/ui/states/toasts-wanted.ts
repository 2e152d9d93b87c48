import { createStore } from '../../store.ts'

/** Whether a toast was asked for: only then is the code that draws them fetched. */
export const toastsWanted = createStore(false)
