import type { FastifyRequest } from 'fastify'
import { GraphError } from './errors.ts'
import { insurerTemplates, type SimulatedTemplate, type TemplateBook, templateBookOf } from './templates.ts'

/** A business account: holds templates. Meta restricts an account with all of its numbers. */
export type BusinessAccount = {
  id: string
  templates: TemplateBook
  sending: NumberStanding['sending']
}

/** A number of the business: customers have a chat with each. */
export type BusinessNumber = {
  /** Meta's phone_number_id. */
  id: string
  /** In digits. */
  displayPhoneNumber: string
  name: string
  accessToken: string
  account: BusinessAccount
  quality: NumberStanding['quality']
  status: NumberStanding['status']
}

/** The settings of a number at the start. */
export type NumberSeed = Pick<BusinessNumber, 'id' | 'displayPhoneNumber' | 'name' | 'accessToken'> & {
  accountId: string
}

/** The numbers of the app, of one business account or several. */
export type BusinessNumbers = {
  first: BusinessNumber
  all: readonly BusinessNumber[]
  find: (id: string) => BusinessNumber | undefined
  accounts: readonly BusinessAccount[]
}

/** Ids of templates are Meta's own, never the same in two accounts. */
const templateIdsApart = 1_000

/** Every number begins in good standing, every account with the insurer's templates; `changed` gets each changed template. */
export function businessNumbersOf(
  [first, ...more]: readonly [NumberSeed, ...NumberSeed[]],
  changed: (accountId: string, template: SimulatedTemplate) => void,
): BusinessNumbers {
  const accounts = new Map<string, BusinessAccount>()

  function accountOf(id: string): BusinessAccount {
    const known = accounts.get(id)
    if (known) return known
    const apart = accounts.size * templateIdsApart
    const seeds = insurerTemplates.map(one => ({ ...one, id: String(Number(one.id) + apart) }))
    const templates = templateBookOf(seeds, template => changed(id, template))
    const account: BusinessAccount = { id, templates, sending: 'AVAILABLE' }
    accounts.set(id, account)
    return account
  }
  const made = ({ accountId, ...seed }: NumberSeed): BusinessNumber => ({
    ...seed,
    account: accountOf(accountId),
    quality: 'GREEN',
    status: 'CONNECTED',
  })
  const firstNumber = made(first)
  const all = [firstNumber, ...more.map(made)]
  return {
    first: firstNumber,
    all,
    find: id => all.find(number => number.id === id),
    accounts: [...accounts.values()],
  }
}

export const qualities = ['GREEN', 'YELLOW', 'RED'] as const
export const standings = ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'BANNED'] as const
export const sendings = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const

/** Meta's verdict on a business number; `sending` is its account's. */
type NumberStanding = {
  quality: (typeof qualities)[number]
  status: (typeof standings)[number]
  sending: (typeof sendings)[number]
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
export function refuseUnknownToken(request: Headers, { all }: BusinessNumbers): void {
  if (all.some(number => isTokenOf(request, number))) return
  throw new GraphError(401, 190, 'Invalid OAuth access token', 'The access token is missing or wrong.')
}

/**
 * The number that a call is made on. To the token of another number it is not there, as at Meta.
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

/** An id that leads nowhere, as Graph says it. */
export function unknownObject(id: string): GraphError {
  return new GraphError(400, 100, 'Unsupported get request', `Object with ID '${id}' does not exist.`, 33)
}
