/**
 * `node tools/notice-sound.mjs`: writes packages/web/public/notice.wav, the console's sound of a new notice. Two struck
 * notes made of sine waves, an octave and a fifth that sit well with the 880 Hz tone that plays beside them.
 */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from './steps/root.mjs'

const sampleRate = 11_025
const seconds = 0.5
const headerBytes = 44

/** When each note is struck (s), its pitch (Hz), how fast it dies away (1/s), and its loudness. */
const notes = [
  { at: 0, hz: 1318.51, decay: 14, loudness: 0.28 },
  { at: 0.12, hz: 1760, decay: 9, loudness: 0.24 },
]
const attackS = 0.005
const fadeS = 0.03

/** @param {number} at seconds */
function level(at) {
  let sum = 0
  for (const note of notes) {
    const age = at - note.at
    if (age < 0) continue
    const envelope = Math.min(1, age / attackS) * Math.exp(-note.decay * age)
    sum += note.loudness * envelope * Math.sin(2 * Math.PI * note.hz * age)
  }
  return sum * Math.min(1, (seconds - at) / fadeS)
}

/**
 * The sound as a WAV file: PCM, one channel, 16 bits.
 * @returns {Buffer}
 */
export function noticeSound() {
  const samples = Math.round(sampleRate * seconds)
  const wav = Buffer.alloc(headerBytes + samples * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(Math.round(level(index / sampleRate) * 0x7fff), headerBytes + index * 2)
  }
  return wav
}

/** Where the console's build takes it from. */
export const noticeSoundFile = 'packages/web/public/notice.wav'

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  fs.writeFileSync(inRoot(noticeSoundFile), noticeSound())
}
