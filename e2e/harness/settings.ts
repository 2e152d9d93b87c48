import { apiSignIn } from './meta.ts'
import type { Parley } from './parley.ts'
import { accounts } from './sessions.ts'

/** Decides something for the whole workspace, which all tests of a worker share: what it was is to be set again. */
export async function setSetting(parley: Parley, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const { token } = await apiSignIn(parley, accounts.admin)
  const answer = await fetch(`${parley.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings }),
  })
  if (!answer.ok) throw new Error(`The settings were answered with ${answer.status}`)
}

/** How many conversations somebody may have at once, whoever they are unless a name is given. */
export async function setCapacity(parley: Parley, capacity: number, name?: string): Promise<void> {
  const { token } = await apiSignIn(parley, accounts.admin)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answered = await fetch(`${parley.url}/api/v1/accounts`, { headers })
  const people = (await answered.json()) as { id: string; name: string }[]
  for (const person of people.filter(one => name === undefined || one.name === name)) {
    const body = JSON.stringify({ max_capacity: capacity })
    const answer = await fetch(`${parley.url}/api/v1/accounts/${person.id}`, {
      method: 'PATCH',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`The capacity of ${person.name} was answered with ${answer.status}`)
  }
}
