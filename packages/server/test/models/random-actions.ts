import { draws } from '@parley/core/read/readers.fixture'
import { applicationStatuses } from '@parley/core/applications/constants'
import { expireOffers } from '../../src/assignments/offer.ts'
import { currentSeq } from '../../src/live/log.ts'
import { seenOpen } from './applications.ts'
import { unique } from '../server.ts'
import { nakato, type World } from './world.ts'

/** Performs this many random actions in a world, cuts its consoles at random, and compares after every ten. */
export async function actAtRandom(world: World, steps: number): Promise<void> {
  const draw = draws(20_260_302)
  const laterBy = (seconds: number) =>
    new Date(world.at.clock.now().getTime() + seconds * 1_000).toISOString()
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const phones = Array.from({ length: 6 }, (_, index) => `25670000010${index}`)
  for (const phone of phones) await world.say(phone, 'Start')
  const cleos = world.cleo === null ? [] : [Number(world.cleo.id)]
  const late: (() => Promise<void>)[] = []
  const applications: string[] = []
  const anyMessage = async () => {
    const { reply } = await world.at.ann.get('history', {
      params: { id: await world.conversationOf(pick(phones)) },
    })
    return pick(reply.messages)
  }
  const moves: readonly [number, () => Promise<unknown>][] = [
    [6, () => world.say(pick(phones), `Words ${draw().toFixed(3)}`, pick([null, 'Nakato', 'Élodie']))],
    [4, async () => world.send(await world.conversationOf(pick(phones)), `Answer ${draw().toFixed(3)}`)],
    [
      2,
      async () => {
        const { id, conversation_id } = await anyMessage()
        const body = { client_message_id: unique(), content: 'About that', quoted_message_id: id }
        return world.at.ann.ask('send', { params: { id: conversation_id }, body })
      },
    ],
    [
      1,
      () =>
        world.at.simulator.fault(
          pick(['bare-500', 'status-first', 'answer-lost', 'reset', 'webhook-duplicate']),
        ),
    ],
    [1, async () => world.at.ann.ask('takeBack', { params: { id: (await anyMessage()).id } })],
    [2, async () => world.at.ann.ask('retry', { params: { id: (await anyMessage()).id } })],
    [
      2,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('markSeen', {
          params: { id: (await anyMessage()).conversation_id },
        }),
    ],
    [
      2,
      async () => {
        const { id, conversation_id } = await anyMessage()
        return pick([world.at.ann, world.at.brian]).ask('markSeen', {
          params: { id: conversation_id },
          body: { up_to: id },
        })
      },
    ],
    [
      1,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('markSeen', {
          params: { id: (await anyMessage()).conversation_id },
          body: { only: 'mentions' },
        }),
    ],
    [
      1,
      async () =>
        world.change(await world.conversationOf(pick(phones)), {
          assignee_id: pick([null, Number(world.at.ann.id), Number(world.at.brian.id), ...cleos]),
        }),
    ],
    [
      1,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('renameCustomer', {
          params: { id: (await anyMessage()).conversation_id },
          body: { name: pick([null, 'Auma', 'Akello']) },
        }),
    ],
    [
      1,
      async () => {
        const phone = pick(phones)
        await world.setStatus(await world.conversationOf(phone), 'ARCHIVED')
        await world.say(phone, 'A new one')
      },
    ],
    [
      1,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('setConversationStatus', {
          params: { id: (await anyMessage()).conversation_id },
          body: { status: pick(['ACTIVE', 'RESOLVED', 'DORMANT']) },
        }),
    ],
    [
      1,
      () =>
        pick([world.at.ann, world.at.brian]).ask('setOwnStatus', {
          body: {
            status: pick(['AVAILABLE', 'BUSY', 'ON_BREAK']),
            reason: pick([null, 'Lunch']),
            minutes: pick([null, 15]),
          },
        }),
    ],
    [
      1,
      () => pick([world.at.ann, world.at.brian]).ask('setFinishing', { body: { open: pick([true, false]) } }),
    ],
    [
      1,
      async () => {
        const { conversation_id: id } = await anyMessage()
        const agent = pick([world.at.ann, world.at.brian])
        if (draw() < 0.3) await agent.ask('unmarkNoReply', { params: { id } })
        else await agent.ask('markNoReply', { params: { id }, body: { inbound_no: pick([1, 1_000]) } })
      },
    ],
    [
      1,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('snoozeConversation', {
          params: { id: (await anyMessage()).conversation_id },
          body: { until: pick([null, laterBy(1), laterBy(60)]), reason: pick([null, 'The bank answers']) },
        }),
    ],
    [
      1,
      async () => {
        const agent = pick([world.at.ann, world.at.brian])
        const some = await Promise.all(phones.slice(0, 3).map(phone => world.conversationOf(phone)))
        const action = pick([
          { kind: 'status', status: pick(['ACTIVE', 'RESOLVED', 'DORMANT']) },
          { kind: 'add-tag', tag: pick(['vip', 'claim']) },
          { kind: 'snooze', until: pick([null, laterBy(60)]) },
          { kind: 'assign', agent_id: pick([world.at.ann.id, world.at.brian.id]) },
        ])
        const { reply } = await agent.get('changeConversations', { body: { conversation_ids: some, action } })
        const changes = reply.results.flatMap(one =>
          one.outcome === 'done' && one.undo !== null ? [one] : [],
        )
        if (changes.length === 0 || draw() < 0.5) return
        await agent.ask('undoConversations', { body: { changes } })
      },
    ],
    [
      1,
      async () => {
        const [agent, other] = pick([
          [world.at.ann, world.at.brian],
          [world.at.brian, world.at.ann],
        ] as const)
        const some = await Promise.all(phones.slice(0, 3).map(phone => world.conversationOf(phone)))
        const items = some.map(id => ({ conversation_id: id, to: pick([undefined, 'none', other.id]) }))
        return agent.ask('handOver', { body: { items, go_offline: draw() < 0.3 } })
      },
    ],
    [
      1,
      async () => {
        const raised = { conversation_id: await world.conversationOf(pick(phones)), title: 'Random' }
        return world.at.ann.get('createTicket', { body: raised })
      },
    ],
    [
      2,
      async () => {
        const params = { id: await world.newestTicket(pick(phones)) }
        const status = pick(['IN_PROGRESS', 'RESOLVED', 'CLOSED', 'REOPENED'])
        const body = { status, agent_notes: pick([undefined, 'Rang']) }
        return pick([world.at.ann, world.at.brian]).ask('updateTicket', { params, body })
      },
    ],
    [
      1,
      async () => {
        const issue_id = await world.raiseIssue(pick(phones), 'Random')
        const { reply } = await world.at.ann.get('issue', { params: { id: issue_id } })
        await world.send(reply.conversation_id, 'For the issue', { issue_id })
      },
    ],
    [
      3,
      async () => {
        const message = await anyMessage()
        const query = { conversation_id: message.conversation_id }
        const { reply } = await world.at.brian.get('issues', { query })
        if (reply.length === 0) return
        const params = { id: pick(reply).id }
        await world.at.ann.ask('attachMessage', { params, body: { message_id: message.id } })
        await world.at.brian.ask('resolveIssue', { params, body: { resolution_summary: 'Paid' } })
        if (draw() < 0.5) await world.at.brian.ask('reopenIssue', { params, body: { reason: 'Not paid' } })
      },
    ],
    [
      2,
      async () => {
        const params = { id: await world.conversationOf(pick(phones)) }
        const { ann, brian } = world.at
        const body = { client_note_id: unique(), text: 'A note', mentions: pick([[], [ann.id], [brian.id]]) }
        const author = pick([ann, brian])
        const { body: note } = await author.ask('addNote', { params, body })
        const { id } = note as { readonly id?: string }
        if (id === undefined) return
        const sign = { emoji: pick(['👍', '👀']), on: true }
        if (draw() < 0.5) await brian.ask('reactToNote', { params: { id }, body: sign })
        if (draw() < 0.3) await author.ask('removeNote', { params: { id }, body: { of: 'own' } })
        const { id: at } = await anyMessage()
        const due_at = new Date(world.at.clock.now().getTime() + pick([1, 3_600]) * 1_000).toISOString()
        const { body: reminder } = await author.ask('remind', { params: { id: at }, body: { due_at } })
        const { id: promised } = reminder as { readonly id?: string }
        if (promised !== undefined && draw() < 0.5)
          await brian.ask('endReminder', { params: { id: promised } })
        const { reply } = await ann.get('customerNote', { params })
        const text = pick(['', 'Speaks Luganda', 'Calls at noon'])
        await brian.ask('changeCustomerNote', { params, body: { version: reply.version, text } })
      },
    ],
    [
      1,
      async () => {
        const agent = pick([world.at.ann, world.at.brian])
        const filter = { status: pick(['ACTIVE', 'RESOLVED']) }
        const body = { name: pick(['One', 'Two']), scope: pick(['own', 'shared']), filter }
        const { body: view } = await agent.ask('saveView', { body })
        const { id } = view as { readonly id?: string }
        if (id === undefined) return
        await agent.ask('changeView', { params: { id }, body: { name: pick(['Two', 'Three']) } })
        if (draw() < 0.5) await world.at.brian.ask('removeView', { params: { id } })
      },
    ],
    [2, async () => applications.push(await world.apply('ipp', pick([nakato, ...phones])))],
    [
      4,
      async () => {
        if (applications.length === 0) return
        const params = { id: pick(applications) }
        const agent = pick([world.at.ann, world.at.brian])
        const body = { status: pick(applicationStatuses), ...(draw() < 0.5 && { despite: seenOpen }) }
        await agent.ask('setIppApplicationStatus', { params, body })
        if (draw() < 0.3) await agent.ask('addIppApplicationNote', { params, body: { content: 'Rang' } })
        if (draw() < 0.3) {
          const body = { flags: { income_verified: draw() < 0.5 } }
          await agent.ask('setIppApplicationFlags', { params, body })
        }
      },
    ],
    [1, async () => world.at.simulator.read(`+${pick(phones)}`)],
    [
      3,
      async () =>
        pick([world.at.ann, world.at.brian]).ask('assign', {
          params: { id: await world.conversationOf(pick(phones)) },
          body: { agent_id: pick([world.at.ann.id, world.at.brian.id, ...cleos.map(String)]) },
        }),
    ],
    [
      3,
      async () =>
        pick([world.at.ann, world.at.brian]).ask(pick(['acceptHandoff', 'rejectHandoff'] as const), {
          params: { id: await world.conversationOf(pick(phones)) },
        }),
    ],
    [1, () => world.status(pick(['AVAILABLE', 'AVAILABLE', 'OFFLINE']))],
    [1, () => expireOffers(world.at.server.writer)],
    [1, () => pick([world.at.ann, world.at.brian]).ask('readAllNotifications')],
    [
      1,
      async () => {
        const agent = pick([world.at.ann, world.at.brian])
        const { reply } = await agent.get('pollNotifications')
        if (reply.length > 0) await agent.ask('readNotification', { params: { id: pick(reply).id } })
      },
    ],
    [
      2,
      async () => {
        const console = pick(world.consoles)
        if (console.isConnected) console.cut()
        else await console.connect()
      },
    ],
    [
      1,
      async () => {
        const [console] = world.consoles
        if (console?.isConnected) late.push(await console.openLate(await world.conversationOf(pick(phones))))
      },
    ],
  ]
  const bag = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move))
  for (let step = 1; step <= steps; step += 1) {
    if (draw() < 0.5) world.at.clock.advance(pick([0.001, 1, 2]))
    await pick(bag)()
    if (step % 10 !== 0) continue
    for (const agent of [world.at.ann, world.at.brian, world.cleo]) await agent?.renew()
    for (const console of world.consoles) if (!console.isConnected) await console.connect()
    const before = await currentSeq(world.at.database.db)
    for (const console of world.consoles) await console.reach(before)
    for (const install of late.splice(0)) await install()
    await world.compare({ whole: step % 50 === 0 })
  }
}
