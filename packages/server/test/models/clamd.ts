import net from 'node:net'

/**
 * EICAR, a harmless text that every scanner reports as malware for tests. It is in two parts, so that no scanner reports this
 * file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The behaviour of the stand-in: that of clamd, or one that gives no result for the file. */
export type ClamdMood = 'works' | 'silent' | 'limits' | 'hangs-up'

/** A stand-in for clamd that speaks INSTREAM and finds EICAR. */
export interface StandIn {
  readonly port: number
  mood: ClamdMood
  /** The sizes of the completely received files. */
  readonly scanned: number[]
  close(): Promise<void>
}

const command = Buffer.from('zINSTREAM\0')

/** The content of a complete stream; null while more is to come. */
function contentOf(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, command.length).equals(command.subarray(0, bytes.length)))
    throw new Error('No INSTREAM')
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

export async function startClamd(): Promise<StandIn> {
  const scanned: number[] = []
  const state: { mood: ClamdMood } = { mood: 'works' }
  const server = net.createServer(socket => {
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', chunk => {
      bytes = Buffer.concat([bytes, chunk])
      if (state.mood === 'silent') return
      if (state.mood === 'hangs-up') return void socket.destroy()
      if (state.mood === 'limits') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      const content = contentOf(bytes)
      if (content === null) return
      scanned.push(content.length)
      socket.end(content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    get mood() {
      return state.mood
    },
    set mood(mood) {
      state.mood = mood
    },
    scanned,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
