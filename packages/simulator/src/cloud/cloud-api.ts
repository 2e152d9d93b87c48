import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type BusinessNumber, calledNumber, checkToken, isTokenOf, unknownObject } from '../business.ts'
import { messagesCall } from './messages.ts'
import { mediaBytes, mediaDeletion, mediaLookup, mediaUpload } from './media.ts'
import { answerGraphErrors, GraphError } from '../errors.ts'
import { logRequests } from '../wire.ts'
import type { World } from '../world.ts'

/** Calls and answers are the same since this version. */
const oldestVersion = 19

/** The part that servers talk to: Meta's paths, tokens and errors. */
export async function cloudApi(app: FastifyInstance, world: World): Promise<void> {
  const { apiVersion } = world.options
  answerGraphErrors(app, world.ids.trace)
  logRequests(app, world.log)
  await app.register(multipart)

  app.addHook('onRequest', async (request: FastifyRequest) => {
    checkToken(request, world.numbers)
    if (world.faults.take('token-expired')) {
      const title = 'Error validating access token'
      throw new GraphError(190, 'The session has expired.', { title, subcode: 463 })
    }
  })
  mediaBytes(app, world)

  await app.register(
    async versioned => {
      versioned.addHook('onRequest', async (request: FastifyRequest<{ Params: { version: string } }>) => {
        const { version } = request.params
        if (version === apiVersion || Number(version.slice(1)) >= oldestVersion) return
        throw new GraphError(2635, `The versions are ${apiVersion}, and v${oldestVersion}.0 and later.`)
      })
      numberLookup(versioned, world)
      businessProfile(versioned, world)
      mediaLookup(versioned, world)
      mediaDeletion(versioned, world)
      templateList(versioned, world)
      messagesCall(versioned, world)
      mediaUpload(versioned, world)
    },
    { prefix: '/:version(^v\\d+\\.\\d+$)' },
  )
}

/** GET /{version}/{number}: a business number, as its owner sees it. */
function numberLookup(app: FastifyInstance, { numbers }: World): void {
  for (const number of numbers.all) {
    app.get(`/${encodeURIComponent(number.id)}`, async request => {
      request.wireName = 'number lookup'
      if (!isTokenOf(request, number)) throw unknownObject(number.id)
      const { id, name, displayPhoneNumber, quality, status } = number
      return {
        verified_name: name,
        display_phone_number: displayPhoneNumber,
        quality_rating: quality,
        status,
        health_status: healthOf(number),
        id,
      }
    })
  }
}

const restricted = {
  error_code: 141010,
  error_description: 'The account is restricted for a breach of policy.',
  possible_solution: 'Ask for a review in the Business Support Home.',
}

function healthOf({ id, account: { id: accountId, sending } }: BusinessNumber): object {
  const number = { entity_type: 'PHONE_NUMBER', id, can_send_message: 'AVAILABLE' }
  const account = { entity_type: 'WABA', id: accountId, can_send_message: sending }
  const why = sending === 'AVAILABLE' ? {} : { errors: [restricted] }
  return { can_send_message: sending, entities: [number, { ...account, ...why }] }
}

const Profile = z.object({
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.string().max(128).optional(),
  websites: z.array(z.string().max(256)).max(2).optional(),
  vertical: z.string().max(64).optional(),
})
const ProfileChange = Profile.extend({ messaging_product: z.literal('whatsapp') })

type Call = { Params: { number: string } }

/** GET and POST /{version}/{phone number id}/whatsapp_business_profile: the public profile of a number. */
function businessProfile(app: FastifyInstance, { numbers }: World): void {
  const profiles = new Map<string, z.output<typeof Profile>>()
  const path = '/:number/whatsapp_business_profile'
  app.get<Call>(path, async request => {
    request.wireName = 'business profile'
    const { id } = calledNumber(request, numbers)
    return { data: [{ ...profiles.get(id), messaging_product: 'whatsapp' }] }
  })
  app.post<Call>(path, async request => {
    request.wireName = 'business profile change'
    const { id } = calledNumber(request, numbers)
    const asked = ProfileChange.safeParse(request.body)
    if (!asked.success) {
      const [issue] = asked.error.issues
      throw new GraphError(100, `${issue?.path.join('.')}: ${issue?.message}`)
    }
    const { messaging_product: _, ...change } = asked.data
    profiles.set(id, { ...profiles.get(id), ...change })
    return { success: true }
  })
}

const mostPerPage = 100
const query = z.object({
  limit: z.coerce.number().int().min(1).default(25),
  after: z.string().optional(),
  name: z.string().optional(),
  fields: z.string().optional(),
})

/** GET /{version}/{business account}/message_templates: all templates, a page at a time. */
function templateList(app: FastifyInstance, { numbers }: World): void {
  app.get<{ Params: { account: string } }>('/:account/message_templates', async request => {
    request.wireName = 'templates'
    const { account } = request.params
    const reached = numbers.all.find(one => one.account.id === account && isTokenOf(request, one))
    if (reached === undefined) throw unknownObject(account)
    const reading = query.safeParse(request.query)
    if (!reading.success) throw new GraphError(100, 'The query is malformed.')
    const { limit, after, name } = reading.data
    const { templates } = reached.account
    const matching = templates.filter(one => name === undefined || one.name.includes(name))
    const from = after === undefined ? 0 : matching.findIndex(one => cursorOf(one.id) === after) + 1
    if (after !== undefined && from === 0) throw new GraphError(100, 'The cursor is unknown.')
    const data = matching.slice(from, from + Math.min(limit, mostPerPage))
    const [first, last] = [data[0], data.at(-1)]
    if (first === undefined || last === undefined) return { data }
    const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
    const isMore = from + data.length < matching.length
    const next = `/${account}/message_templates?after=${cursors.after}`
    return { data, paging: { cursors, ...(isMore && { next }) } }
  })
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')
