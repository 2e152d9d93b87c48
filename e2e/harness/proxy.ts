import net from 'node:net'

/** A proxy between browser and server. It can cut sockets without a close frame, as a bad connection does. */
export interface Proxy {
  readonly url: string
  /** Cuts every open WebSocket. Returns their number. */
  cutSockets(): number
  /** The number of sockets of this kind that were opened so far. */
  opened(kind: 'agent' | 'notifications'): number
  stop(): Promise<void>
}

const kinds = { agent: '/ws/agent/', notifications: '/ws/notifications' } as const

/** Forwards every byte to a server. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const upgraded = new Set<net.Socket>()
  const all = new Set<net.Socket>()
  const opened = { agent: 0, notifications: 0 }
  const server = net.createServer(browser => {
    const upstream = net.connect(Number(port), hostname)
    for (const socket of [browser, upstream]) {
      all.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        all.delete(socket)
        upgraded.delete(socket)
        browser.destroy()
        upstream.destroy()
      })
    }
    browser.on('data', (bytes: Buffer) => {
      const head = bytes.toString('latin1', 0, 2000)
      if (!/^GET .*\r\n(?:.*\r\n)*upgrade: websocket/i.test(head)) return
      upgraded.add(browser)
      if (head.includes(kinds.agent)) opened.agent += 1
      if (head.includes(kinds.notifications)) opened.notifications += 1
    })
    browser.pipe(upstream).pipe(browser)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address() as net.AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutSockets: () => {
      const count = upgraded.size
      for (const socket of upgraded) socket.resetAndDestroy()
      return count
    },
    opened: kind => opened[kind],
    stop: async () => {
      for (const socket of all) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
