import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

describe('[Q-248] a reply in an unassigned conversation', () => {
  let at: TestServer
  let id: string
  let phones = 0
  beforeAll(async () => {
    at = await startTestServer({ repliesTake: 'unassigned' })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.database.db.updateTable('agents').set({ status: 'AVAILABLE', max_capacity: 50 }).execute()
    id = await newConversation()
  })

  const newConversation = async (): Promise<string> => {
    const phone = `25674${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    return reply[0]?.id ?? ''
  }
  const row = async () => {
    const { reply } = await at.ann.get('conversations', { query: { conversation_id: id } })
    const [found] = reply
    if (found === undefined) throw new Error(`No conversation ${id}`)
    return found
  }
  const body = (more: object = {}) => ({ client_message_id: unique(), content: 'Good morning', ...more })
  const say = (by = at.ann, more: object = {}) => by.get('send', { params: { id }, body: body(more) })
  const setting = (replies_take: 'unassigned' | 'nothing') =>
    at.ann.get('changeSettings', { body: { settings: { replies_take } } })
  const offerTo = (agent_id: string) => at.ann.get('assign', { params: { id }, body: { agent_id } })
  const history = async () =>
    (await at.ann.get('assignmentHistory', { params: { id } })).reply.assignment_history

  test('assigns it to the replying agent, on record in the history', async () => {
    await say()
    expect((await row()).agent).toMatchObject({ id: at.ann.id })
    expect(await history()).toHaveLength(1)
    await say(at.brian)
    expect((await row()).agent).toMatchObject({ id: at.ann.id })
    expect(await history()).toHaveLength(1)
  })

  test('assigns beyond the agent’s capacity too', async () => {
    await at.database.db.updateTable('agents').set({ max_capacity: 0 }).execute()
    await say()
    expect((await row()).agent).toMatchObject({ id: at.ann.id })
  })

  test('does not assign to an unavailable agent', async () => {
    await at.database.db
      .updateTable('agents')
      .set({ status: 'BUSY' })
      .where('id', '=', Number(at.ann.id))
      .execute()
    await say()
    expect((await row()).agent).toBeNull()
  })

  test('accepts the agent’s own offer, and leaves a colleague’s', async () => {
    await offerTo(at.brian.id)
    await say(at.ann)
    expect(await row()).toMatchObject({ agent: null, offer: { agent_id: at.brian.id } })
    await say(at.brian)
    expect(await row()).toMatchObject({ agent: { id: at.brian.id }, offer: null })
  })

  test('does not assign a resolved conversation', async () => {
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    await say()
    expect((await row()).agent).toBeNull()
  })

  test('a refused reply assigns nothing; a repeated client id is no second reply', async () => {
    const refused = await at.ann.ask('send', { params: { id }, body: body({ quoted_message_id: '1' }) })
    expect(refused.status).not.toBe(200)
    expect((await row()).agent).toBeNull()
    const click = body()
    await at.ann.get('send', { params: { id }, body: click })
    await at.ann.get('send', { params: { id }, body: click })
    expect(await history()).toHaveLength(1)
  })

  test('of two concurrent replies one assigns', async () => {
    await Promise.all([say(at.ann), say(at.brian)])
    expect((await row()).agent).not.toBeNull()
    expect(await history()).toHaveLength(1)
  })

  test('concurrent claims and replies do not deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, newConversation))
    await Promise.all(
      ids.flatMap(one => [
        at.ann.ask('send', { params: { id: one }, body: body() }),
        at.brian.ask('acceptHandoff', { params: { id: one } }),
        at.brian.ask('send', { params: { id: one }, body: body() }),
        at.ann.ask('acceptHandoff', { params: { id: one } }),
      ]),
    )
    for (const one of ids) {
      id = one
      expect((await row()).agent).not.toBeNull()
    }
  })

  test('does not assign where the workspace’s setting says so, which every agent can read', async () => {
    expect((await at.brian.get('capabilities')).reply.replies_take).toBe('unassigned')
    await setting('nothing')
    expect((await at.brian.get('capabilities')).reply.replies_take).toBe('nothing')
    await say()
    expect((await row()).agent).toBeNull()
    await setting('unassigned')
    await eventually('it to count again', async () => {
      await say()
      return (await row()).agent !== null
    })
  })
})
