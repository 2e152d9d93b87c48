import fs from 'node:fs'
import { expect, test } from 'vitest'
import { voiceNoteOf } from './voice-note.ts'

/** The console's recording of a beep of three seconds. */
const recording = fs.readFileSync(new URL('../../test/recording.ogg', import.meta.url))

const changed = (at: number, ...bytes: readonly number[]): Buffer => {
  const copy = Buffer.from(recording)
  copy.set(bytes, at)
  return copy
}
const lastPage = recording.lastIndexOf('OggS')

test.each([
  ['a recording', recording, 3],
  ['one that was cut 312 samples short at its start', changed(28 + 10, 0x38, 0x01), 2.9935],
  ['one with another stream’s page behind it', Buffer.concat([recording, changed(14, 9).subarray(0, 47)]), 3],
])('[Q-195] %s is a voice note of its length', (_name, bytes, seconds) => {
  expect(voiceNoteOf(bytes, bytes)).toEqual({ seconds })
})

test.each([
  ['with two channels', changed(28 + 9, 2)],
  ['of a later version', changed(28 + 8, 0x10)],
  ['of another codec', changed(28, 0x46)],
  ['that plays no time', changed(lastPage + 6, 0, 0, 0)],
  ['whose only page is its head', recording.subarray(0, 47)],
  ['that is cut in its head', recording.subarray(0, 40)],
  ['that is empty', Buffer.alloc(0)],
  ['in WebM', Buffer.from('1a45dfa39f4286810142f7810142f281', 'hex')],
  ['of words', Buffer.from('OggS is how Ogg begins, and OpusHead how Opus does')],
])('[Q-195] a file %s is none', (_name, bytes) => {
  expect(voiceNoteOf(bytes, bytes)).toBeNull()
})
