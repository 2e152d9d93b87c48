import { afterAll, beforeAll, describe, test } from 'vitest'
import { addAgent } from '../src/agents/accounts.ts'
import { AgentClient } from './models/agent-client.ts'
import { isLong } from './long.ts'
import { actAtRandom } from './models/random-actions.ts'
import { password, type TestServer } from './server.ts'
import { nakato, okello, startWorld, type World } from './models/world.ts'

/** An agent of a department, in a workspace where only supervisors see colleagues' conversations. */
async function bounded(at: TestServer): Promise<AgentClient> {
  const { ann, brian, server } = at
  await ann.get('editPerson', {
    params: { id: brian.id },
    body: { role: 'SUPERVISOR', department: 'Claims' },
  })
  await ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
  const email = 'cleo@parley.example'
  await addAgent(server.writer, { email, password, department: 'Life' })
  return AgentClient.signIn(server.app, at.url, email, password)
}

describe('for an agent whose sight is bounded frames give what a fresh answer gives', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(bounded)
  })
  afterAll(() => world.at.close())

  // Each action moves conversations into a visibility scope and out of it.
  const ofSight: Record<string, (cleo: AgentClient) => Promise<unknown>> = {
    '[Q-176] another department takes a conversation, works on it, and gives it to her': async cleo => {
      const { ann, brian } = world.at
      const id = await world.conversationOf(nakato)
      const begun = { page_id: 'hers', write_no: 1, version: 0, text: 'Begun', quoted_message_id: null }
      await cleo.get('writeMessageDraft', { params: { id }, body: begun })
      await world.compareBetween()
      await world.change(id, { assignee_id: Number(brian.id) })
      await world.compareBetween()
      await world.say(nakato, 'Not for everybody')
      await world.apply('ipp', nakato)
      await world.raiseIssue(nakato, 'Unseen')
      await ann.get('createTicket', { body: { conversation_id: id, title: 'Unseen' } })
      const [message] = (await brian.get('history', { params: { id } })).reply.messages
      const due_at = new Date(world.at.clock.now().getTime() + 3_600_000).toISOString()
      await brian.get('remind', { params: { id: message?.id ?? '' }, body: { due_at } })
      await world.compareBetween()
      await world.change(id, { assignee_id: Number(cleo.id) })
      await world.compareBetween()
      await cleo.get('setConversationTags', { params: { id }, body: { tags: ['hers'] } })
    },
    '[Q-176] what another department has is offered to her, and she rejects it, and takes it': async cleo => {
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.compareBetween()
      await world.offer(okello, cleo.id)
      await world.compareBetween()
      await cleo.get('rejectHandoff', { params: { id } })
      await world.compareBetween()
      await world.offer(okello, cleo.id)
      await cleo.get('acceptHandoff', { params: { id } })
    },
    '[Q-176] she hands on what she has': async cleo => {
      const id = await world.offer(okello, cleo.id)
      await cleo.ask('acceptHandoff', { params: { id } })
      await world.compareBetween()
      await cleo.get('assign', { params: { id }, body: { agent_id: world.at.brian.id } })
      await world.compareBetween()
      await world.at.brian.get('acceptHandoff', { params: { id } })
    },
    '[Q-176] departments, roles and the setting change': async cleo => {
      const { ann, brian } = world.at
      const edit = (body: object) => ann.get('editPerson', { params: { id: cleo.id }, body })
      await world.change(await world.conversationOf(nakato), { assignee_id: Number(brian.id) })
      await world.compareBetween()
      await edit({ department: 'claims' })
      await world.compareBetween({ whole: true })
      await edit({ department: 'Life' })
      await world.compareBetween({ whole: true })
      await edit({ role: 'SUPERVISOR' })
      await world.compareBetween({ whole: true })
      await edit({ role: 'AGENT' })
      await world.compareBetween({ whole: true })
      for (const who of ['everybody', 'supervisors']) {
        await ann.get('changeSettings', { body: { settings: { colleague_conversations: who } } })
        await world.compareBetween({ whole: true })
      }
    },
    '[Q-176] it all happens while her line is cut': async cleo => {
      const [, , console] = world.consoles
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(cleo.id) })
      await world.compare()
      console?.cut()
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.say(okello, 'While she is away')
      await world.change(await world.conversationOf(nakato), { assignee_id: null })
      await console?.connect()
      await world.compare()
      console?.cut()
      await world.at.ann.get('editPerson', { params: { id: cleo.id }, body: { department: 'Claims' } })
      await world.change(id, { assignee_id: Number(world.at.brian.id) })
      await console?.connect()
      await world.compare({ whole: true })
      await world.at.ann.get('editPerson', { params: { id: cleo.id }, body: { department: 'Life' } })
    },
  }
  test.each(Object.entries(ofSight))('%s', async (_, act) => {
    if (world.cleo === null) throw new Error('Nobody is bounded')
    world.at.clock.advance(1)
    await world.status('AVAILABLE')
    await act(world.cleo)
    await world.compare()
  })

  test('everything that was touched by none of these is what it was', () => world.compare({ whole: true }))

  test('random actions with random cuts', { timeout: 1_800_000 }, () => actAtRandom(world, isLong ? 500 : 40))
})
