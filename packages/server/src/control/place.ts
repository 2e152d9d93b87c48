import path from 'node:path'

/** What the system takes for the address of a local socket, in bytes: 108 and 104 with the zero at their end. */
const longest = process.platform === 'darwin' ? 103 : 107

/** The data directory's path leaves no room for the socket's name. */
export class PathTooLong extends Error {
  constructor(socket: string) {
    super(
      `Commands cannot reach a running server: the path ${socket} is longer than the ${longest} bytes that a local socket ` +
        'may have. Set DATA_DIR to a shorter path, or stop the server before you run a command',
    )
    this.name = 'PathTooLong'
  }
}

/**
 * Where the server that has the embedded database in `dataDir` listens for commands, seen from the working directory where
 * that is shorter. @throws PathTooLong
 */
export function controlPath(dataDir: string, workingDir: string): string {
  const full = path.join(dataDir, 'control.sock')
  const near = path.relative(workingDir, full)
  const shorter = Buffer.byteLength(near) < Buffer.byteLength(full) ? near : full
  if (Buffer.byteLength(shorter) > longest) throw new PathTooLong(full)
  return shorter
}
