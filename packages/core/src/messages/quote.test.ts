import { expect, test } from 'vitest'
import type { MessageStatus } from './api.ts'
import { readMessage } from '../read/entities.ts'
import {
  canQuote,
  excerptLength,
  excerptOf,
  quotedBeside,
  quotedName,
  quotedOf,
  quotedWords,
} from './rules.ts'

const message = (id: string, more: object = {}) =>
  readMessage({ id, direction: 'OUTBOUND', source: 'AGENT', status: 'sent', ...more })

test('[Q-178] an excerpt is the beginning, and cuts no character in two', () => {
  expect(excerptOf('short')).toBe('short')
  expect(excerptOf('😀'.repeat(excerptLength))).toBe('😀'.repeat(excerptLength))
  expect(excerptOf('😀'.repeat(excerptLength + 1))).toBe(`${'😀'.repeat(excerptLength)}…`)
  expect(excerptOf(`${'a'.repeat(159)}🇺🇬🇺🇬`)).toBe(`${'a'.repeat(159)}🇺🇬…`)
})

test.each<[MessageStatus, boolean]>([
  ['received', true],
  ['queued', false],
  ['sending', false],
  ['sent', true],
  ['delivered', true],
  ['read', true],
  ['failed', false],
  ['unknown', false],
])('[Q-178] a message that is %s can be quoted: %s', (status, can) => {
  expect(canQuote(message('1', { status }))).toBe(can)
  expect(canQuote(message('1', { status, source: 'SYSTEM' }))).toBe(false)
})

test.each([
  [{ source: 'CUSTOMER', sender_name: 'Nakato' }, 'Nakato'],
  [{ source: 'CUSTOMER' }, 'Customer'],
  [{ source: 'AGENT' }, 'Agent'],
  [{ source: 'BOT' }, 'Bot'],
  [{ source: 'SYSTEM' }, 'WhatsApp'],
])('[Q-178] a quote of %j names %s', (more, name) => {
  expect(quotedName(quotedOf(message('1', more)))).toBe(name)
})

const pdf = { id: '7', name: 'claim.pdf', mime_type: 'application/pdf' }
test.each([
  [{ content: 'Is it paid?' }, 'Is it paid?'],
  [{ message_type: 'image' }, 'Photo'],
  [{ message_type: 'document', attachments: [pdf] }, 'claim.pdf'],
  [{ message_type: 'document' }, 'Document'],
  [{ message_type: 'audio' }, 'Voice message'],
  [{ message_type: 'text' }, 'No longer kept'],
  [{ content: '\u200b\u3164 \u202e', message_type: 'text' }, 'No visible text'],
  [{ content: '\u2800', message_type: 'image' }, 'Photo'],
])('[Q-178] a quote of %j says %s', (more, words) => {
  expect(quotedWords(quotedOf(message('1', more)))).toBe(words)
})

test('[Q-178] by keyboard one goes from message to message, past those that cannot be quoted', () => {
  const messages = [message('1'), message('2', { status: 'failed' }), message('3'), message('4')]
  const beside = (quoted: string | null, step: 'older' | 'newer') =>
    quotedBeside(messages, quoted, step)?.id ?? null
  expect([beside(null, 'older'), beside('4', 'older'), beside('3', 'older'), beside('1', 'older')]).toEqual([
    '4',
    '3',
    '1',
    '1',
  ])
  expect([beside('1', 'newer'), beside('3', 'newer'), beside('4', 'newer'), beside(null, 'newer')]).toEqual([
    '3',
    '4',
    null,
    null,
  ])
  expect(quotedBeside([], null, 'older')).toBeNull()
})
