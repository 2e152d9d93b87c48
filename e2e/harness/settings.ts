import { apiSignIn } from './meta.ts'
import type { Parley } from './parley.ts'
import { accounts } from './sessions.ts'

/** Changes a setting of the whole workspace. All tests of a worker share it, so the test must restore it. */
export async function setSetting(parley: Parley, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const { token } = await apiSignIn(parley, accounts.admin)
  const answer = await fetch(`${parley.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings }),
  })
  if (!answer.ok) throw new Error(`The settings were answered with ${answer.status}`)
}

/** Sets the maximum of open conversations of an agent, or of all agents if no name is given. */
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
