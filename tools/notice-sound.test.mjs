import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './steps/root.mjs'

test('[TOAST-10] the sound of a notification lasts half a second and never clips', () => {
  const wav = fs.readFileSync(inRoot('packages/web/public/notice.wav'))
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2)
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(samples.length).toBe(Math.round(11_025 / 2))
  expect(loudest).toBeGreaterThan(0x1000)
  expect(loudest).toBeLessThan(0x7000)
})
