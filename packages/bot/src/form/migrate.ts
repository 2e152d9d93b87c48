import { ApplicationKind } from '@parley/core/applications/application'
import { DocumentType } from '@parley/core/attachments/api'
import * as z from 'zod'
import type { Field } from './field.ts'
import { fieldAt } from './fields.ts'
import { revalidatedAt } from './next.ts'
import { FormState, factsOf, Kept, startForm } from './state.ts'
import type { Value } from './value.ts'

const kinds: Readonly<Record<Field['form'], 'string' | 'number' | 'boolean' | 'object'>> = {
  text: 'string',
  word: 'string',
  date: 'string',
  phone: 'string',
  money: 'number',
  number: 'number',
  years: 'number',
  'yes-no': 'boolean',
  list: 'object',
}

/** Whether a value has the type of its field. */
const fits = (field: Field, value: Value): boolean =>
  typeof value === kinds[field.form] &&
  (field.options.length === 0 || field.options.some(({ word }) => word === value))

/** The valid entries of a list; empty if it is not a list. */
const each = <Entry>(schema: z.ZodType<Entry>, json: unknown): readonly Entry[] =>
  (Array.isArray(json) ? json : []).flatMap(one => {
    const read = schema.safeParse(one)
    return read.success ? [read.data] : []
  })

const { shape } = FormState

/**
 * Converts a stored form to this version; null if it is not a form. From an older or newer version it keeps the files, the
 * consents,
 * and the values whose path and type still exist. The bot asks for the rest.
 */
export function migrateForm(json: unknown, now: Date): FormState | null {
  const old = z.looseObject({ kind: ApplicationKind }).safeParse(json)
  if (!old.success) return null
  const stored: Readonly<Record<string, unknown>> = old.data
  const { kind } = old.data
  const blank = startForm(kind, {}, now)
  const part = <Name extends keyof FormState>(name: Name): FormState[Name] => {
    const read = shape[name].safeParse(stored[name])
    return read.success ? (read.data as FormState[Name]) : blank[name]
  }
  const values = Object.entries(
    z.record(z.string(), z.unknown()).safeParse(stored.values).data ?? {},
  ).flatMap(([path, one]) => {
    const kept = Kept.safeParse(one)
    const field = fieldAt(kind, path)
    return kept.success && field !== undefined && fits(field, kept.data.value)
      ? [[path, kept.data] as const]
      : []
  })
  const state: FormState = {
    flow: 1,
    kind,
    status: part('status'),
    values: Object.fromEntries(values),
    known: part('known'),
    skipped: each(z.string(), stored.skipped),
    at: part('at'),
    aside: part('aside'),
    files: each(shape.files.unwrap().element, stored.files),
    documents: each(shape.documents.unwrap().element, stored.documents),
    settled: each(DocumentType, stored.settled),
    consents: part('consents'),
    misses: part('misses'),
    last_message_id: part('last_message_id'),
    started_at: part('started_at'),
    changed_at: part('changed_at'),
    submitted_at: part('submitted_at'),
  }
  return { ...state, at: revalidatedAt(state, factsOf(state, now, 'en')) }
}
