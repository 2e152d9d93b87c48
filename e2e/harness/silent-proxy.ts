import net, { type AddressInfo } from 'node:net'

/** A proxy that can stop forwarding without closing, like a proxy or network that lost the state of a connection. */
export interface SilentProxy {
  /** The server's address, through this proxy. */
  readonly url: string
  /** From now on the open connections carry nothing; new ones work. Returns the number of open connections. */
  silence(): number
  /** Sets whether new connections also get no response. */
  holdNew(held: boolean): void
  close(): Promise<void>
}

/** Opens a proxy for the server of a URL. */
export async function openSilentProxy(to: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(to)
  /** Both ends of each connection. */
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
      // The bytes are read and dropped, so the senders' systems still get them acknowledged.
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
