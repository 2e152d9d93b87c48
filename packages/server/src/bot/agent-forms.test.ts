import { prefill } from '@parley/bot/form/prefill'
import type { FormState } from '@parley/bot/form/state'
import { say } from '@parley/bot/sayings'
import type { FieldEdit } from '@parley/core/applications/drafts'
import type { ApplicationKind } from '@parley/core/applications/application'
import { formNames } from '@parley/core/applications/form'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient, type Answer } from '../../test/models/agent-client.ts'
import { addApplication } from '../../test/models/applications.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually, somebodyWaits } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import type { TxContext } from '../db/write.ts'
import { lockDraft } from './draft.ts'

const name = 'personal_details.full_name'
const born = 'personal_details.date_of_birth'
const gender = 'personal_details.gender'
let phones = 0

describe('[Q-215] a form that an agent begins and fills in', () => {
  let at: TestServer
  let ann: AgentClient
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  // Sessions expire as the clock advances, so each test signs in again.
  beforeEach(async () => {
    ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    await begins(false)
    await bot(true)
  })

  const bot = (isOn: boolean) =>
    at.database.db.updateTable('business_numbers').set({ bot_on: isOn }).execute()
  const seconds = () => Math.floor(at.clock.now().getTime() / 1000)
  /** Makes a customer write this many seconds ago, to the queue or to the bot. */
  const begins = async (isWithBot: boolean, ago = 0) => {
    await bot(isWithBot)
    phone = `25673${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(
      envelope({ messages: [text(phone, `wamid.${unique()}`, 'Good morning', seconds() - ago)] }),
    )
    const { reply } = await ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
    if (isWithBot) await isHeard()
  }
  const conversation = () =>
    at.database.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', Number(conversationId))
      .executeTakeFirstOrThrow()
  const isHeard = () =>
    eventually('the bot to have heard it', async () => (await conversation()).bot_from === null)
  const writes = async (words: string) => {
    const message = text(phone, `wamid.${unique()}`, words, seconds())
    expect(await at.webhook(envelope({ messages: [message] }))).toBe(200)
  }
  const says = async (...texts: readonly string[]) => {
    for (const words of texts) {
      await writes(words)
      await isHeard()
    }
  }
  const said = async () =>
    (
      await at.database.db
        .selectFrom('messages')
        .select('content')
        .where('conversation_id', '=', Number(conversationId))
        .where('source', '=', 'BOT')
        .orderBy('id')
        .execute()
    ).map(({ content }) => content)
  const lastSaid = async () => (await said()).at(-1) ?? ''
  const begin = (kind: ApplicationKind = 'ipp', more: object = {}, who = ann) =>
    who.ask(kind === 'ipp' ? 'beginIppApplication' : 'beginLibApplication', {
      body: { conversation_id: conversationId, ...more },
    })
  const begun = async (kind: ApplicationKind = 'ipp', more: object = {}) => {
    const { status, body } = await begin(kind, more)
    expect(status).toBe(200)
    return (body as { id: string }).id
  }
  const fill = (id: string, fields: readonly FieldEdit[], version?: number, who = ann) =>
    who.ask('fillIppApplication', { params: { id }, body: { fields, version } })
  const one = async (id: string) => (await ann.get('ippApplication', { params: { id } })).reply
  const stateOf = async (id: string) =>
    (
      await at.database.db
        .selectFrom('application_drafts')
        .select('state')
        .where('application_id', '=', Number(id))
        .executeTakeFirstOrThrow()
    ).state as { at: { step: string; path?: string }; status: string; last_message_id: string | null }

  describe('is begun', () => {
    test('as a draft of the conversation, whose history says who began it; the customer hears nothing', async () => {
      const before = await conversation()
      const id = await begun()
      expect(await one(id)).toMatchObject({
        status: 'DRAFT',
        submission_date: null,
        conversation_id: conversationId,
        customer: { phone_number: `+${phone}` },
        takes_fields: true,
        form_data: { personal_details: { full_name: null }, beneficiaries: [] },
        status_history: [{ from_status: null, to_status: 'DRAFT', changed_by: { id: ann.id } }],
      })
      expect(await said()).toEqual([])
      const { with_bot, owner_generation, human_wait_started_at } = before
      expect(await conversation()).toMatchObject({ with_bot, owner_generation, human_wait_started_at })
      const [entry] = (await ann.get('audit', { query: { action: 'application.begun' } })).reply
      expect(entry).toMatchObject({ by: { id: ann.id }, on: { noun: 'application', id } })
    })

    test('once for each kind: another one is refused with its number, also of two at once', async () => {
      const both = await Promise.all([begin(), begin('ipp', {}, at.brian)])
      const [made, ...more] = both.filter(({ status }) => status === 200)
      expect([more, both.some(({ status }) => status === 409)]).toEqual([[], true])
      if (made === undefined) throw new Error('Nobody has begun it')
      const { id } = made.body as { readonly id: string }
      expect(await begin()).toMatchObject({
        status: 409,
        body: {
          code: 'application.begun-already',
          detail: `This customer has begun IPP-${id} and not submitted it. Continue that one`,
        },
      })
      expect((await begin('lib')).status).toBe(200)
    })

    test('also where the customer has begun it in the chat; not where that was cancelled', async () => {
      await begins(true)
      await says('I want to join the pension plan')
      expect(await begin()).toMatchObject({ status: 409, body: { code: 'application.begun-already' } })
      await says('cancel', 'yes')
      expect((await begin()).status).toBe(200)
    })

    test.each([
      ['999999', 404, 'conversation.not-found'],
      ['x', 404, 'conversation.not-found'],
    ])('in conversation %s it is refused: %s %s', async (conversation_id, status, code) => {
      expect(await ann.ask('beginIppApplication', { body: { conversation_id } })).toMatchObject({
        status,
        body: { code },
      })
    })

    test('in an archived conversation it is refused', async () => {
      await at.database.db
        .updateTable('conversations')
        .set({ status: 'ARCHIVED' })
        .where('id', '=', Number(conversationId))
        .execute()
      expect(await begin()).toMatchObject({ status: 409, body: { code: 'conversation.archived' } })
    })

    test('the customer who asks for such a form themselves goes on with it, and is not reminded before', async () => {
      const id = await begun()
      await fill(id, [{ field: name, value: 'nakato mary' }])
      const { is_asked: isAsked } = await at.database.db
        .selectFrom('application_drafts')
        .select('is_asked')
        .where('application_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      expect(isAsked).toBe(false)
      await ann.get('handToBot', { params: { id: conversationId } })
      await isHeard()
      await says('I want to join the pension plan')
      expect(await lastSaid()).toContain('When were you born')
      expect((await said()).join('\n')).not.toContain('full name')
      expect(
        (await ann.get('ippApplications', { query: { conversation_id: conversationId } })).reply,
      ).toHaveLength(1)
    })
  })

  describe('is asked for by the bot', () => {
    test('from its beginning: the bot has the conversation, and asks the first question; no wait goes on', async () => {
      const id = await begun('lib', { bot_asks: true })
      expect(await conversation()).toMatchObject({
        with_bot: true,
        bot_from: null,
        human_wait_started_at: null,
      })
      const words = await said()
      expect(words[0]).toContain(`LIB-${id}: LIB Flex Maisha`)
      expect(words[1]).toContain('full name')
      expect(words).toHaveLength(2)
      await says('Nakato Mary')
      expect(await lastSaid()).toContain('When were you born')
      await eventually(
        'all of it to be on the phone',
        async () => (await at.simulator.received(`+${phone}`)).length === 3,
      )
    })

    test('for what is open only, once an agent has filled in the rest; each value says who gave it', async () => {
      const id = await begun()
      await fill(id, [
        { field: name, value: 'nakato mary' },
        { field: gender, value: 'female' },
      ])
      const { status } = await ann.ask('letBotAskIppApplication', { params: { id } })
      expect(status).toBe(200)
      expect(await lastSaid()).toContain('When were you born')
      await says('4/3/1991')
      expect((await stateOf(id)).at).toEqual({ step: 'field', path: 'personal_details.nationality' })
      const { provenance, form_data } = await one(id)
      expect(form_data.personal_details).toMatchObject({
        full_name: 'Nakato Mary',
        date_of_birth: '1991-03-04',
        gender: 'FEMALE',
      })
      expect(provenance[name]).toMatchObject({ source: 'person', agent: { id: ann.id }, message_id: null })
      expect(provenance[born]).toMatchObject({
        source: 'message',
        agent: null,
        conversation_id: conversationId,
      })
    })

    test.each([
      ['the bot is off there', 'bot.off'],
      ['a colleague has the conversation', 'assignment.taken'],
    ] as const)('not where %s: %s, and nothing is begun', async (_, code) => {
      if (code === 'bot.off') await bot(false)
      else {
        await at.database.db
          .updateTable('conversations')
          .set({ assignee_id: Number(at.brian.id) })
          .where('id', '=', Number(conversationId))
          .execute()
      }
      expect(await begin('ipp', { bot_asks: true })).toMatchObject({ status: 409, body: { code } })
      const { reply } = await ann.get('ippApplications', { query: { conversation_id: conversationId } })
      expect(reply).toEqual([])
      const id = await begun()
      expect(await ann.ask('letBotAskIppApplication', { params: { id } })).toMatchObject({
        status: 409,
        body: { code },
      })
      expect(await said()).toEqual([])
    })

    test('not after the 24 hours', async () => {
      await begins(false, 25 * 3600)
      await bot(true)
      expect(await begin('ipp', { bot_asks: true })).toMatchObject({
        status: 409,
        body: { code: 'message.window-closed' },
      })
    })

    test('not in a conversation that is over', async () => {
      const id = await begun()
      await ann.get('setConversationStatus', {
        params: { id: conversationId },
        body: { status: 'ARCHIVED' },
      })
      expect(await ann.ask('letBotAskIppApplication', { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'conversation.archived' },
      })
    })

    test('in the language that the customer writes', async () => {
      const remembered = {
        conversation_id: Number(conversationId),
        state: JSON.stringify({ language: 'sw' }),
        updated_at: at.clock.now(),
      }
      await at.database.db.insertInto('bot_states').values(remembered).execute()
      const id = await begun('ipp', { bot_asks: true })
      expect(await said()).toEqual([
        say('formBegun', 'sw', { number: `IPP-${id}`, name: formNames.ipp.name }),
        expect.stringContaining('Jina lako'),
      ])
    })

    test('not once it was sent in', async () => {
      const id = await addApplication(at.server.writer, {
        kind: 'ipp',
        conversationId,
        status: 'SUBMITTED',
      })
      expect(await ann.ask('letBotAskIppApplication', { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'application.takes-no-fields' },
      })
    })
  })

  describe('is filled in', () => {
    test.each([
      [name, 'nakato mary', 'Nakato Mary'],
      [born, '4/3/1991', '1991-03-04'],
      ['personal_details.id_type', 'passport', 'PASSPORT'],
      ['contact_details.phone_number', '0772 123 456', '+256772123456'],
      ['contact_details.email', 'Mary@Example.com', 'mary@example.com'],
      ['employment_details.employment_status', 'student', 'STUDENT'],
      ['contribution_details.monthly_contribution', '50k', 50_000],
      ['contribution_details.start_date', 'tomorrow', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      ['beneficiaries.0.name', 'Okello James', 'Okello James'],
      ['beneficiaries.0.percentage', '60%', 60],
    ])('%s with "%s", read as an answer in the chat is', async (field, value, kept) => {
      const id = await begun()
      expect((await fill(id, [{ field, value }])).status).toBe(200)
      const { form_data, provenance, version } = await one(id)
      const found = field
        .split('.')
        .reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], form_data)
      expect(found).toEqual(kept)
      expect(provenance).toEqual({
        [field]: {
          source: 'person',
          at: at.clock.now().toISOString(),
          agent: { id: ann.id, name: expect.any(String) },
          message_id: null,
          conversation_id: null,
          document_id: null,
        },
      })
      expect(version).toBe(2)
    })

    test.each([
      [name, 'Mary', /two names/],
      [born, '31/2/1990', /day/],
      [born, '4/3/2015', /18/],
      ['contact_details.phone_number', '0772', /number/],
      ['contribution_details.monthly_contribution', 'a lot', /amount/],
      ['personal_details.shoe_size', '42', /cannot be filled/],
      ['declarations.information_is_true', 'yes', /cannot be filled/],
      ['declarations.data_protection_consent', 'yes', /cannot be filled/],
      ['employment_details.employer_name', 'Nile Steel', /leave this question no sense/],
      ['beneficiaries.1.name', 'Okello James', /cannot be filled/],
      ['beneficiaries.0.percentage', '101', /100/],
    ])(
      '%s with "%s" is refused with the reason of the chat, and nothing of the edit is kept',
      async (field, value, why) => {
        const id = await begun()
        const refused = await fill(id, [
          { field: gender, value: 'female' },
          { field, value },
        ])
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'input.invalid', fields: { [field]: expect.stringMatching(why) } },
        })
        expect((await one(id)).provenance).toEqual({})
      },
    )

    test('by an edit that is based on what there was: refused with what there is', async () => {
      const id = await begun()
      const { version } = await one(id)
      expect((await fill(id, [{ field: name, value: 'Nakato Mary' }], version, at.brian)).status).toBe(200)
      expect(await fill(id, [{ field: gender, value: 'female' }], version)).toMatchObject({
        status: 409,
        body: {
          code: 'application.stale',
          current: {
            id,
            version: version + 1,
            form_data: { personal_details: { full_name: 'Nakato Mary' } },
          },
        },
      })
      expect((await fill(id, [{ field: gender, value: 'female' }], version + 1)).status).toBe(200)
    })

    test('the same value again changes nothing, and who gave it stays', async () => {
      const id = await begun()
      await fill(id, [{ field: name, value: 'Nakato Mary' }])
      await fill(id, [{ field: name, value: 'nakato mary' }], undefined, at.brian)
      const { version, provenance } = await one(id)
      expect([version, provenance[name]?.agent?.id]).toEqual([2, ann.id])
    })

    test('is on record by its fields, without their words', async () => {
      const id = await begun()
      await fill(id, [{ field: name, value: 'Nakato Mary' }])
      const [entry] = (await ann.get('audit', { query: { action: 'application.filled-in' } })).reply
      expect(entry).toMatchObject({ by: { id: ann.id }, on: { id }, after: { fields: [name] } })
      expect(JSON.stringify(entry)).not.toContain('Nakato')
    })

    test.each(['SUBMITTED', 'UNDER_REVIEW', 'DRAFT'] as const)(
      'not where it is %s and no form of the chat',
      async status => {
        const id = await addApplication(at.server.writer, { kind: 'ipp', conversationId, status })
        expect((await one(id)).takes_fields).toBe(false)
        expect(await fill(id, [{ field: gender, value: 'female' }])).toMatchObject({
          status: 409,
          body: { code: 'application.takes-no-fields' },
        })
      },
    )

    test('not once the customer has cancelled it', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await says('cancel', 'yes')
      expect((await one(id)).takes_fields).toBe(false)
      expect(await fill(id, [{ field: gender, value: 'female' }])).toMatchObject({
        status: 409,
        body: { code: 'application.takes-no-fields' },
      })
    })

    test('of another kind it is not found', async () => {
      const id = await begun('lib')
      expect(await fill(id, [{ field: gender, value: 'female' }])).toMatchObject({
        status: 404,
        body: { code: 'application.not-found' },
      })
    })
  })

  describe('is filled in while the bot asks for it', () => {
    test('what stands open is asked no more: the customer is told, and asked what comes next', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await fill(id, [{ field: name, value: 'nakato mary' }])
      const words = (await said()).slice(-2)
      expect(words[0]).toBe('My colleague has filled in for you: Full name: Nakato Mary.')
      expect(words[1]).toContain('When were you born')
      await says('4/3/1991')
      expect((await one(id)).form_data.personal_details.date_of_birth).toBe('1991-03-04')
    })

    test('what is asked later is not mentioned before its turn, and passed over then', async () => {
      const id = await begun('ipp', { bot_asks: true })
      const before = await said()
      await fill(id, [{ field: born, value: '4/3/1991' }])
      expect(await said()).toEqual(before)
      await says('Nakato Mary')
      expect(await stateOf(id)).toMatchObject({ at: { path: gender } })
    })

    /** Locks a draft as an edit does, until `meanwhile` waits for the lock. */
    const whileHeld = async (
      id: string,
      edit: (context: TxContext) => Promise<unknown>,
      meanwhile: () => Promise<unknown>,
    ) => {
      const { db } = at.database
      let begunWaiting: Promise<unknown> = Promise.resolve()
      await db.transaction().execute(async tx => {
        const context = { tx, publish: () => undefined, now: at.clock.now() }
        await lockDraft(context, { kind: 'ipp', id: Number(id) })
        begunWaiting = meanwhile()
        await somebodyWaits(db)
        await edit(context)
      })
      return begunWaiting
    }

    describe('behind an answer that the bot has not heard', () => {
      /** Makes an edit after the customer has answered and before the bot has read the answer. */
      const whileUnheard = async (words: string, edit: () => Promise<Answer>): Promise<Answer> => {
        const { db } = at.database
        const set = (how: RawBuilder<unknown>) =>
          sql`update conversations set ${how} where id = ${conversationId}`
        await set(sql`with_bot = false`).execute(db)
        await writes(words)
        await set(sql`with_bot = true, human_wait_started_at = null`).execute(db)
        let edited: Promise<Answer> | null = null
        await db.transaction().execute(async tx => {
          const newest = sql`(select max(id) from messages where conversation_id = ${conversationId} and source = 'CUSTOMER')`
          await set(sql`bot_from = ${newest}`).execute(tx)
          edited = edit()
          await somebodyWaits(db)
        })
        if (edited === null) throw new Error('Nothing was edited')
        const answer = await (edited as Promise<Answer>)
        await isHeard()
        return answer
      }

      test('what the customer has answered to the open question by then counts, and is no answer to another', async () => {
        const id = await begun('ipp', { bot_asks: true })
        const edits = [
          { field: name, value: 'Nakato Marion' },
          { field: gender, value: 'female' },
        ]
        expect((await whileUnheard('Nakato Mary', () => fill(id, edits))).status).toBe(200)
        const { form_data, provenance } = await one(id)
        expect(form_data.personal_details).toMatchObject({ full_name: 'Nakato Mary', gender: 'FEMALE' })
        expect([provenance[name]?.source, provenance[gender]?.source]).toEqual(['message', 'person'])
        expect((await stateOf(id)).at).toEqual({ step: 'field', path: born })
        expect((await said()).join('\n')).not.toContain('has filled in for you')
      })

      test.each([
        ['submit', []],
        ['yes', ['submit']],
      ])('once they have answered the summary or a consent ("%s") it is refused', async (answer, first) => {
        const id = await begun('ipp', { bot_asks: true })
        await fill(id, whole)
        await says('later', ...first)
        const marion = [{ field: name, value: 'Nakato Marion' }]
        expect(await whileUnheard(answer, () => fill(id, marion))).toMatchObject({
          status: 409,
          body: {
            code: 'application.stale',
            current: { form_data: { personal_details: { full_name: 'Nakato Mary' } } },
          },
        })
        expect((await one(id)).form_data.personal_details.full_name).toBe('Nakato Mary')
      })
    })

    test('of another form than the one that is asked for nothing is said', async () => {
      const other = await begun('lib', { bot_asks: true })
      at.clock.advance(1)
      await begun('ipp', { bot_asks: true })
      const before = await said()
      const body = { fields: [{ field: name, value: 'Nakato Mary' }] }
      expect((await ann.ask('fillLibApplication', { params: { id: other }, body })).status).toBe(200)
      expect(await said()).toEqual(before)
    })

    test('a person who has the conversation by then says what there is to say', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await ann.get('send', { params: { id: conversationId }, query: { content: 'Ann here' } })
      const before = await said()
      expect((await fill(id, [{ field: name, value: 'Nakato Mary' }])).status).toBe(200)
      expect(await said()).toEqual(before)
    })

    test('an answer that comes while an agent’s edit is under way waits for it: both are kept', async () => {
      const id = await begun('ipp', { bot_asks: true })
      const edit = async (context: TxContext) => {
        const { form } = await lockDraft(context, { kind: 'ipp', id: Number(id) })
        const source = {
          how: 'agent',
          message_id: null,
          at: context.now.toISOString(),
          agent_id: ann.id,
        } as const
        const { state } = prefill(form, gender, 'female', source) as { readonly state: FormState }
        await context.tx
          .updateTable('application_drafts')
          .set({ state: JSON.stringify(state) })
          .where('application_id', '=', Number(id))
          .execute()
      }
      await whileHeld(id, edit, () => says('Nakato Mary'))
      const { form_data, provenance } = await one(id)
      expect(form_data.personal_details).toMatchObject({ full_name: 'Nakato Mary', gender: 'FEMALE' })
      expect(provenance[name]).toMatchObject({ source: 'message', agent: null })
      expect(provenance[gender]).toMatchObject({ source: 'person', agent: { id: ann.id } })
      expect(await stateOf(id)).toMatchObject({ at: { path: born } })
    })

    test('answers and edits at once, of different fields, are all kept', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await Promise.all([
        says('Nakato Mary'),
        fill(id, [{ field: gender, value: 'female' }]),
        fill(id, [{ field: 'personal_details.nationality', value: 'Ugandan' }], undefined, at.brian),
      ])
      expect((await one(id)).form_data.personal_details).toMatchObject({
        full_name: 'Nakato Mary',
        gender: 'FEMALE',
        nationality: 'Ugandan',
      })
      expect(await stateOf(id)).toMatchObject({ at: { path: born } })
    })

    test('of a value that the customer gave since it was seen it is refused with what there is', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await says('Nakato Mary')
      const marion = { field: name, value: 'Nakato Marion' }
      expect(await fill(id, [{ ...marion, replaces: null }])).toMatchObject({
        status: 409,
        body: {
          code: 'application.stale',
          current: { form_data: { personal_details: { full_name: 'Nakato Mary' } } },
        },
      })
      const { provenance } = await one(id)
      expect((await fill(id, [{ ...marion, replaces: provenance[name]?.at ?? null }])).status).toBe(200)
      const after = await one(id)
      expect(after.form_data.personal_details.full_name).toBe('Nakato Marion')
      expect(after.provenance[name]).toMatchObject({ source: 'person', message_id: null })
    })

    test('what the customer was about to confirm they are shown anew, before they declare anything', async () => {
      const id = await begun('ipp', { bot_asks: true })
      await fill(id, whole)
      expect((await stateOf(id)).at.step).toBe('document')
      await says('later', 'submit')
      expect((await stateOf(id)).at.step).toBe('consent')
      await fill(id, [{ field: name, value: 'Nakato Marion' }])
      expect((await stateOf(id)).at.step).toBe('summary')
      expect((await said()).slice(-2).join('\n')).toContain('Full name: Nakato Marion')
      await says('submit', 'yes', 'yes')
      const { status, form_data, provenance } = await one(id)
      expect(status).toBe('PENDING_DOCUMENTS')
      expect(form_data.declarations['information_is_true']).toBe(true)
      expect(provenance['declarations.information_is_true']).toMatchObject({ source: 'message' })
      expect(provenance[name]).toMatchObject({ source: 'person', agent: { id: ann.id } })
    })
  })
})

/** All answers of a student's pension plan form, except documents and consents. */
const whole: readonly FieldEdit[] = Object.entries({
  [name]: 'Nakato Mary',
  [born]: '4/3/1991',
  [gender]: 'female',
  'personal_details.nationality': 'Ugandan',
  'personal_details.id_type': 'passport',
  'personal_details.id_number': 'B1234567',
  'personal_details.marital_status': 'married',
  'contact_details.phone_number': '0772 123 456',
  'contact_details.alternative_phone': '0782 123 456',
  'contact_details.email': 'mary@example.com',
  'contact_details.physical_address': 'Plot 4, Jinja Road',
  'contact_details.postal_address': 'P.O. Box 12, Kampala',
  'employment_details.employment_status': 'student',
  'contribution_details.monthly_contribution': '50k',
  'contribution_details.initial_contribution': '200k',
  'contribution_details.payment_method': 'momo',
  'contribution_details.start_date': 'tomorrow',
  'investment_preferences.risk_tolerance': 'moderate',
  'investment_preferences.preferred_portfolio': 'growth',
  'investment_preferences.investment_horizon': 'until I am 60',
  'beneficiaries.0.name': 'Okello James',
  'beneficiaries.0.relationship': 'my husband',
  'beneficiaries.0.phone_number': '0782 123 457',
  'beneficiaries.0.id_number': 'CM900121ABC3DE',
  'beneficiaries.0.percentage': '100',
}).map(([field, value]) => ({ field, value }))
