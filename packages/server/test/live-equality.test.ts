import { applicationStatuses } from '@parley/core/applications/constants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../src/agents/accounts.ts'
import { agentOfEmail } from '../src/agents/queries.ts'
import { expireOffers, sweepGone } from '../src/assignments/offer.ts'
import { endSnoozes } from '../src/conversations/snooze.ts'
import { markClosing } from '../src/conversations/reach.ts'
import { tellReminders } from '../src/reminders/tell.ts'
import { seenOpen } from './models/applications.ts'
import { disable } from './models/departure.ts'
import { actAtRandom } from './models/random-actions.ts'
import { isLong } from './long.ts'
import { unique } from './server.ts'
import { eventually } from './wait.ts'
import { envelope, statusWebhook, text, textWebhook } from './models/webhooks.ts'
import { nakato, newcomer, okello, png, startWorld, type World } from './models/world.ts'

describe('for two agents frames give what a fresh answer gives', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.at.close())

  const actions: Record<string, () => Promise<unknown>> = {
    // The list of two rows caches neither this conversation nor the one before it.
    'a conversation behind the first page changes': async () => {
      const id = await world.conversationOf(nakato)
      await world.change(id, { assignee_id: Number(world.at.brian.id) })
      await world.compareBetween()
      await world.change(id, { assignee_id: null })
    },
    '[WS-03 WS-04 CONV-03] a customer writes': () => world.say(nakato, 'And another thing: é'),
    '[CONV-03] a new customer writes': () => world.say(newcomer, 'First', null),
    'a customer’s name becomes known': async () => {
      await world.say('256700000010', 'Nobody knows me', null)
      await world.compareBetween()
      await world.say('256700000010', 'Now they do', 'Élise')
    },
    '[Q-326] a customer’s name follows the profile, is set by an agent, and is the profile’s again':
      async () => {
        const params = { id: await world.conversationOf(okello) }
        await world.say(okello, 'A new profile', 'Okello J.')
        await world.compareBetween()
        for (const name of ['Okello Julius', null]) {
          await world.at.brian.get('renameCustomer', { params, body: { name } })
          await world.compareBetween()
          await world.say(okello, 'Another profile', `After ${name}`)
          await world.compareBetween()
        }
      },
    'an agent answers, and the ticks rise': async () => {
      await world.at.simulator.connection(`+${nakato}`, true)
      const id = await world.send(await world.conversationOf(nakato), 'An answer')
      await world.becomes(id, 'delivered')
      await world.compareBetween()
      await world.at.simulator.read(`+${nakato}`)
      await world.becomes(id, 'read')
    },
    'a message fails, and is tried again': async () => {
      await world.at.simulator.fault('bare-500')
      const id = await world.send(await world.conversationOf(nakato), 'Lost?')
      await world.becomes(id, 'unknown')
      await world.compareBetween()
      await world.at.ann.get('retry', { params: { id } })
      await world.becomes(id, 'delivered')
    },
    'WhatsApp refuses a message later': async () => {
      await world.at.simulator.connection(`+${nakato}`, false)
      const id = await world.send(await world.conversationOf(nakato), 'Refused')
      await world.becomes(id, 'sent')
      const attempt = await world.at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      const errors = [{ code: 131026, title: 'Undeliverable' }]
      expect(await world.at.webhook(statusWebhook(attempt.wamid ?? '', 'failed', { errors }))).toBe(200)
      await world.becomes(id, 'failed')
    },
    'an agent answers with a file': async () => {
      await world.at.simulator.connection(`+${nakato}`, true)
      const id = await world.send(await world.conversationOf(nakato), 'See this', {
        document_id: await world.upload(),
      })
      await world.becomes(id, 'delivered')
    },
    'a picture comes and is fetched': async () => {
      await world.at.simulator.write(`+${okello}`, {
        type: 'image',
        data_base64: png,
        filename: 'pixel.png',
        mime_type: 'image/png',
      })
      await eventually('the picture to be there', async () => {
        const id = await world.conversationOf(okello)
        const { reply } = await world.at.ann.get('history', { params: { id } })
        return reply.messages.some(message => message.attachments.some(file => file.state === 'ready'))
      })
    },
    'a message is answered by name, from both sides, and what is quoted changes': async () => {
      const phone = '256700000011'
      const [withheld, later] = [`wamid.${unique()}`, `wamid.${unique()}`]
      const hidden = { from: phone, id: withheld, timestamp: '1772441900', type: 'unsupported' }
      await world.at.webhook(envelope({ messages: [{ ...hidden, errors: [{ code: 131060 }] }] }))
      const quoting = (body: string, id: string) => ({
        ...text(phone, `wamid.${unique()}`, body),
        context: { id, forwarded: true },
      })
      const messages = [quoting('About that', withheld), quoting('About what comes', later)]
      await world.at.webhook(envelope({ messages }))
      await world.compareBetween()
      // A console with few cached messages does not have the quoted message.
      for (const words of ['One', 'Two', 'Three']) await world.say(phone, words, null)
      await world.at.webhook(envelope({ messages: [text(phone, later, 'It comes')] }))
      await world.compareBetween()
      const id = await world.conversationOf(phone)
      const { reply } = await world.at.ann.get('history', { params: { id } })
      const quoted_message_id = reply.messages.find(({ content }) => content === 'It comes')?.id
      await world.send(id, 'An answer to it', { quoted_message_id })
      await world.compareBetween()
      await world.at.webhook(textWebhook(phone, withheld, 'What was withheld', null))
      await world.compareBetween()
      await world.say(phone, 'My name', 'Namatovu')
    },
    'a customer reacts, edits and deletes, in and out of order': async () => {
      const phone = '256700000012'
      const [first, second] = [`wamid.${unique()}`, `wamid.${unique()}`]
      const change = (type: string, content: object, after: number) => ({
        from: phone,
        id: `wamid.${unique()}`,
        timestamp: String(1_772_441_900 + after),
        type,
        [type]: content,
      })
      const reaction = (message_id: string, emoji: string, after: number) =>
        change('reaction', { message_id, emoji }, after)
      const edit = (original_message_id: string, body: string, after: number) =>
        change('edit', { original_message_id, message: { type: 'text', text: { body } } }, after)
      const revoke = (original_message_id: string) => change('revoke', { original_message_id }, 90)
      const come = async (...messages: readonly object[]) => {
        await world.at.webhook(envelope({ messages }))
        await world.compareBetween()
      }
      await come(reaction(first, '👍', 5), revoke(second))
      await come(text(phone, first, 'Read me'))
      await come({ ...text(phone, `wamid.${unique()}`, 'About it'), context: { id: first } })
      await come(edit(first, 'Read mé', 6))
      await come(reaction(first, '', 7), edit(first, 'Read mine', 8))
      await come(text(phone, second, 'Gone'))
      await come(revoke(first), reaction(second, '🙏', 9))
    },
    '[Q-225] an agent begins to answer, goes on, sends, and empties a box': async () => {
      const { ann } = world.at
      const [id, other] = [await world.conversationOf(nakato), await world.conversationOf(okello)]
      const step = (write_no: number) => ({ page_id: `page ${unique()}`, write_no, version: 0 })
      const first = step(1)
      const write = (at: string, by: ReturnType<typeof step>, text: string, quoted: string | null = null) =>
        ann.get('writeMessageDraft', { params: { id: at }, body: { ...by, text, quoted_message_id: quoted } })
      const { reply } = await ann.get('history', { params: { id: other } })
      const quoted = reply.messages.find(message => message.direction === 'INBOUND')?.id ?? null
      await write(id, first, 'Good')
      await write(other, { ...first }, '', quoted)
      await world.compareBetween()
      await write(id, { ...first, write_no: 2 }, 'Good day')
      await world.compareBetween()
      await world.send(id, 'Good day', { draft: { ...first, write_no: 3 } })
      await write(other, { ...first, write_no: 4 }, '')
    },
    '[API-22] the first agent has seen some, then all': async () => {
      const id = await world.conversationOf(nakato)
      const { reply } = await world.at.ann.get('history', { params: { id } })
      const first = reply.messages.find(message => message.inbound_no === 1)
      await world.at.ann.get('markSeen', { params: { id }, body: { up_to: first?.id } })
      await world.compareBetween()
      await world.at.ann.get('markSeen', { params: { id } })
    },
    '[API-22] the second agent has seen all': async () => {
      await world.at.brian.get('markSeen', { params: { id: await world.conversationOf(nakato) } })
    },
    '[Q-017] an agent sets each status, and the tags': async () => {
      const id = await world.conversationOf(okello)
      for (const status of ['RESOLVED', 'DORMANT', 'ARCHIVED', 'ACTIVE'] as const) {
        await world.setStatus(id, status)
        await world.compareBetween()
      }
      await world.at.brian.get('setConversationTags', { params: { id }, body: { tags: ['vip', 'é'] } })
    },
    '[API-43] a ticket is raised, and a second one': async () => {
      const raised = { conversation_id: await world.conversationOf(okello), title: 'First' }
      await world.at.ann.get('createTicket', { body: raised })
      await world.compareBetween()
      world.at.clock.advance(1)
      await world.at.brian.get('createTicket', { body: { ...raised, title: 'Second', status: 'ASSIGNED' } })
    },
    '[API-41 API-42] a ticket is edited': async () => {
      const params = { id: await world.newestTicket(okello) }
      const body = { title: 'Edited', agent_notes: 'Rang', status: 'IN_PROGRESS' }
      await world.at.brian.get('updateTicket', { params, body })
      await world.compareBetween()
      await world.at.ann.get('setTicketPriority', { params, body: { priority: 'URGENT' } })
    },
    '[TICKET-25] a ticket is resolved, and the other one stands for the conversation': async () => {
      const params = { id: await world.newestTicket(okello) }
      await world.at.ann.get('updateTicket', { params, body: { status: 'RESOLVED' } })
      await world.compareBetween()
      await world.at.ann.get('updateTicket', { params, body: { resolution: 'Paid' } })
      await world.compareBetween()
      await world.at.ann.get('closeTicket', { params })
      await world.compareBetween()
      await world.at.brian.get('reopenTicket', { params, body: { reason: 'Not paid' } })
    },
    '[ISSUE-04 ISSUE-05 ISSUE-07] an issue is raised, resolved and reopened': async () => {
      const params = { id: await world.raiseIssue(nakato, 'First') }
      await world.compareBetween()
      await world.raiseIssue(nakato, 'Second')
      await world.compareBetween()
      await world.at.brian.get('resolveIssue', { params, body: { resolution_summary: 'Paid' } })
      await world.compareBetween()
      await world.at.ann.get('reopenIssue', { params, body: { reason: 'Not paid' } })
    },
    '[Q-223] a note is written, edited, answered with signs and deleted': async () => {
      const conversation = { id: await world.conversationOf(nakato) }
      const { ann, brian } = world.at
      const body = { client_note_id: unique(), text: 'Ask @brian', mentions: [brian.id] }
      const params = { id: (await ann.get('addNote', { params: conversation, body })).reply.id }
      await world.compareBetween()
      await brian.get('reactToNote', { params, body: { emoji: '👀', on: true } })
      await ann.get('reactToNote', { params, body: { emoji: '👀', on: true } })
      await world.compareBetween()
      await brian.get('reactToNote', { params, body: { emoji: '👀', on: false } })
      await ann.get('editNote', { params, body: { text: 'Asked é', mentions: [] } })
      await world.compareBetween()
      await ann.get('addNote', { params: conversation, body: { client_note_id: unique(), text: 'Two' } })
      await ann.get('removeNote', { params, body: { of: 'own' } })
    },
    '[Q-242] a reminder is set, changed, told of and done': async () => {
      const { at } = world
      const id = await world.conversationOf(nakato)
      const { reply } = await at.ann.get('history', { params: { id } })
      const params = { id: reply.messages[0]?.id ?? '' }
      const due = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1_000).toISOString()
      const later = { due_at: due(3_600), text: 'Call back' }
      const reminder = (await at.brian.get('remind', { params, body: later })).reply
      await at.ann.get('remind', { params, body: { due_at: due(7_200) } })
      await world.compareBetween()
      await at.brian.get('remind', { params, body: { due_at: due(60), text: 'é' } })
      await world.compareBetween()
      at.clock.advance(61)
      await tellReminders(at.server.writer)
      await world.compareBetween()
      await at.ann.get('endReminder', { params: { id: reminder.id } })
    },
    '[API-24 COMP-11] messages are attached to an issue, old ones and a new one': async () => {
      const params = { id: await world.raiseIssue(okello, 'With messages') }
      const conversation = await world.conversationOf(okello)
      const { reply } = await world.at.ann.get('history', { params: { id: conversation } })
      for (const message of reply.messages.slice(0, 2)) {
        await world.at.brian.get('attachMessage', { params, body: { message_id: message.id } })
      }
      await world.compareBetween()
      await world.send(conversation, 'About your issue', { issue_id: params.id })
    },
    '[DATA-33 CDET-17 WS-04] an application arrives, and one of somebody else': async () => {
      await world.apply('ipp', nakato)
      await world.apply('lib', nakato)
      await world.compareBetween()
      await world.apply('ipp', okello)
    },
    '[APPD-09 APPD-11 DATA-44] its status, its flags and its notes change': async () => {
      const params = { id: await world.apply('ipp', nakato) }
      await world.compareBetween()
      for (const status of applicationStatuses) {
        world.at.clock.advance(1)
        const body = { status, notes: status, despite: seenOpen }
        await world.at.ann.get('setIppApplicationStatus', { params, body })
      }
      await world.at.brian.get('addIppApplicationNote', { params, body: { content: 'Called' } })
      await world.compareBetween()
      await world.at.brian.get('setIppApplicationFlags', { params, body: { flags: { id_verified: true } } })
    },
    'a conversation is given to an agent, a colleague works on it, and it is taken away': async () => {
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.compareBetween()
      const { ann, brian } = world.at
      const params = { id: await world.newestTicket(okello) }
      const kinds = async () => (await ann.get('pollNotifications')).reply.map(notice => notice.type)
      await brian.get('updateTicket', { params, body: { status: 'IN_PROGRESS' } })
      await brian.get('setConversationStatus', { params: { id }, body: { status: 'DORMANT' } })
      expect(await kinds()).toEqual(expect.arrayContaining(['status', 'ticket']))
      await world.compareBetween()
      await brian.get('updateTicket', { params, body: { agent_notes: 'Rang again' } })
      await world.compareBetween()
      await ann.get('closeTicket', { params })
      await ann.get('setConversationStatus', { params: { id }, body: { status: 'ACTIVE' } })
      expect(await kinds()).not.toEqual(expect.arrayContaining(['ticket']))
      await world.compareBetween()
      await world.change(id, { assignee_id: null })
    },
    '[Q-221] a conversation is put off, and is back at its time, by hand, or as its customer writes':
      async () => {
        const { ann, brian, clock, server } = world.at
        const id = await world.conversationOf(okello)
        const putOff = (until: Date | null) =>
          brian.get('snoozeConversation', {
            params: { id },
            body: { until: until?.toISOString() ?? null, reason: 'The bank answers' },
          })
        const inAnHour = () => new Date(clock.now().getTime() + 3_600_000)
        await world.change(id, { assignee_id: Number(ann.id) })
        await putOff(inAnHour())
        await world.compareBetween()
        await putOff(null)
        await world.compareBetween()
        await putOff(inAnHour())
        await world.say(okello, 'No need to wait')
        await world.compareBetween()
        await putOff(new Date(clock.now().getTime() + 1_000))
        clock.advance(2)
        await endSnoozes(server.writer)
        expect((await ann.get('pollNotifications')).reply.map(({ title }) => title)).toContain(
          'Back from snooze',
        )
        await world.compareBetween()
        await world.change(id, { assignee_id: null })
      },
    '[Q-237] a note mentions an agent, who sees it, and another mentions them anew until it is deleted':
      async () => {
        const { ann, brian } = world.at
        const params = { id: await world.conversationOf(okello) }
        const mention = async () =>
          (
            await ann.get('addNote', {
              params,
              body: { client_note_id: unique(), text: 'Look at this', mentions: [brian.id] },
            })
          ).reply.id
        await mention()
        await world.compareBetween()
        await brian.get('markSeen', { params, body: { only: 'mentions' } })
        await world.compareBetween()
        const id = await mention()
        await world.compareBetween()
        await ann.get('removeNote', { params: { id }, body: { of: 'own' } })
      },
    '[Q-222] the window of a conversation begins to close, and the customer writes': async () => {
      const id = await world.conversationOf(okello)
      const wrote = new Date(world.at.clock.now().getTime() - 21 * 3_600_000)
      await world.at.database.db
        .updateTable('conversations')
        .set({ customer_wrote_at: wrote })
        .where('id', '=', Number(id))
        .execute()
      await markClosing(world.at.server.writer)
      await world.compareBetween()
      await world.say(okello, 'Here again')
    },
    '[CONV-02] a resolved and a dormant conversation wake': async () => {
      for (const status of ['RESOLVED', 'DORMANT'] as const) {
        await world.setStatus(await world.conversationOf(okello), status)
        await world.compareBetween()
        await world.say(okello, `After ${status}`)
        await world.compareBetween()
      }
    },
    'a customer with an archived conversation writes anew': async () => {
      await world.setStatus(await world.conversationOf(okello), 'ARCHIVED')
      await world.compareBetween()
      await world.say(okello, 'Hello again')
    },
    'a message that WhatsApp withheld at first': async () => {
      const id = `wamid.${unique()}`
      const ghost = {
        from: okello,
        id,
        timestamp: '1772441900',
        type: 'unsupported',
        errors: [{ code: 131060 }],
      }
      expect(await world.at.webhook(envelope({ messages: [ghost] }))).toBe(200)
      await world.compareBetween()
      expect(await world.at.webhook(textWebhook(okello, id, 'The real words'))).toBe(200)
      const { reply } = await world.at.ann.get('conversations', { query: { search: 'real words' } })
      expect(reply).toHaveLength(1)
    },
    'WhatsApp itself says something': () =>
      world.at.webhook(
        envelope({
          messages: [
            {
              from: okello,
              id: `wamid.${unique()}`,
              timestamp: '1772441900',
              type: 'system',
              system: { body: 'The number changed', type: 'user_changed_number' },
            },
          ],
        }),
      ),
    'an agent becomes available, then offline, then available': async () => {
      await world.status('AVAILABLE')
      await world.compareBetween()
      await world.status('AWAY')
      await world.compareBetween()
      await world.status('AVAILABLE')
    },
    'agents are added, and disabled with what they have and were offered': async () => {
      const email = `${unique()}@parley.example`
      await addAgent(world.at.server.writer, { email, password: 'plums and 7 pears' })
      await world.compareBetween()
      const colleague = { name: 'Élise', email: `${unique()}@parley.example`, password: 'plums and 7 pears' }
      await world.at.ann.get('register', { body: colleague })
      await world.compareBetween()
      const { id } = await agentOfEmail(world.at.database.db, email)
      await world.change(await world.conversationOf(nakato), { assignee_id: id })
      await world.offer(okello, String(id))
      await world.compareBetween()
      await disable(world.at.server.writer, email)
    },
    'a customer nobody has writes, and everybody available hears of it': () => world.say(okello, 'Anybody?'),
    'notices are read, left, all read and cleared': async () => {
      const { ann, brian } = world.at
      await ann.get('notifyAgent', { params: { id: brian.id }, body: { type: 'info', message: 'Lunch?' } })
      await world.compareBetween()
      const [notice] = (await brian.get('pollNotifications')).reply
      await brian.get('readNotification', { params: { id: notice?.id ?? '' } })
      await world.compareBetween()
      await brian.get('readAllNotifications')
      await world.compareBetween()
      await ann.get('clearNotifications')
    },
    'an offer is made, replaced and rejected': async () => {
      await world.offer(okello)
      await world.compareBetween()
      const id = await world.offer(okello)
      await world.compareBetween()
      await world.at.brian.get('rejectHandoff', { params: { id }, body: { reason: 'At lunch' } })
    },
    'an offer is accepted, and the conversation taken over': async () => {
      const id = await world.offer(okello)
      await world.say(okello, 'Still there?')
      await world.compareBetween()
      await world.at.brian.get('acceptHandoff', { params: { id } })
      await world.compareBetween()
      await world.at.ann.get('assign', { params: { id }, body: { agent_id: world.at.ann.id } })
    },
    'a conversation is claimed from the queue': async () => {
      await world.say('256700000011', 'Who takes me?')
      await world.compareBetween()
      await world.at.brian.get('acceptHandoff', {
        params: { id: await world.conversationOf('256700000011') },
      })
    },
    'nobody answers an offer': async () => {
      await world.offer(nakato)
      await world.compareBetween()
      world.at.clock.advance(5 * 60)
      await expireOffers(world.at.server.writer)
    },
    'the agent an offer was made to goes away': async () => {
      await world.offer(nakato)
      await world.compareBetween()
      await world.at.brian.get('setAgentStatus', {
        params: { id: world.at.brian.id },
        body: { status: 'OFFLINE' },
      })
      await world.compareBetween()
      await sweepGone(world.at.server.writer)
    },
    'presence lapses, and comes back with the next ping': async () => {
      world.at.clock.advance(61)
      await sweepGone(world.at.server.writer)
    },
    'an older message comes late': () =>
      world.at.webhook(
        envelope({
          messages: [
            {
              from: nakato,
              id: `wamid.${unique()}`,
              timestamp: '1772000000',
              type: 'text',
              text: { body: 'Written long ago' },
            },
          ],
        }),
      ),
  }
  test.each(Object.entries(actions))('%s', async (_, act) => {
    world.at.clock.advance(1)
    await act()
    await world.compare()
  })

  test('everything that was touched by none of these is what it was', () => world.compare({ whole: true }))

  test('random actions with random cuts', { timeout: 1_800_000 }, () =>
    actAtRandom(world, isLong ? 1_000 : 60),
  )
})
