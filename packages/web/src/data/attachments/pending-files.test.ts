import { expect, test } from 'vitest'
import { chosenFile, isStopped, type PendingFile, uploadPercent } from './pending-files.ts'

const file = (size: number, state: PendingFile['state']): PendingFile => ({
  key: `${size}`,
  name: 'f',
  size,
  state,
  note: null,
})
const document = { document_id: '7', name: 'f', mime_type: 'text/plain', size: 1 }
const ready = { is: 'ready', file: document } as const

test.each([
  ['nothing', [], null],
  ['all ready', [file(100, ready)], null],
  ['only failed', [file(100, { is: 'failed', reason: 'no' })], null],
  ['one half up', [file(100, { is: 'uploading', loaded: 50 })], 50],
  ['over all bytes', [file(300, ready), file(100, { is: 'uploading', loaded: 0 })], 75],
  [
    'a failed one does not count',
    [file(900, { is: 'failed', reason: 'no' }), file(100, { is: 'uploading', loaded: 10 })],
    10,
  ],
  ['up but not answered', [file(100, { is: 'uploading', loaded: 100 })], 99],
  ['only refused', [file(100, { is: 'refused', reason: 'no' })], null],
  ['an empty file', [file(0, { is: 'waiting' })], 0],
] as const)('[COMP-09 Q-093] %s', (_, files, expected) => {
  expect(uploadPercent(files)).toBe(expected)
})

const megabyte = 1024 * 1024

test.each([
  ['image/gif', 9, 'refused', null],
  ['application/pdf', 100 * megabyte + 1, 'refused', null],
  ['application/pdf', 0, 'refused', null],
  ['application/pdf', 9, 'waiting', null],
  ['image/png', 5 * megabyte + 1, 'waiting', 'Larger than 5 MB: it is sent as a document'],
])('[Q-188] a chosen file of type %s with %i bytes is %s before any upload', (type, size, is, note) => {
  const chosen = chosenFile('1', { name: 'f', type, size })
  expect(chosen).toMatchObject({ key: '1', name: 'f', size, note, state: { is } })
  expect(isStopped(chosen)).toBe(is === 'refused')
})
