import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'

/** The type of what WhatsApp plays as a voice note. */
export const voiceType = 'audio/ogg; codecs=opus'

/**
 * Puts the Opus packets of a browser's recording into an Ogg file, as they are. Rejects where there are none, or
 * they are of another codec.
 */
export async function toOgg(recorded: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM, OGG] })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (track === null || track.codec !== 'opus' || !decoderConfig) throw new Error('Nothing was recorded')
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const packets = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(packets)
  await output.start()
  let count = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await packets.add(packet, { decoderConfig })
    count += 1
  }
  if (count === 0) throw new Error('Nothing was recorded')
  await output.finalize()
  return new Blob(target.buffer === null ? [] : [target.buffer], { type: voiceType })
}
