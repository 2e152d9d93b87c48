import { expect, test } from 'vitest'
import { composerMode } from '../conversations/window.ts'
import { channelName, hasWindow, takes } from './rules.ts'

test.each([
  ['whatsapp', true],
  ['bridge', false],
] as const)(
  '[Q-197] %s has templates, questions, cards, signs, voice notes and a window: %s',
  (channel, has) => {
    const all = ['template', 'ask', 'card', 'reaction', 'voice'] as const
    expect([...all.map(extra => takes(channel, extra)), hasWindow(channel)]).toEqual(Array(6).fill(has))
  },
)

test('[Q-197] a channel is called as the settings do', () => {
  expect(channelName('whatsapp', 'Pensions')).toBe('WhatsApp')
  expect(channelName('bridge', 'Web chat')).toBe('Web chat')
  expect(channelName('bridge', null)).toBe('the other side')
})

test('[Q-197] without a window everything goes, however long ago the customer wrote, unless nothing does', () => {
  const reach = {
    has_window: false,
    wrote_at: '2020-01-01T00:00:00.000Z',
    closes_at: null,
    unreachable: null,
  }
  const now = new Date('2026-01-01T00:00:00.000Z')
  expect(composerMode(reach, now)).toEqual({ is: 'open', closesAt: null })
  expect(composerMode({ ...reach, unreachable: 'number-gone' }, now)).toEqual({
    is: 'unreachable',
    why: 'number-gone',
  })
})
