import net from 'node:net'

/** A free port of 127.0.0.1 that no outgoing connection gets meanwhile: it is below the range that systems use for those. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    // Browsers refuse port 10080.
    const port = 11_000 + Math.floor(Math.random() * 21_000)
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
