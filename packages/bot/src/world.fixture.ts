import { monday } from './form/form.fixture.ts'
import { knowledgeOf } from './knowledge.ts'
import type { World } from './world.ts'

/** No known data, no recognised meaning and no open form, at noon on a Monday. */
export const emptyWorld: World = {
  now: monday,
  understand: () => ({ intent: null, confidence: 0, guesses: [], language: null }),
  namedIn: () => ({}),
  knowledge: knowledgeOf([]),
  hours: { isOpen: true, opensAt: null },
  atOnce: new Set(),
  name: null,
  applications: [],
  form: null,
  wanted: [],
  known: {},
}
