import { expect, test } from 'vitest'
import { microphoneProblem, playingTime } from './rules.ts'

test.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [60, '1:00'],
  [119.5, '1:59'],
])('[Q-195] %d seconds play as %s', (seconds, shown) => expect(playingTime(seconds)).toBe(shown))

test.each([
  ['NotAllowedError', 'Allow it in the settings of this site'],
  ['NotFoundError', 'Connect one'],
  ['NotReadableError', 'another program'],
  ['NotSupportedError', 'Use a current Chrome, Edge or Firefox'],
  ['Error', 'attach a sound file'],
])('[Q-195] %s says what to do', (name, words) => expect(microphoneProblem(name)).toContain(words))
