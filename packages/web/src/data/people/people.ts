import type { OwnSession } from '@parley/core/account/api'
import type { PasswordLink, Person } from '@parley/core/agents/people'
import type { Role } from '@parley/core/access/policies'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { type LiveQuery, type Loaded, useLiveQuery, useLoaded } from '../../sync/live-query.ts'

/** Who came, went or signed in is not told by frames: it is asked for this often, in milliseconds. */
const refreshMs = 15_000
const key = ['people'] as const
const nobody: readonly Person[] = []

/** Every account by name, as supervisors and administrators see them. */
export function usePeople(): Loaded & { readonly people: readonly Person[] } {
  'use memo'
  const query = useLiveQuery<readonly Person[]>(
    {
      key,
      load: async () => (await api.people()).value as Person[],
      onFailure: cause => logFailure('fetchPeople', cause),
      refetchAfter: () => refreshMs,
    },
    { refetchOnMount: 'always' },
  )
  const loaded = useLoaded(query)
  const people = query.data ?? nobody
  return { ...loaded, people }
}

/** The departments that somebody has, by name. */
export function useDepartments(): readonly string[] {
  const { people } = usePeople()
  const known = people.flatMap(({ department }) => department ?? [])
  return [...new Set(known)].toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** Who is invited. */
export interface Invitation {
  readonly email: string
  readonly name?: string
  readonly role: Role
  readonly department?: string
  readonly max_capacity?: number
  readonly takes_conversations: boolean
}

/** What of an account changes. */
export type PersonEdit = Partial<
  Pick<Person, 'name' | 'role' | 'department' | 'max_capacity' | 'takes_conversations'>
>

const sessionsKey = (id: string) => ['people', id, 'sessions'] as const

/** Where somebody is signed in, the last used first. */
export const useSessionsOf = (id: string): LiveQuery<readonly OwnSession[]> =>
  useLiveQuery<readonly OwnSession[]>(
    {
      key: sessionsKey(id),
      load: async () => (await api.personSessions({ params: { id } })).value as OwnSession[],
      onFailure: cause => logFailure('fetchSessions', cause),
      refetchAfter: () => refreshMs,
    },
    { refetchOnMount: 'always' },
  )

/** Ends one session of somebody's, or all but the one that asks where none is named. Rejects with `ApiFailure`. */
export function useEndSessions(id: string): (session: string | null) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async session => {
    await (session === null
      ? api.endPersonSessions({ params: { id } })
      : api.endPersonSession({ params: { id, session } }))
    await Promise.all([
      client.refetchQueries({ queryKey: sessionsKey(id) }),
      client.invalidateQueries({ queryKey: key, exact: true }),
    ])
  }
}

export type PeopleActions = ReturnType<typeof actionsOf>

/** What an administrator does with accounts. Each rejects with `ApiFailure`; what is held follows. */
export function usePeopleActions(): PeopleActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

function actionsOf(client: QueryClient) {
  const hold = (person: Person): Person => {
    client.setQueryData<readonly Person[]>(key, cached => {
      const rest = (cached ?? nobody).filter(one => one.id !== person.id)
      return [...rest, person].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    })
    return person
  }
  return {
    invite: async (body: Invitation): Promise<{ readonly person: Person; readonly link: PasswordLink }> => {
      const { person, link } = (await api.invitePerson({ body })).value
      return { person: hold(person as Person), link }
    },
    edit: async (id: string, body: PersonEdit) =>
      hold((await api.editPerson({ params: { id }, body })).value as Person),
    /** A link with which somebody sets a password, told once. */
    makeLink: async (id: string): Promise<PasswordLink> =>
      (await api.makePasswordLink({ params: { id } })).value,
    disable: async (id: string) => hold((await api.disablePerson({ params: { id } })).value as Person),
    /** Lets somebody who lost it sign in without the second factor. */
    dropSecondFactor: async (id: string) =>
      hold((await api.dropSecondFactor({ params: { id } })).value as Person),
    enable: async (id: string) => hold((await api.enablePerson({ params: { id } })).value as Person),
  }
}

/** Sets the status of an agent; anything but AVAILABLE is offline. Rejects with `ApiFailure`. */
export function useSetStatusOf(id: string): (status: 'AVAILABLE' | 'OFFLINE') => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async status => {
    await api.setAgentStatus({ params: { id }, body: { status } })
    await client.refetchQueries({ queryKey: key, exact: true })
  }
}
