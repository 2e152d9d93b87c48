import { expect, test } from 'vitest'
import type { PendingFile } from '../../../data/attachments/pending-files.ts'
import { sendState } from './send-state.ts'

const document = { document_id: '7', name: 'f', mime_type: 'text/plain', size: 1 }
const file = (state: PendingFile['state']): PendingFile => ({
  key: 'k',
  name: 'f',
  size: 1,
  state,
  note: null,
})
const ready = file({ is: 'ready', file: document })
const state = (over: Partial<Parameters<typeof sendState>[0]>) =>
  sendState({ text: '', files: [], status: 'ACTIVE', continuedIn: null, loading: false, ...over })

test.each([
  ['empty', {}, false],
  ['blank', { text: ' \n ' }, false],
  ['text', { text: 'Hello' }, true],
  ['a file alone', { files: [ready] }, true],
  ['while loading', { text: 'Hello', loading: true }, false],
] as const)('[COMP-12 COMP-13] %s', (_, over, enabled) => {
  expect(state(over)).toEqual({ enabled, reason: null })
})

test.each([
  ['[COMP-13 Q-029] too long', { text: 'x'.repeat(4097) }, /4096/],
  [
    '[ERR-16 Q-041] a failed upload',
    { text: 'Hello', files: [file({ is: 'failed', reason: 'x' })] },
    /Retry or remove/,
  ],
  [
    '[Q-188] a file that WhatsApp does not take',
    { text: 'Hello', files: [file({ is: 'refused', reason: 'x' })] },
    /^One of the files cannot be sent/,
  ],
  ['[COMP-14] an upload under way', { text: 'Hello', files: [file({ is: 'waiting' })] }, /upload/],
  [
    '[CONV-01] an archived conversation',
    { text: 'Hello', status: 'ARCHIVED' as const },
    /^This conversation is archived\. To reply here, set its status to Active$/,
  ],
  [
    '[Q-361] a conversation that goes on in another one',
    { text: 'Hello', status: 'ARCHIVED' as const, continuedIn: '12' },
    /^This conversation goes on in conversation #12\. Open that one/,
  ],
])('%s turns Send off and says why', (_, over, reason) => {
  const said = state(over)
  expect(said.enabled).toBe(false)
  expect(said.reason).toMatch(reason)
})
