import type { FastifyRequest } from 'fastify'
import type { BusinessNumber, BusinessNumbers } from './business.ts'
import { GraphRefusal } from './refusals.ts'

type Headers = Pick<FastifyRequest, 'headers'>

/** Whether the token of a call is that of this number. */
export function isTokenOf(
  { headers }: Headers,
  { accessToken }: Pick<BusinessNumber, 'accessToken'>,
): boolean {
  return headers.authorization === `Bearer ${accessToken}`
}

/** @throws GraphRefusal 190 when the token of a call is that of no number */
export function refuseUnknownToken(request: Headers, { all }: BusinessNumbers): void {
  if (all.some(number => isTokenOf(request, number))) return
  throw new GraphRefusal(401, 190, 'Invalid OAuth access token', 'The access token is missing or wrong.')
}

/**
 * The number that a call is made on. To the token of another number it is not there, as at Meta.
 * @throws GraphRefusal 100 with subcode 33
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
export function unknownObject(id: string): GraphRefusal {
  return new GraphRefusal(400, 100, 'Unsupported get request', `Object with ID '${id}' does not exist.`, 33)
}
