import type { KnowledgeAnswer, KnowledgeContent } from '@parley/core/knowledge/api'
import { emptyKnowledge } from '@parley/core/knowledge/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../agents/accounts.ts'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { knowledgeEdition, publishedKnowledge } from './queries.ts'

/** An answer that nothing is wrong with. */
const about = (title: string, more: Partial<KnowledgeContent> = {}): KnowledgeContent => ({
  ...emptyKnowledge,
  title,
  topic: 'Premium',
  questions: { ...emptyKnowledge.questions, en: [`what is ${title}`] },
  answers: { ...emptyKnowledge.answers, en: `All about ${title}.` },
  ...more,
})

describe('[Q-200] what the bot answers', () => {
  let at: TestServer
  let carol: AgentClient
  let sam: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    const signIn = async (name: string) => {
      const email = `${name}@parley.example`
      await addAgent(at.server.writer, { email, name, password, role: 'SUPERVISOR' })
      return AgentClient.signIn(at.server.app, at.url, email, password)
    }
    carol = await signIn('carol')
    sam = await signIn('sam')
  })
  afterAll(() => at.close())

  const create = async (content: KnowledgeContent, by = carol) =>
    (await by.get('createKnowledgeAnswer', { body: { client_answer_id: unique(), content } })).reply
  const seen = ({ id, version }: KnowledgeAnswer) => ({ params: { id }, body: { version } })
  const save = (answer: KnowledgeAnswer, content: KnowledgeContent, by = carol) =>
    by.ask('saveKnowledgeDraft', { params: { id: answer.id }, body: { version: answer.version, content } })
  const publish = async (answer: KnowledgeAnswer, by = carol) =>
    (await by.get('publishKnowledgeAnswer', seen(answer))).reply
  const now = async (id: string) => (await carol.get('knowledgeAnswer', { params: { id } })).reply
  const told = async () =>
    (await publishedKnowledge(at.database.db)).answers.map(({ content }) => content.title)
  const edition = () => knowledgeEdition(at.database.db)

  test('customers get no draft until it is published; a later edit is a draft again', async () => {
    const draft = await create(about('cover'))
    expect(draft).toMatchObject({
      title: 'cover',
      state: 'draft',
      version: 1,
      published: null,
      published_version: null,
      languages: ['en'],
      updated_by: { id: carol.id, name: 'carol' },
    })
    expect(await told()).not.toContain('cover')
    const published = await publish(draft)
    expect(published).toMatchObject({ state: 'published', draft: null, version: 2, published_version: 1 })
    expect(await told()).toContain('cover')

    const lg = { ...about('cover'), title: 'Cover, and more', answers: { en: 'New.', lg: 'Kipya.', sw: '' } }
    const changed = (await save(published, lg)).body as KnowledgeAnswer
    expect(changed).toMatchObject({ state: 'changed', title: 'Cover, and more', languages: ['en', 'lg'] })
    expect(await told()).toContain('cover')
    const again = await publish(changed)
    expect(again).toMatchObject({ published_version: 2, published: lg })
    expect((await carol.get('knowledgeVersions', { params: { id: draft.id } })).reply).toMatchObject([
      { version: 2, content: lg, by: { name: 'carol' } },
      { version: 1, content: about('cover') },
    ])
  })

  test('the edition rises with every change of published answers, and with nothing else', async () => {
    const start = await edition()
    const draft = await create(about('edition'))
    await save(draft, about('edition', { topic: 'Other' }))
    expect(await edition()).toBe(start)
    let answer = await publish(await now(draft.id))
    expect(await edition()).toBe(start + 1)
    answer = (await carol.get('removeKnowledgeAnswer', seen(answer))).reply
    expect(await edition()).toBe(start + 2)
    expect(await told()).not.toContain('edition')
    await carol.get('restoreKnowledgeAnswer', seen(answer))
    expect(await edition()).toBe(start + 3)
    expect((await publishedKnowledge(at.database.db)).edition).toBe(start + 3)
    expect(await told()).toContain('edition')
  })

  test('the second of two concurrent edits is refused with the saved answer', async () => {
    const answer = await create(about('two of us'))
    const first = (await save(answer, about('two of us', { topic: 'By Carol' }))).body as KnowledgeAnswer
    const refused = await save(answer, about('two of us', { topic: 'By Sam' }), sam)
    expect(refused).toMatchObject({ status: 409, body: { code: 'answer.changed', current: first } })
    for (const name of ['publishKnowledgeAnswer', 'discardKnowledgeDraft', 'removeKnowledgeAnswer'] as const)
      expect(await sam.ask(name, seen(answer))).toMatchObject({
        status: 409,
        body: { code: 'answer.changed', current: first },
      })
    expect(await now(answer.id)).toEqual(first)
    expect((await save(first, about('two of us', { topic: 'By Sam' }), sam)).status).toBe(200)
  })

  test('a repeated call makes one answer and one edit', async () => {
    const body = { client_answer_id: unique(), content: about('lost') }
    const made = (await carol.get('createKnowledgeAnswer', { body })).reply
    expect((await carol.get('createKnowledgeAnswer', { body })).reply).toEqual(made)
    const saved = (await save(made, about('lost', { topic: 'Found' }))).body
    expect((await save(made, about('lost', { topic: 'Found' }))).body).toEqual(saved)
    const draft = await now(made.id)
    const published = await publish(draft)
    expect(await publish(draft)).toEqual(published)
    // A colleague's click on what they saw before is none of that.
    expect((await sam.ask('publishKnowledgeAnswer', seen(draft))).status).toBe(409)
    const removed = (await carol.get('removeKnowledgeAnswer', seen(published))).reply
    expect((await carol.get('removeKnowledgeAnswer', seen(published))).reply).toEqual(removed)
    const restored = (await carol.get('restoreKnowledgeAnswer', seen(removed))).reply
    expect((await carol.get('restoreKnowledgeAnswer', seen(removed))).reply).toEqual(restored)
    expect(restored.version).toBe(draft.version + 3)
  })

  test("saving the published content removes the draft; only a published answer's draft can be discarded", async () => {
    const answer = await publish(await create(about('back')))
    const changed = (await save(answer, about('back', { topic: 'Away' }))).body as KnowledgeAnswer
    const same = (await save(changed, about('back'))).body as KnowledgeAnswer
    expect(same).toMatchObject({ state: 'published', draft: null })
    const away = (await save(same, about('back', { topic: 'Away' }))).body as KnowledgeAnswer
    expect((await carol.get('discardKnowledgeDraft', seen(away))).reply).toMatchObject({
      state: 'published',
      topic: 'Premium',
    })
    const never = await create(about('never'))
    expect(await carol.ask('discardKnowledgeDraft', seen(never))).toMatchObject({
      status: 409,
      body: { code: 'answer.not-published' },
    })
  })

  test('incomplete content is kept as a draft, and publishing names its fields', async () => {
    const bare = await create({
      ...emptyKnowledge,
      title: 'Bare',
      topic: 'None',
      link: 'http://parley.example',
    })
    expect(await carol.ask('publishKnowledgeAnswer', seen(bare))).toMatchObject({
      status: 400,
      body: {
        fields: {
          'answers.en': expect.any(String),
          'questions.en': expect.any(String),
          link: expect.any(String),
        },
      },
    })
    expect(await now(bare.id)).toEqual(bare)
    const nameless = { client_answer_id: unique(), content: { ...about('x'), title: ' ' } }
    expect(await carol.ask('createKnowledgeAnswer', { body: nameless })).toMatchObject({
      status: 400,
      body: { fields: { 'content.title': 'must not be empty' } },
    })
  })

  test('a question or intent has one answer; a removed answer frees it', async () => {
    const first = await publish(await create(about('Claims', { intent: 'claim_status' })))
    const second = await create(about('Claims again', { intent: 'claim_status' }))
    expect(await carol.ask('publishKnowledgeAnswer', seen(second))).toMatchObject({
      status: 409,
      body: { code: 'answer.taken', detail: expect.stringContaining('“Claims”') },
    })
    const removed = (await carol.get('removeKnowledgeAnswer', seen(first))).reply
    await publish(second)
    expect(await carol.ask('restoreKnowledgeAnswer', seen(removed))).toMatchObject({
      status: 409,
      body: { code: 'answer.taken', detail: expect.stringContaining('“Claims again”') },
    })
    const asked = about('Question', { questions: { en: ['What is claims again?!'], lg: [], sw: [] } })
    expect(await carol.ask('publishKnowledgeAnswer', seen(await create(asked)))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('“What is claims again?!”') },
    })
  })

  test('of two concurrent publications for one intent one succeeds', async () => {
    const content = (title: string) => about(title, { intent: 'update_details' })
    const drafts = [await create(content('One')), await create(content('Two'), sam)] as const
    const statuses = await Promise.all([
      carol.ask('publishKnowledgeAnswer', seen(drafts[0])),
      sam.ask('publishKnowledgeAnswer', seen(drafts[1])),
    ])
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a removed answer is in no list, and can only be restored', async () => {
    const answer = await create(about('gone'))
    const removed = (await carol.get('removeKnowledgeAnswer', seen(answer))).reply
    expect(removed.removed).toBe(true)
    expect((await carol.get('knowledge')).reply.map(({ id }) => id)).not.toContain(answer.id)
    for (const name of ['publishKnowledgeAnswer', 'discardKnowledgeDraft', 'removeKnowledgeAnswer'] as const)
      expect((await sam.ask(name, seen(removed))).status).toBe(409)
    expect((await save(removed, about('gone', { topic: 'Still' }))).status).toBe(409)
  })

  test('an export has the published answers; an import makes drafts and names problems by entry', async () => {
    await publish(await create(about('In the file')))
    const open = await publish(await create(about('Has a draft')))
    await save(open, about('Has a draft', { topic: 'Mine' }))
    const { reply: file } = await carol.get('knowledgeFile')
    expect(file.answers.map(({ title }) => title)).toEqual(await told())
    const before = (await carol.get('knowledge')).reply
    const whole = (await carol.get('readKnowledgeFile', { body: file })).reply
    expect(whole).toMatchObject({ made: 0, changed: 0, same: file.answers.length - 1 })

    const answers = [
      about('From a file'),
      about('IN THE FILE', { title: 'In the file', topic: 'Changed' }),
      about('Has a draft', { topic: 'Theirs' }),
      about('From a file'),
      { ...about('Too long'), answers: { en: 'x'.repeat(1025), lg: '', sw: '' } },
      'nothing',
      { title: 'No topic' },
      { ...about('x'), title: { length: {} } },
    ]
    const { reply } = await carol.get('readKnowledgeFile', { body: { ...file, answers } })
    expect(reply).toMatchObject({
      made: 1,
      changed: 1,
      same: 0,
      wrong: [
        { place: 3, title: 'Has a draft', field: 'title', problem: expect.stringContaining('draft') },
        { place: 4, title: 'From a file', field: 'title' },
        {
          place: 5,
          title: 'Too long',
          field: 'answers.en',
          problem: 'must have at most 1,024 characters',
        },
        { place: 6, title: null, field: '' },
        { place: 7, title: 'No topic', field: 'topic', problem: 'is missing' },
        { place: 8, title: null, field: 'title' },
      ],
    })
    const rows = (await carol.get('knowledge')).reply
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.find(({ title }) => title === 'In the file')).toMatchObject({
      state: 'changed',
      topic: 'Changed',
    })
    expect((await now(open.id)).draft?.topic).toBe('Mine')
    expect(await told()).toEqual(file.answers.map(({ title }) => title))
  })

  test('a search finds answers by any part of their newest content', async () => {
    const answer = await publish(await create(about('Searched')))
    await save(answer, about('Searched', { answers: { en: 'x', lg: 'Ennaku asatu', sw: '' } }))
    const found = async (search: string) =>
      (await carol.get('knowledge', { query: { search } })).reply.map(({ id }) => id)
    expect(await found(' ENNAKU searched ')).toEqual([answer.id])
    expect(await found('All about Searched.')).toEqual([])
  })

  test('agents read answers and cannot change them', async () => {
    expect((await at.brian.get('knowledge')).reply.length).toBeGreaterThan(0)
    const body = { client_answer_id: unique(), content: about('mine') }
    expect(await at.brian.ask('createKnowledgeAnswer', { body })).toMatchObject({
      status: 403,
      body: {
        detail: 'Only a supervisor or an administrator may change what the bot says, and where it answers',
      },
    })
  })

  test('each edit is on record by title without the text, and consoles are told', async () => {
    const socket = await sam.connect()
    // Edits that are sent together share a frame.
    const told = (edits: number) =>
      eventually('a frame of each edit', () => {
        return socket.events.filter(({ event }) => event === 'bot').length >= edits
      })
    const draft = await create(about('On record'))
    await told(1)
    const answer = await publish(draft)
    await told(2)
    await save(answer, about('On record', { topic: 'Other', link: 'https://parley.example/a' }))
    await told(3)
    const { reply } = await at.ann.get('audit', { query: { on: answer.id } })
    expect(reply).toMatchObject([
      {
        action: 'knowledge.edited',
        by: { name: 'carol' },
        on: { noun: 'knowledge', name: 'On record' },
        after: { changed: ['topic', 'link'] },
      },
      { action: 'knowledge.published', after: { version: 1 } },
      { action: 'knowledge.edited', after: { title: 'On record', topic: 'Premium' } },
    ])
  })
})
