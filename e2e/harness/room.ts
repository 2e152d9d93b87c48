import { expect } from '@playwright/test'
import { apiSignIn } from './meta.ts'
import type { Parley } from './parley.ts'
import { type Account, accounts } from './sessions.ts'

const plenty = 100

/**
 * Lets an agent take more, whatever other tests have given them, and answers how to undo it: the workspace is shared by
 * all tests of a worker, and who is full is offered nothing.
 */
export async function giveRoom(parley: Parley, account: Account): Promise<() => Promise<void>> {
  const { token } = await apiSignIn(parley, accounts.admin)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const people = (await (await fetch(`${parley.url}/api/v1/accounts`, { headers })).json()) as {
    id: string
    email: string
    max_capacity: number
  }[]
  const person = people.find(({ email }) => email === accounts[account].username)
  if (person === undefined) throw new Error(`There is no ${account}`)
  const allow = async (max_capacity: number) => {
    const body = JSON.stringify({ max_capacity })
    const answer = await fetch(`${parley.url}/api/v1/accounts/${person.id}`, {
      method: 'PATCH',
      headers,
      body,
    })
    expect(answer.status).toBe(200)
  }
  await allow(plenty)
  return () => allow(person.max_capacity)
}
