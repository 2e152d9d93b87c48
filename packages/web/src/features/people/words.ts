import type { Person } from '@parley/core/agents/people'
import { awayStatusOf, statusWord } from '@parley/core/agents/rules'
import type { Role } from '@parley/core/access/policies'
import type { Tone } from '../../ui/marks/Badge.tsx'

/** Each role and what it adds to the one before. */
export const roleChoices: readonly { readonly value: Role; readonly label: string; readonly hint: string }[] =
  [
    { value: 'AGENT', label: 'Agent', hint: 'Answers conversations, works on tickets and applications' },
    { value: 'SUPERVISOR', label: 'Supervisor', hint: 'Also sees all accounts and sets others’ status' },
    { value: 'ADMINISTRATOR', label: 'Administrator', hint: 'Also accounts, settings and the audit log' },
  ]

export const roleLabel = (role: Role): string =>
  roleChoices.find(({ value }) => value === role)?.label ?? role

/** What a person's account is at this moment, in a word and its colour. */
export function standing(person: Person): { readonly label: string; readonly tone: Tone } {
  if (person.state === 'disabled') return { label: 'Disabled', tone: 'pale' }
  if (person.state === 'locked') return { label: 'Locked', tone: 'danger' }
  if (person.state === 'invited') return { label: 'Invited', tone: 'info' }
  if (!person.is_online)
    return { label: statusWord(person), tone: awayStatusOf(person) === null ? 'grey' : 'warn' }
  const isFull = person.current_workload >= person.max_capacity
  return isFull ? { label: 'Full', tone: 'warn' } : { label: 'Available', tone: 'ok' }
}

export const peopleTabs = [
  { value: 'all', label: 'All' },
  { value: 'here', label: 'Online' },
  { value: 'look', label: 'Needs attention' },
] as const
export type PeopleTab = (typeof peopleTabs)[number]['value']

/** The people under a tab. "Needs attention" lists accounts that cannot sign in and are not disabled. */
export function isUnder(tab: PeopleTab, { state, is_online }: Person): boolean {
  if (tab === 'here') return is_online
  return tab === 'all' || state === 'invited' || state === 'locked'
}
