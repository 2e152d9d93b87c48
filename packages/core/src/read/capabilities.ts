import type { Area } from '../api/areas.ts'
import { areas } from '../words/areas.ts'
import { type PolicyName, policies, type Role, roles } from '../words/policy.ts'
import { defaultWaitMarks, type WaitMarks } from '../words/settings.ts'
import { fieldsOf, listOf, numberOf, textOf, wordOf } from './value.ts'

/** The areas that an answer to GET capabilities lists, bare or wrapped; words that name no area are left out. */
export const readServedAreas = (raw: unknown): readonly Area[] =>
  listOf(Array.isArray(raw) ? raw : fieldsOf(raw)['areas']).flatMap(word => wordOf(word, areas) ?? [])

/** The IANA zone in whose days figures are counted; null where the answer names none that this machine knows. */
export function readTimeZone(raw: unknown): string | null {
  const zone = textOf(fieldsOf(raw)['time_zone'])
  if (zone === null) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** The key under which the caller's browser seals what it keeps, base64url; null where the answer has none. */
export function readSealingKey(raw: unknown): string | null {
  const key = textOf(fieldsOf(raw)['sealing_key'])
  return key !== null && sealingKeyForm.test(key) ? key : null
}

/** 32 bytes. */
const sealingKeyForm = /^[\w-]{43}$/

const policyNames = Object.keys(policies) as PolicyName[]

/** The rules that the caller meets; names of no rule are left out. */
export const readPermissions = (raw: unknown): readonly PolicyName[] =>
  listOf(fieldsOf(raw)['may']).flatMap(word => wordOf(word, policyNames) ?? [])

/** What the caller is; null where the answer does not say. */
export const readRole = (raw: unknown): Role | null => wordOf(fieldsOf(raw)['role'], roles)

/** Whether the server can ask assist. */
export const readAssist = (raw: unknown): boolean => fieldsOf(raw)['assist'] === true

/** Whether a reply makes a conversation that nobody has its writer's. */
export const readRepliesTake = (raw: unknown): boolean => fieldsOf(raw)['replies_take'] === 'unassigned'

/** From when on a wait is long and too long, in minutes; what a workspace has that decided nothing, where the answer says nothing sensible. */
export function readWaitMarks(raw: unknown): WaitMarks {
  const fields = fieldsOf(fieldsOf(raw)['wait_marks'])
  const [long, too_long] = [numberOf(fields['long']), numberOf(fields['too_long'])]
  return long !== null && too_long !== null && long < too_long ? { long, too_long } : defaultWaitMarks
}
