import { statement } from '../db/statement.ts'
import { write } from '../db/write.ts'
import { isPassing } from '../http/errors.ts'
import { answerDue, type BotDeps, type Due, giveUpOn } from './turn.ts'

/** So many conversations are answered in one transaction. */
const mostAtOnce = 16
/** Milliseconds before a conversation that the bot failed at is tried again; behind the last of them people get it, */
const againMs: readonly number[] = [1_000, 5_000, 0]
/** and where that fails too, it is tried again this often. */
const giveUpAgainMs = 60_000

/** Whether a conversation but these waits for the bot. */
export const isAnyDue = statement(
  'bot_is_due',
  // By its order the index is walked; without one all conversations are, until one is found.
  `select 1 from conversations where bot_from is not null and not id = any($1::bigint[])
   order by bot_from limit 1`,
)

const due = `select c.id, c.bot_from, c.owner_generation, c.peer, c.customer_id, cu.name as customer_name,
     cu.phone as customer_phone,
     (select state from bot_states s where s.conversation_id = c.id) as state
   from conversations c join customers cu on cu.id = c.customer_id
   where c.bot_from is not null`

const longestDue = statement<Due>(
  'bot_due',
  `${due} and not c.id = any($1::bigint[]) order by c.bot_from limit $2::int for no key update of c skip locked`,
)

const dueAt = statement<Due>('bot_due_at', `${due} and c.id = $1::bigint for no key update of c`)

export type Turn = 'answered' | 'held' | 'nothing'

interface Failed {
  readonly times: number
  /** Ms since 1970. */
  readonly againAt: number
}

/**
 * Answers conversations that have waited for the bot the longest, several in one transaction. Where that fails
 * each is answered alone, so that what is wrong with one keeps no other waiting; one that fails alone is tried again for a while,
 * and then people have it. Answers how to take the next ones; that answers whether any were, or other transactions hold all
 * that wait.
 * @param onTrouble hears what failed
 */
export function openTurns(deps: BotDeps, onTrouble: (error: unknown) => void): () => Promise<Turn> {
  const { writer } = deps
  const failed = new Map<number, Failed>()

  const answerAlone = async (id: number): Promise<void> => {
    const times = failed.get(id)?.times ?? 0
    try {
      await write(writer, async (tx, emit) => {
        const [one] = await dueAt(tx, [id])
        if (one === undefined) return
        await (times < againMs.length
          ? answerDue(deps, tx, emit, one)
          : giveUpOn(tx, emit, one, writer.now()))
      })
      failed.delete(id)
    } catch (error) {
      // Where the database or the machine fails, nothing is wrong with the conversation.
      if (isPassing(error)) throw error
      onTrouble(error)
      const againAt = writer.now().getTime() + (againMs[times] ?? giveUpAgainMs)
      failed.set(id, { times: times + 1, againAt })
    }
  }

  const answerFailed = async (): Promise<boolean> => {
    const now = writer.now().getTime()
    const again = [...failed].filter(([, { againAt }]) => againAt <= now)
    for (const [id] of again) await answerAlone(id)
    return again.length > 0
  }

  return async () => {
    if (failed.size > 0 && (await answerFailed())) return 'answered'
    const left = [...failed.keys()]
    // A server whose bot has nothing to do pays no more than this look, without a transaction.
    if ((await isAnyDue(writer.db, [left])).length === 0) return 'nothing'
    let taken: readonly Due[] = []
    try {
      await write(writer, async (tx, emit) => {
        taken = onePerCustomer(await longestDue(tx, [left, mostAtOnce]))
        for (const one of taken) await answerDue(deps, tx, emit, one)
      })
    } catch (error) {
      if (isPassing(error)) throw error
      onTrouble(error)
      for (const { id } of taken) await answerAlone(id)
    }
    return taken.length === 0 ? 'held' : 'answered'
  }
}

/** What one of a customer's conversations does to a form the next one must see: it waits for the next turn. */
function onePerCustomer(all: readonly Due[]): readonly Due[] {
  const first = new Map<number, Due>()
  for (const one of all) if (!first.has(one.customer_id)) first.set(one.customer_id, one)
  return [...first.values()]
}
