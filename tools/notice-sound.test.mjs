import fs from 'node:fs'
import { expect, test } from 'vitest'
import { noticeSound, noticeSoundFile } from './notice-sound.mjs'
import { inRoot } from './steps/root.mjs'

test('[TOAST-10] the audio file is the one that the tool makes: half a second that never clips', () => {
  const kept = fs.readFileSync(inRoot(noticeSoundFile))
  const made = noticeSound()
  expect(kept.equals(made)).toBe(true)
  const samples = new Int16Array(made.buffer, made.byteOffset + 44, (made.length - 44) / 2)
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(samples.length).toBe(Math.round(11_025 / 2))
  expect(loudest).toBeGreaterThan(0x1000)
  expect(loudest).toBeLessThan(0x7000)
})
