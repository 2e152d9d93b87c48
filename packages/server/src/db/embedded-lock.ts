import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Another process holds the embedded database. */
export class DatabaseInUse extends Error {
  constructor(dir: string) {
    super(`The database in ${dir} is in use by another Parley server. Stop that one first, or set DATA_DIR`)
    this.name = 'DatabaseInUse'
  }
}

/**
 * Holds a data directory for this process until it ends, however it ends. The embedded database does not refuse a second
 * process and silently loses rows to it (200 acknowledged inserts, 30 kept), so this lock does. On Linux an abstract
 * socket, which the kernel frees with the process; elsewhere a socket file or pipe of the same name. Answers how to let go.
 * @throws DatabaseInUse
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  const name = `parley-${createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 24)}`
  const address =
    process.platform === 'linux'
      ? `\0${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\${name}`
        : path.join(os.tmpdir(), `${name}.sock`)
  if (address.endsWith('.sock') && !(await answers(address))) fs.rmSync(address, { force: true })
  const server = net.createServer(socket => socket.end())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new DatabaseInUse(dir) : error)
    })
    server.listen(address, resolve)
  })
  server.unref()
  return () =>
    new Promise(resolve => {
      server.close(() => resolve())
    })
}

/** A socket file outlives a killed process; only one that answers is held. */
const answers = (address: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = net.connect(address, () => {
      socket.end()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
