import pg from 'pg'
import { liveChannel } from '../db/write.ts'

/** Carries the newest log number to those who follow the log. A lost ring is harmless: the number is only a hint. */
export interface Bell {
  readonly ring: (seq: number) => void
  readonly onRing: (listener: (seq: number) => void) => void
  readonly close: () => Promise<void>
}

/** Within one process. */
export function localBell(): Bell {
  const listeners: ((seq: number) => void)[] = []
  return {
    ring: seq => {
      for (const listener of listeners) listener(seq)
    },
    onRing: listener => {
      listeners.push(listener)
    },
    close: async () => undefined,
  }
}

const reconnectMs = 1_000

/** Between processes that share a PostgreSQL: also rings when another process wrote. Reconnects for ever. */
export function postgresBell(url: string, onTrouble: (error: Error) => void): Bell {
  const bell = localBell()
  let client: pg.Client | null = null
  let closed = false
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url })
    const again = (error: Error) => {
      if (closed || client !== fresh) return
      client = null
      onTrouble(error)
      setTimeout(() => void connect(), reconnectMs).unref()
    }
    client = fresh
    fresh.on('error', again)
    fresh.on('end', () => again(new Error('The listening connection ended')))
    fresh.on('notification', message => bell.ring(Number(message.payload)))
    try {
      await fresh.connect()
      await fresh.query(`listen ${liveChannel}`)
    } catch (error) {
      again(error as Error)
    }
  }
  void connect()
  return {
    ...bell,
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
