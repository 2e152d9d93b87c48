import { once } from 'node:events'
import type { Socket } from 'node:net'
import * as z from 'zod'

/*
 * What a command and a running server say to each other over the local socket: JSON, one object a line. The command begins
 * with what was typed; the server answers lines, questions and bytes, and ends with an exit code.
 */

/** The command's first line. */
export const Typed = z.strictObject({ args: z.array(z.string().max(4_096)).max(32) })

/** The command's answer to a question. */
export const Given = z.strictObject({ password: z.string().max(4_096) })

/** What the server says. */
export const Told = z.union([
  z.strictObject({ say: z.string() }),
  z.strictObject({ ask: z.literal('password') }),
  /** What it is at, or null: it is still at it. */
  z.strictObject({ at: z.string().nullable() }),
  /** A piece of the file that was asked for, in base64. */
  z.strictObject({ bytes: z.base64() }),
  /** The last one: the exit code, and why where it is not 0. */
  z.strictObject({ ended: z.int().min(0).max(255), why: z.string().nullable() }),
])

/** Bytes of a file in one line. */
export const pieceBytes = 64 * 1024
/** A line may be this long, in bytes: a piece in base64 and what is around it. */
export const longestLine = 128 * 1024

/** Somebody spoke otherwise than this. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

/** Writes one line, and waits while the other side is slow. Nothing is written to one that is gone. */
export async function sendFrame(socket: Socket, frame: object, gone: AbortSignal): Promise<void> {
  if (gone.aborted || socket.write(`${JSON.stringify(frame)}\n`)) return
  // The socket's own end ends the wait; who asked notices by the signal.
  await once(socket, 'drain', { signal: gone }).catch(() => undefined)
}

/** A line that came, as what it should be. @throws NotUnderstood */
export function understood<S extends z.ZodType>(line: string, shape: S): z.output<S> {
  const parsed = shape.safeParse(jsonOf(line))
  if (parsed.success) return parsed.data
  throw new NotUnderstood(`A line is not as it should be: ${z.prettifyError(parsed.error)}`)
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotUnderstood('A line is not JSON')
    throw error
  }
}
