const rate = 8000

/** So many seconds of a voice-like hum that rises and falls by syllables: WAV, one channel of 8 bits at 8 kHz. */
export function voice(seconds: number): Buffer {
  const samples = rate * seconds
  const file = Buffer.alloc(44 + samples)
  file.write('RIFF')
  file.writeUInt32LE(36 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  for (let index = 0; index < samples; index += 1) {
    const at = index / rate
    const syllable = Math.max(0, Math.sin(at * Math.PI * 4)) * (0.6 + 0.4 * Math.sin(at * 1.7))
    const pitch = 2 * Math.PI * (140 * at + 6 * Math.sin(at * 3))
    const tone = Math.sin(pitch) + 0.5 * Math.sin(pitch * 2) + 0.25 * Math.sin(pitch * 3)
    file[44 + index] = Math.round(128 + 50 * syllable * tone)
  }
  return file
}
