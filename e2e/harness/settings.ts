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
