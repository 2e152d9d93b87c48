import { describe, expect, test } from 'vitest'
import { channelProblems } from './constants.ts'
import { type ChannelFacts, type NumberFacts, problemsOf, problemWords, usualMeanwhile } from './rules.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const wellNumber: NumberFacts = {
  name: null,
  access: 'good',
  accessSince: ago(600),
  refusal: null,
  unreachedSince: null,
  quality: 'GREEN',
  standing: 'CONNECTED',
  sending: 'AVAILABLE',
  said: null,
  standingSince: ago(600),
}
const well: Omit<ChannelFacts, 'numbers'> = {
  waiting: 0,
  waitingSince: null,
  lastInboundAt: ago(1),
  weeksBefore: [],
}

describe('[Q-191] what is wrong with the channel', () => {
  test.each<[string, Partial<ChannelFacts & NumberFacts>, readonly string[]]>([
    ['nothing', {}, []],
    [
      'a number that was never asked about',
      { access: null, quality: null, standing: null, sending: null },
      [],
    ],
    ['the token is refused', { access: 'refused', refusal: 'Expired.' }, ['access-refused']],
    ['not reached for a minute', { unreachedSince: ago(1) }, []],
    ['not reached for two minutes', { unreachedSince: ago(2) }, ['unreached']],
    [
      'the account is blocked, the number too: once',
      { sending: 'BLOCKED', standing: 'BANNED' },
      ['sending-blocked'],
    ],
    ['the number is flagged', { standing: 'FLAGGED' }, ['number-restricted']],
    ['the number is pending', { standing: 'PENDING' }, []],
    ['sending is limited', { sending: 'LIMITED' }, ['sending-limited']],
    ['quality is medium', { quality: 'YELLOW' }, ['quality-low']],
    ['quality is low', { quality: 'RED' }, ['quality-low']],
    ['quality is not known', { quality: 'UNKNOWN' }, []],
    ['one message waits', { waiting: 1, waitingSince: ago(1) }, ['sends-waiting']],
    [
      'silent for 40 minutes in a busy hour',
      { lastInboundAt: ago(40), weeksBefore: [30, 42, 38, 35] },
      ['silent'],
    ],
    ['silent for 40 minutes at night', { lastInboundAt: ago(40), weeksBefore: [1, 0, 2, 0] }, []],
    ['silent for 9 minutes in a busy hour', { lastInboundAt: ago(9), weeksBefore: [30, 42, 38, 35] }, []],
    ['silent for 40 minutes in the third week', { lastInboundAt: ago(40), weeksBefore: [30, 42] }, []],
    ['silent where nobody ever wrote', { lastInboundAt: null, weeksBefore: [] }, []],
    [
      'everything at once: the worst first',
      {
        access: 'refused',
        unreachedSince: ago(5),
        sending: 'BLOCKED',
        waiting: 12,
        lastInboundAt: ago(40),
        weeksBefore: [30, 30, 30],
        quality: 'RED',
      },
      ['access-refused', 'sending-blocked', 'unreached', 'sends-waiting', 'silent', 'quality-low'],
    ],
  ])('%s', (_, facts, kinds) => {
    const whole = { ...well, numbers: [{ ...wellNumber, ...facts }], ...facts }
    expect(problemsOf(whole, now).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('each says since when, how many, and what WhatsApp said', () => {
    const refused = {
      ...wellNumber,
      access: 'refused',
      accessSince: ago(7),
      refusal: 'It has expired.',
    } as const
    const facts = { ...well, numbers: [refused], waiting: 12, waitingSince: ago(3) }
    expect(problemsOf(facts, now)).toEqual([
      {
        kind: 'access-refused',
        number: null,
        since: ago(7).toISOString(),
        count: null,
        said: 'It has expired.',
      },
      { kind: 'sends-waiting', number: null, since: ago(3).toISOString(), count: 12, said: null },
    ])
    const silent = problemsOf(
      { ...well, numbers: [wellNumber], lastInboundAt: ago(40), weeksBefore: [10, 50, 20] },
      now,
    )
    expect(silent).toEqual([
      { kind: 'silent', number: null, since: ago(40).toISOString(), count: 20, said: null },
    ])
  })

  test('[Q-196] of several numbers each is named, the worst first whichever it is of', () => {
    const facts = {
      ...well,
      waiting: 1,
      waitingSince: ago(1),
      numbers: [
        { ...wellNumber, name: 'Pensions', quality: 'RED' },
        { ...wellNumber, name: 'Life', access: 'refused', quality: 'YELLOW' },
      ],
    } as const
    const found = problemsOf(facts, now)
    expect(found.map(({ kind, number }) => [kind, number])).toEqual([
      ['access-refused', 'Life'],
      ['sends-waiting', null],
      ['quality-low', 'Pensions'],
      ['quality-low', 'Life'],
    ])
    expect(found.map(problem => problemWords(problem, 1).sentence)).toEqual([
      'WhatsApp does not accept our access for our number Life: nothing goes out from there.',
      expect.not.stringContaining('number'),
      expect.stringContaining('our number Pensions as low'),
      expect.stringContaining('our number Life as medium'),
    ])
  })
})

test.each<[readonly number[], number | null]>([
  [[], null],
  [[40, 40], null],
  [[40, 40, 40], 40],
  [[0, 40, 40], 40],
  [[0, 0, 40, 40], null],
  [[0, 38, 40, 42], 38],
  [[7, 7, 7, 7], null],
  [[8, 8, 8, 8], 8],
])('[Q-191] of %j the usual is %j: one holiday changes nothing, and few mean nothing', (weeks, usual) => {
  expect(usualMeanwhile(weeks)).toBe(usual)
})

test('[Q-191] every problem says in plain words what is wrong, and what agents and administrators do', () => {
  for (const kind of channelProblems) {
    for (const said of [null, 'RED', 'FLAGGED']) {
      const words = problemWords({ kind, number: null, since: null, count: 12, said }, 40)
      for (const sentence of Object.values(words)) {
        expect(sentence).toMatch(/^[A-Z0-9].*[.:\w]$/)
        expect(sentence).not.toMatch(/null|undefined|NaN/)
      }
      expect(words.forAgents).not.toMatch(/webhook|token|API|WHATSAPP_/)
    }
  }
  expect(
    problemWords({ kind: 'sends-waiting', number: null, since: null, count: 12, said: null }, 3).sentence,
  ).toBe('12 messages wait to be sent, the oldest for 3 minutes.')
  expect(
    problemWords({ kind: 'silent', number: null, since: null, count: 35, said: null }, 40).sentence,
  ).toBe('No messages from customers for 40 minutes; usually there are about 35.')
})
