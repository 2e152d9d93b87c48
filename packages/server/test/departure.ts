import type { Departure } from '../src/agents/departure.ts'
import { endOffersOf } from '../src/assignments/end-offers.ts'
import { handBackOf } from '../src/assignments/hand-back.ts'

/** What ends with an agent, as the server and the command line have it. */
export const departure: Departure = { endOffersOf, handBackOf }
