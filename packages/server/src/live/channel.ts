import pg from 'pg'
import { keepingAlive } from '../db/connection/pool.ts'

/** A channel between the processes that share a PostgreSQL. Messages sent while the connection is lost are lost too. */
export interface Channel {
  /** Notifies every process, this one too. @throws the database's error */
  tell(text: string): Promise<void>
  close(): Promise<void>
}

const reconnectMs = 1_000
const beatMs = 5_000

/**
 * Listens and notifies on one connection of its own, and reconnects for ever. A silent connection may be dead, so it repeats
 * `listen` every five seconds, and closes the connection if no reply comes.
 * @param name an SQL identifier, never user input
 */
export function openChannel(
  url: string,
  name: string,
  onText: (text: string) => void,
  onTrouble: (error: Error) => void,
  answerMs = beatMs,
): Channel {
  let client: pg.Client | null = null
  let closed = false
  const connect = async () => {
    if (closed) return
    const fresh = new pg.Client({
      connectionString: url,
      pipeline: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      ...keepingAlive,
    })
    let beat: NodeJS.Timeout | undefined
    const again = (error: Error) => {
      clearInterval(beat)
      if (closed || client !== fresh) return
      client = null
      onTrouble(error)
      setTimeout(() => void connect(), reconnectMs).unref()
    }
    client = fresh
    fresh.on('error', again)
    fresh.on('end', () => again(new Error('The listening connection ended')))
    fresh.on('notification', message => onText(message.payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${name}`)
    } catch (error) {
      return again(error as Error)
    }
    if (closed || client !== fresh) return
    // In a pipeline pg closes the connection of a query that got no reply.
    beat = setInterval(() => void fresh.query(`listen ${name}`).catch(again), answerMs)
    beat.unref()
  }
  void connect()
  return {
    tell: async text => {
      await client?.query('select pg_notify($1, $2)', [name, text])
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
