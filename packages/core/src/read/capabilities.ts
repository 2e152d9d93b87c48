import type { Area } from '../api/areas.ts'
import { areas } from '../words/areas.ts'
import { fieldsOf, listOf, wordOf } from './value.ts'

/** The areas that an answer to GET capabilities lists, bare or wrapped; words that name no area are left out. */
export const readServedAreas = (raw: unknown): readonly Area[] =>
  listOf(Array.isArray(raw) ? raw : fieldsOf(raw)['areas']).flatMap(word => wordOf(word, areas) ?? [])
