import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { waitsByOwner } from './dashboard.ts'

describe('who waits, once a conversation was resolved', () => {
  let at: TestServer
  let phones = 0
  let phone: string
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const says = async () => {
    const seconds = Math.floor(at.clock.now().getTime() / 1000)
    const messages = [text(phone, `wamid.${unique()}`, 'Is it paid?', seconds)]
    expect(await at.webhook(envelope({ messages }))).toBe(200)
  }
  const set = (status: string) => at.ann.get('setConversationStatus', { params: { id }, body: { status } })
  /** Sends an answer. @returns its response time in seconds */
  const answers = async () =>
    (await at.ann.get('send', { params: { id }, body: { client_message_id: unique(), content: 'It is' } }))
      .reply.response_time_seconds
  /** The waiting conversations of the first owner, and the longest wait in seconds; null: nobody waits. */
  const waited = async () => {
    const [wait] = await waitsByOwner(at.database.db, at.clock.now())
    return wait === undefined
      ? null
      : { waiting: wait.waiting, seconds: Math.round(wait.longest_minutes * 60) }
  }

  beforeEach(async () => {
    phone = `25674${String((phones += 1)).padStart(7, '0')}`
    await says()
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    id = reply[0]?.id ?? ''
    at.clock.advance(20)
  })

  test.each(['RESOLVED', 'ARCHIVED'])(
    '[Q-135 Q-158] nobody waits in a conversation that is %s',
    async status => {
      expect(await waited()).toEqual({ waiting: 1, seconds: 20 })
      await set(status)
      expect(await waited()).toBeNull()
    },
  )

  test('[Q-158] the wait of before does not outlive RESOLVED: the next message starts its own', async () => {
    await set('RESOLVED')
    at.clock.advance(30)
    await says()
    at.clock.advance(10)
    await says()
    at.clock.advance(2)
    expect(await waited()).toEqual({ waiting: 1, seconds: 12 })
    expect(await answers()).toBe(12)
    expect(await waited()).toBeNull()
  })

  test('[Q-158] an answer in a resolved conversation has no response time, and ends the wait of before', async () => {
    await set('RESOLVED')
    expect(await answers()).toBeNull()
    await set('ACTIVE')
    expect(await waited()).toBeNull()
  })

  test('[Q-158] resolved by mistake and set back by hand, the wait runs on from its old start', async () => {
    await set('RESOLVED')
    at.clock.advance(5)
    await set('ACTIVE')
    expect(await waited()).toEqual({ waiting: 1, seconds: 25 })
    at.clock.advance(1)
    expect(await answers()).toBe(26)
  })
})
