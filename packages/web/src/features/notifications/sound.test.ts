import { afterEach, expect, test, vi } from 'vitest'
import { alertSound } from './sound.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function world() {
  const at = { ms: 0, muted: false, tone: true as boolean | Error, file: true as boolean | Error }
  const played: string[] = []
  const player = (name: 'tone' | 'file') => async () => {
    if (at[name] !== true) throw at[name]
    played.push(`${name} at ${at.ms}`)
  }
  const play = alertSound({
    now: () => at.ms,
    isMuted: () => at.muted,
    playTone: player('tone'),
    playFile: player('file'),
  })
  return { at, played, play }
}

test('[TOAST-09 TOAST-10 Q-076 CONST-04] tone and file sound together, once per 3 s', () => {
  const { at, played, play } = world()
  for (const ms of [0, 1, 2_999, 3_000, 5_999, 6_100]) {
    at.ms = ms
    play()
  }
  expect(played).toEqual([
    'tone at 0',
    'file at 0',
    'tone at 3000',
    'file at 3000',
    'tone at 6100',
    'file at 6100',
  ])
})

test('[Q-066] muted, nothing sounds, and nothing that was not heard holds up the next', () => {
  const { at, played, play } = world()
  at.muted = true
  play()
  at.muted = false
  play()
  expect(played).toEqual(['tone at 0', 'file at 0'])
})

test('[Q-076] each plays when the other cannot; a browser’s refusal is no failure, anything else is logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { at, played, play } = world()
  at.tone = new DOMException('not yet', 'NotAllowedError')
  play()
  at.tone = true
  at.ms = 3_000
  at.file = new Error('gone')
  play()
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1))
  expect(played).toEqual(['file at 0', 'tone at 3000'])
  expect(warned.mock.calls).toEqual([['The notification sound could not be played', at.file]])
})
