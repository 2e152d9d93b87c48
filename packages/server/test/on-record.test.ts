import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSamples, type Samples } from './models/samples.ts'
import { startTestServer, type TestServer } from './server.ts'

describe('[Q-165] what agents do is on record', () => {
  let at: TestServer
  let samples: Samples
  beforeAll(async () => {
    at = await startTestServer()
    samples = await makeSamples(at)
  })
  afterAll(() => at.close())

  const newest = async (action: string) => (await at.ann.get('audit', { query: { action } })).reply

  test('the status and the tags of a conversation, with what they were; the same again is nothing', async () => {
    const params = { id: samples.conversationId }
    for (const tags of [['vip'], ['vip'], ['vip', 'claim']])
      await at.brian.get('setConversationTags', { params, body: { tags } })
    expect(await newest('conversation.tags')).toMatchObject([
      { before: { tags: ['vip'] }, after: { tags: ['vip', 'claim'] } },
      {
        by: { id: at.brian.id },
        address: '127.0.0.1',
        on: { noun: 'conversation', id: params.id, name: expect.any(String) },
        before: { tags: [] },
        after: { tags: ['vip'] },
      },
    ])
    for (const status of ['RESOLVED', 'RESOLVED'])
      await at.brian.get('setConversationStatus', { params, body: { status } })
    const changes = await newest('conversation.status')
    expect(changes).toHaveLength(1)
    expect(changes).toMatchObject([{ by: { id: at.brian.id }, after: { status: 'RESOLVED' } }])
  })

  test('the status and the flags of an application', async () => {
    for (const name of ['setIppApplicationStatus', 'setLibApplicationFlags'] as const)
      await at.brian.get(name, samples.of(name))
    expect(await newest('application.status,application.flags')).toMatchObject([
      { action: 'application.flags', before: { id_verified: false }, after: { id_verified: true } },
      {
        action: 'application.status',
        by: { id: at.brian.id },
        before: { status: 'SUBMITTED' },
        after: { status: 'UNDER_REVIEW' },
      },
    ])
  })

  test('who gave a conversation to whom; to take one oneself is in its history alone', async () => {
    const params = { id: samples.conversationId }
    await at.ann.get('assign', { params, body: { agent_id: at.brian.id } })
    await at.ann.get('assign', { params, body: { agent_id: at.ann.id } })
    const entries = await newest('conversation.assigned')
    expect(entries).toHaveLength(1)
    expect(entries).toMatchObject([{ by: { id: at.ann.id }, after: { offered_to: at.brian.id } }])
  })
})
