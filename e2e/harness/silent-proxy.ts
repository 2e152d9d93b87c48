import net, { type AddressInfo } from 'node:net'

/** A way to a server that can stop carrying anything without a word, as a proxy or a network does that forgot a connection. */
export interface SilentProxy {
  /** The same address as the server's, by way of this. */
  readonly url: string
  /** From now on nothing comes through on the connections there are; new ones work. Answers how many there were. */
  silence(): number
  /** Whether new connections get no answer either. */
  holdNew(held: boolean): void
  close(): Promise<void>
}

/** Opens one before the server of a URL. */
export async function openSilentProxy(to: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(to)
  /** Both ends of each. */
  const open = new Map<net.Socket, net.Socket | null>()
  let isHeld = false
  const server = net.createServer(near => {
    const far = isHeld ? null : net.connect(Number(port), hostname)
    open.set(near, far)
    near.on('error', () => undefined)
    near.on('close', () => {
      open.delete(near)
      far?.destroy()
    })
    far?.on('error', () => undefined)
    far?.on('close', () => near.destroy())
    if (far !== null) near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    silence: () => {
      // What is read is thrown away: the senders' systems have their bytes acknowledged.
      for (const socket of [...open].flat()) socket?.unpipe().resume()
      return open.size
    },
    holdNew: held => {
      isHeld = held
    },
    close: async () => {
      for (const socket of open.keys()) socket.destroy()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}
