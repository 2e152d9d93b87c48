import { createStore } from '../../../store.ts'

/** Whether the page has a place in which it shows the first offer whole. */
export const wholeOfferShown = createStore(false)
