import pg from 'pg'
import { keepingAlive } from '../db/connection/pool.ts'

/** One channel between the processes that share a PostgreSQL. What is told while the connection is away is lost. */
export interface Channel {
  /** Tells every process, this one too. @throws what the database says */
  tell(text: string): Promise<void>
  close(): Promise<void>
}

const reconnectMs = 1_000
const beatMs = 5_000

/**
 * Listens on a connection of its own and tells on the same one; reconnects for ever. A connection on which nothing is heard
 * may be dead, so it is asked to listen every five seconds, and closed when no answer comes.
 * @param name a name of ours, an SQL identifier
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
    // In a pipeline pg closes the connection of a query that got no answer.
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
