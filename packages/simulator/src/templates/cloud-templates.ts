import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isTokenOf, unknownObject } from '../cloud-access.ts'
import { GraphRefusal } from '../refusals.ts'
import type { World } from '../world.ts'

const mostPerPage = 100
const query = z.object({
  limit: z.coerce.number().int().min(1).default(25),
  after: z.string().optional(),
  name: z.string().optional(),
  fields: z.string().optional(),
})

/** GET /{version}/{business account}/message_templates: all templates, a page at a time. */
export function templateList(app: FastifyInstance, { numbers }: World): void {
  app.get<{ Params: { account: string } }>('/:account/message_templates', async request => {
    request.wireName = 'templates'
    const { account } = request.params
    const reached = numbers.all.find(one => one.account.id === account && isTokenOf(request, one))
    if (reached === undefined) throw unknownObject(account)
    const reading = query.safeParse(request.query)
    if (!reading.success) throw new GraphRefusal(400, 100, 'Invalid parameter', 'The query is malformed.')
    const { limit, after, name } = reading.data
    const matching = reached.account.templates
      .all()
      .filter(one => name === undefined || one.name.includes(name))
    const from = after === undefined ? 0 : matching.findIndex(one => cursorOf(one.id) === after) + 1
    if (after !== undefined && from === 0) {
      throw new GraphRefusal(400, 100, 'Invalid parameter', 'The cursor is not one of ours.')
    }
    const data = matching.slice(from, from + Math.min(limit, mostPerPage))
    const [first, last] = [data[0], data.at(-1)]
    const isMore = from + data.length < matching.length
    return {
      data,
      ...(first !== undefined &&
        last !== undefined && {
          paging: {
            cursors: { before: cursorOf(first.id), after: cursorOf(last.id) },
            ...(isMore && { next: `/${account}/message_templates?after=${cursorOf(last.id)}` }),
          },
        }),
    }
  })
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')
