import { t } from '@parley/core/text/translate'
import type { Person } from '@parley/core/agents/people'
import { awayStatusOf, isOverloaded, statusWord } from '@parley/core/agents/rules'
import type { Role } from '@parley/core/access/policies'
import type { Tone } from '../../ui/marks/Badge.tsx'

/** Each role and what it adds to the one before. */
export const roleChoices: readonly { readonly value: Role; readonly label: string; readonly hint: string }[] =
  [
    {
      value: 'AGENT',
      label: t('Agent'),
      hint: t('Answers conversations, works on tickets and applications'),
    },
    {
      value: 'SUPERVISOR',
      label: t('Supervisor'),
      hint: t('Also sees all accounts and sets others’ status'),
    },
    {
      value: 'ADMINISTRATOR',
      label: t('Administrator'),
      hint: t('Also accounts, settings and the audit log'),
    },
  ]

export const roleLabel = (role: Role): string =>
  roleChoices.find(({ value }) => value === role)?.label ?? role

/** What a person's account is at this moment, in a word and its colour. */
export function standing(person: Person): { readonly label: string; readonly tone: Tone } {
  if (person.state === 'disabled') return { label: t('Disabled'), tone: 'pale' }
  if (person.state === 'locked') return { label: t('Locked'), tone: 'danger' }
  if (person.state === 'invited') return { label: t('Invited'), tone: 'info' }
  if (!person.is_online)
    return { label: t(statusWord(person)), tone: awayStatusOf(person) === null ? 'grey' : 'warn' }
  return isOverloaded(person)
    ? { label: t('Overloaded'), tone: 'warn' }
    : { label: t('Available'), tone: 'ok' }
}

export const peopleTabs = [
  { value: 'all', label: t('All') },
  { value: 'here', label: t('Online') },
  { value: 'look', label: t('Needs attention') },
] as const
export type PeopleTab = (typeof peopleTabs)[number]['value']

/** The people under a tab. "Needs attention" lists accounts that cannot sign in and are not disabled. */
export function isUnder(tab: PeopleTab, { state, is_online }: Person): boolean {
  if (tab === 'here') return is_online
  return tab === 'all' || state === 'invited' || state === 'locked'
}
