import pg from 'pg'

const channel = 'parley_live'

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

/**
 * Between processes that share a PostgreSQL: also rings when another process wrote. Reconnects for ever. Other processes
 * are told after the commit and not in it, because a notifying commit waits for all others; numbers that come while one
 * is on its way are told together.
 */
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
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      again(error as Error)
    }
  }
  void connect()

  let telling = false
  let untold: number | null = null
  const tell = async () => {
    telling = true
    while (untold !== null && client !== null) {
      const seq: number = untold
      untold = null
      await client.query('select pg_notify($1, $2)', [channel, String(seq)])
    }
    telling = false
  }
  return {
    ...bell,
    ring: seq => {
      bell.ring(seq)
      untold = Math.max(seq, untold ?? 0)
      if (telling) return
      tell().catch((error: unknown) => {
        telling = false
        onTrouble(error as Error)
      })
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
