import type { FastifyRequest } from 'fastify'
import { GraphError } from './errors.ts'
import { insurerTemplates, type SimulatedTemplate } from './templates.ts'

export const qualities = ['GREEN', 'YELLOW', 'RED'] as const
export const numberStatuses = ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'BANNED'] as const
export const sendings = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const

/** A business account. Meta restricts an account with all of its numbers. */
export type BusinessAccount = {
  id: string
  templates: SimulatedTemplate[]
  sending: (typeof sendings)[number]
}

/** The settings of a number at the start. */
export type NumberSeed = {
  /** Meta's phone_number_id. */
  id: string
  /** In digits. */
  displayPhoneNumber: string
  name: string
  accessToken: string
  accountId: string
}

/** A number of the business: customers have a chat with each. */
export type BusinessNumber = Omit<NumberSeed, 'accountId'> & {
  account: BusinessAccount
  quality: (typeof qualities)[number]
  status: (typeof numberStatuses)[number]
}

/** Keeps the ids of templates different in each account, as Meta does. */
const templateIdsApart = 1_000

export type BusinessNumbers = ReturnType<typeof businessNumbersOf>

/** The numbers of the app, in good standing, and their accounts, each with the insurer's templates. */
export function businessNumbersOf([first, ...more]: readonly [NumberSeed, ...NumberSeed[]]) {
  const accounts: BusinessAccount[] = []

  function accountOf(id: string): BusinessAccount {
    const known = accounts.find(one => one.id === id)
    if (known) return known
    const templates = structuredClone(insurerTemplates).map(one => ({
      ...one,
      id: String(Number(one.id) + accounts.length * templateIdsApart),
    }))
    const account: BusinessAccount = { id, templates, sending: 'AVAILABLE' }
    accounts.push(account)
    return account
  }
  const numberOf = ({ accountId, ...seed }: NumberSeed): BusinessNumber => ({
    ...seed,
    account: accountOf(accountId),
    quality: 'GREEN',
    status: 'CONNECTED',
  })
  const firstNumber = numberOf(first)
  const all = [firstNumber, ...more.map(numberOf)]
  return { first: firstNumber, all, accounts, find: (id: string) => all.find(number => number.id === id) }
}

type Headers = Pick<FastifyRequest, 'headers'>

/** Whether the token of a call is that of this number. */
export function isTokenOf(
  { headers }: Headers,
  { accessToken }: Pick<BusinessNumber, 'accessToken'>,
): boolean {
  return headers.authorization === `Bearer ${accessToken}`
}

/** @throws GraphError 190 when the token of a call is that of no number */
export function checkToken(request: Headers, { all }: BusinessNumbers): void {
  if (!all.some(number => isTokenOf(request, number)))
    throw new GraphError(190, 'The access token is missing or wrong.')
}

/**
 * The number that a call is made on. To the token of another number it does not exist, as at Meta.
 * @throws GraphError 100 with subcode 33
 */
export function calledNumber(
  request: Headers & { params: { number: string } },
  numbers: BusinessNumbers,
): BusinessNumber {
  const number = numbers.find(request.params.number)
  if (number && isTokenOf(request, number)) return number
  throw unknownObject(request.params.number)
}

/** An unknown id, as Graph says it. */
export function unknownObject(id: string): GraphError {
  const title = 'Unsupported get request'
  return new GraphError(100, `Object with ID '${id}' does not exist.`, { title, subcode: 33 })
}
