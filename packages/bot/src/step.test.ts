import { describe, expect, test } from 'vitest'
import type { IntentName } from '@parley/core/intent/api'
import { intentNames } from '@parley/core/intent/constants'
import { type KnowledgeAnswer, knowledgeOf } from './knowledge.ts'
import { languages } from './language.ts'
import { intentTitles, menuChoices } from './menu.ts'
import { say, sayings } from './sayings.ts'
import { type BotState, newState, readState } from './state.ts'
import { step } from './step.ts'
import type { Meaning, Step, World } from './world.ts'
import type { Input } from './turn.ts'

const now = new Date('2026-03-02T09:00:00.000Z')

/** The meaning of each text: the first intent and its confidence. Other texts are not understood. */
const meanings: Readonly<Record<string, readonly [IntentName, number, Meaning['language']?]>> = {
  'good morning': ['greeting', 0.98, 'en'],
  'habari za asubuhi': ['greeting', 0.95, 'sw'],
  'webale nnyo ssebo': ['thanks', 0.93, 'lg'],
  'i want a human': ['speak_to_agent', 0.96],
  'you are useless': ['complaint', 0.9],
  'what is my balance': ['check_balance', 0.94],
  'where is my claim': ['claim_status', 0.91],
  'how do i pay with mtn': ['make_contribution', 0.92],
  'where is my application': ['application_status', 0.9],
  'perhaps my claim': ['claim_status', 0.55],
  'are you a robot': ['about_bot', 0.97],
  'can i join': ['apply_pension', 0.9],
}

const understand = (text: string): Meaning => {
  const [intent, confidence, language = null] = meanings[text.toLowerCase()] ?? [null, 0]
  const others = intentNames.filter(name => name !== intent).map(name => ({ intent: name, confidence: 0.01 }))
  const guesses = intent === null ? others : [{ intent, confidence }, ...others]
  return { intent, confidence, guesses, language }
}

const paying: KnowledgeAnswer = {
  id: '7',
  title: 'How to pay with MTN',
  questions: {
    en: ['which code do I dial to pay', 'pay by mobile money'],
    lg: [],
    sw: ['nalipaje kwa simu'],
  },
  answers: { en: 'Dial *165#.', lg: '', sw: 'Piga *165#.' },
  intent: 'make_contribution',
  next: 'menu',
  link: 'https://parley.example/pay',
}
const joining: KnowledgeAnswer = {
  ...paying,
  id: '8',
  title: 'Minimum contribution',
  questions: { en: ['what is the least I can save'], lg: [], sw: [] },
  answers: { en: 'UGX 20,000 a month.', lg: '', sw: '' },
  intent: null,
  next: 'apply_ipp',
  link: null,
}

const world = (more: Partial<World> = {}): World => ({
  now,
  understand,
  namedIn: text => (/LF-\d+/.test(text) ? { reference: [/LF-\d+/.exec(text)?.[0] ?? ''] } : {}),
  knowledge: knowledgeOf([paying, joining]),
  hours: { isOpen: true, opensAt: null },
  atOnce: new Set(),
  name: 'Nakato',
  applications: [],
  form: null,
  wanted: [],
  known: {},
  ...more,
})

let messages = 0
const write = (text: string, choiceId: string | null = null): Input => {
  messages += 1
  return { messageId: String(messages), text, choiceId, files: [] }
}

/** A customer writes these texts one after the other. */
function talk(texts: readonly string[], around: World = world(), from = newState(now)): Step {
  let last: Step = { state: from, replies: [], handover: null }
  for (const text of texts) last = step(last.state, write(text), around)
  return last
}
const textOf = ({ replies }: Step) => replies.map(({ text }) => text).join('\n')
const titlesOf = ({ replies }: Step) =>
  replies.flatMap(({ choices = [] }) => choices.map(({ title }) => title))

describe('[Q-202] the bot', () => {
  test('greets by name with the menu, once', () => {
    const first = talk(['Good morning'])
    expect(textOf(first)).toContain('Hello Nakato!')
    expect(titlesOf(first)).toEqual(menuChoices('en').map(({ title }) => title))
    expect(textOf(talk(['Good morning'], world(), first.state))).toBe(say('menu', 'en'))
  })

  test('speaks the language that the customer writes, and stays with it', () => {
    const swahili = talk(['Habari za asubuhi'])
    expect(textOf(swahili)).toContain('Habari Nakato!')
    expect(textOf(talk(['00'], world(), swahili.state))).toBe(say('menu', 'sw'))
    expect(textOf(talk(['Webale nnyo ssebo'], world(), swahili.state))).toBe(say('thanks', 'lg'))
  })

  test.each(['0', '00', 'menu', 'MENU!', ' Main menu ', '"menu"'])(
    '%j is the menu, wherever one is',
    text => {
      for (const before of [[], ['what is my balance'], ['nonsense'], ['good morning']]) {
        const done = talk([...before, text])
        expect(titlesOf(done)).toEqual(menuChoices('en').map(({ title }) => title))
        expect(done.state.asking).toBeNull()
        expect(done.handover).toBeNull()
      }
    },
  )

  test('help says what it can do; reset forgets what was wished and named, and the language stays', () => {
    expect(textOf(talk(['help']))).toBe(say('help', 'en'))
    const before = talk(['habari za asubuhi', 'my policy is LF-20311', 'what is my balance']).state
    const { state } = talk(['reset'], world(), before)
    expect(state).toMatchObject({ language: 'sw', slots: {}, wish: null, asking: null, misses: 0 })
  })

  test.each([
    ['how do I pay with MTN', 'Dial *165#.\nhttps://parley.example/pay'],
    ['Which code do I dial to pay?', 'Dial *165#.\nhttps://parley.example/pay'],
    ['what is the least I can save', 'UGX 20,000 a month.'],
  ])('%j is answered from the knowledge file: %j', (text, answer) => {
    const done = talk([text])
    expect(textOf(done)).toBe(answer)
    expect(done.state.answered).toEqual([expect.objectContaining({ answer: expect.any(String) })])
    expect(done.handover).toBeNull()
  })

  test('an answer is in the language of the customer where there is one, else in English', () => {
    const { state } = talk(['habari za asubuhi'])
    expect(textOf(talk(['nalipaje kwa simu'], world(), state))).toContain('Piga')
    expect(textOf(talk(['what is the least I can save'], world(), state))).toBe('UGX 20,000 a month.')
  })

  test('below an answer stands where it leads', () => {
    expect(titlesOf(talk(['what is the least I can save']))).toEqual([
      'Join the pension',
      'Main menu',
      'Talk to a person',
    ])
  })

  test.each([
    ['1', 'make_contribution'],
    ['My balance', 'check_balance'],
    ['talk to a person', 'speak_to_agent'],
  ])('%j after the menu chooses %s, by its number or its words', (text, intent) => {
    expect(talk(['menu', text]).state.wish).toEqual({ intent, confidence: 1 })
  })

  test('a button of an earlier message is known by its words, in any language', () => {
    expect(step(newState(now), write('Dai langu'), world()).state.wish?.intent).toBe('claim_status')
  })

  test('what needs the policy is asked for once, then given to people with what was said', () => {
    const asked = talk(['what is my balance'])
    expect(textOf(asked)).toBe(say('reference', 'en'))
    expect(asked.handover).toBeNull()
    const told = talk(['it is LF-20311'], world(), asked.state)
    expect(told).toMatchObject({
      handover: 'needs-person',
      state: { slots: { reference: 'LF-20311' }, wish: { intent: 'check_balance' }, asking: null },
    })
    const without = talk(['I do not have it'], world(), asked.state)
    expect(without.handover).toBe('needs-person')
  })

  test('what was named before is not asked for again', () => {
    expect(talk(['nonsense about LF-20311', 'what is my balance']).handover).toBe('needs-person')
  })

  test('while a number is asked for, something else that is surely meant is done', () => {
    expect(talk(['what is my balance', 'i want a human']).handover).toBe('asked')
    expect(textOf(talk(['what is my balance', 'how do i pay with mtn']))).toContain('Dial')
  })

  test.each([
    ['i want a human', 'asked'],
    ['you are useless', 'complaint'],
  ])('%j is given to people: %s', (text, reason) => {
    expect(talk([text]).handover).toBe(reason)
  })

  test('who asks for a person gets one, also where there is an answer about people', () => {
    const people = { ...paying, id: '9', questions: { en: ['i want a human'], lg: [], sw: [] } }
    expect(talk(['i want a human'], world({ knowledge: knowledgeOf([people]) })).handover).toBe('asked')
  })

  test.each([
    ['how do i pay with mtn', 'rule'],
    ['which code do I dial to pay', 'rule'],
    ['i want a human', 'asked'],
    ['what is my balance', null],
  ])('[Q-211] where paying and people are left to people, %j is given to them: %s', (text, reason) => {
    const left = world({ atOnce: new Set<IntentName>(['make_contribution', 'speak_to_agent']) })
    expect(talk([text], left).handover).toBe(reason)
  })

  test('what is not understood is asked about with the likeliest, and given to people the second time', () => {
    const once = talk(['good morning', 'perhaps my claim'])
    expect(textOf(once)).toBe(say('unclear', 'en'))
    expect(titlesOf(once)[0]).toBe('My claim')
    expect(titlesOf(once).at(-1)).toBe('Talk to a person')
    expect(once.handover).toBeNull()
    const twice = talk(['blah blah'], world(), once.state)
    expect(twice.handover).toBe('not-understood')
    expect(twice.state.unclear).toHaveLength(2)
    // An understood message in between resets the count.
    expect(talk(['menu', 'blah blah'], world(), once.state).handover).toBeNull()
  })

  test('a picture or a recording is said not to be read, and given to people the second time', () => {
    const once = talk([''])
    expect(textOf(once)).toBe(say('unread', 'en'))
    expect(talk([''], world(), once.state).handover).toBe('not-understood')
  })

  test('applications are told with where they stand, or that there are none', () => {
    const applications = [{ number: 'IPP-2207', status: 'being reviewed' }]
    expect(textOf(talk(['where is my application'], world({ applications })))).toContain(
      'IPP-2207: being reviewed',
    )
    const none = talk(['where is my application'])
    expect(textOf(none)).toBe(say('noApplication', 'en'))
    expect(titlesOf(none)).toContain('Join the pension')
  })

  test('outside of the hours whoever is given to people hears when they are back', () => {
    const hours = {
      isOpen: false,
      opensAt: { weekday: 1, time: '08:00', isToday: false, isTomorrow: false },
    }
    expect(textOf(talk(['i want a human'], world({ hours })))).toContain('People are back on Monday at 08:00')
    expect(textOf(talk(['i want a human']))).not.toContain('back')
  })

  test('two programs do not answer each other for ever', () => {
    const same = talk(['are you a robot', 'are you a robot', 'are you a robot', 'are you a robot'])
    expect(same.handover).toBeNull()
    expect(talk(['are you a robot'], world(), same.state)).toMatchObject({ handover: 'runaway', replies: [] })
    const many = Array.from({ length: 41 }, (_, n) => `are you a robot ${n}`)
    const understandsAll = world({
      understand: text => ({ ...understand('are you a robot'), intent: text === '' ? null : 'about_bot' }),
    })
    expect(talk(many.slice(1), understandsAll).handover).toBeNull()
    expect(talk(many, understandsAll).handover).toBe('runaway')
    // Ten minutes later the sender counts as a customer again.
    const later = world({ now: new Date(now.getTime() + 11 * 60_000) })
    expect(talk(['menu'], later, same.state).handover).toBeNull()
    // Buttons have no limit.
    let pressed = talk(['menu'])
    for (let n = 0; n < 8; n += 1) pressed = step(pressed.state, write('Main menu', 'menu'), world())
    expect(pressed.handover).toBeNull()
  })

  test('the same state, message and world make the same step', () => {
    const before: BotState = talk(['good morning']).state
    const input = write('perhaps my claim')
    expect(step(before, input, world())).toEqual(step(before, input, world()))
  })
})

describe('[Q-202] what it remembers', () => {
  test('survives being written down', () => {
    const { state } = talk([
      'good morning',
      'perhaps my claim',
      'my policy is LF-20311',
      'what is my balance',
    ])
    expect(readState(JSON.parse(JSON.stringify(state)), now)).toEqual(state)
  })

  test.each([[null], [{}], ['x'], [{ flow: 0, language: 'sw', asking: 7 }]])(
    '%j of another version begins anew',
    json => {
      expect(readState(json, now)).toEqual({
        ...newState(now),
        language: (json as { language?: string } | null)?.language ?? null,
      })
    },
  )
})

test.each(languages)(
  '[Q-202] in %s what can be pressed fits and differs, and every saying has words',
  language => {
    const titles = menuChoices(language).map(({ title }) => title)
    expect(titles.length).toBeLessThanOrEqual(10)
    const all = [...Object.values(intentTitles).map(words => words[language]), say('menuTitle', language)]
    expect(all.filter(title => title.length > 20)).toEqual([])
    expect(new Set(all.map(title => title.toLowerCase())).size).toBe(all.length)
    expect(say('agentTitle', language).length).toBeLessThanOrEqual(20)
    expect(say('choose', language).length).toBeLessThanOrEqual(20)
    for (const words of Object.values(sayings)) expect(words[language]).not.toBe('')
  },
)
