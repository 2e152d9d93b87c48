import net from 'node:net'

/**
 * A port of 127.0.0.1 that is free now, and that no outgoing connection gets meanwhile: it lies below the ports that systems give
 * to those.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (await isFree(port)) return port
  }
  throw new Error('None of 100 ports is free')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
