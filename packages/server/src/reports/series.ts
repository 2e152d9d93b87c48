import { type RawBuilder, sql } from 'kysely'

/** Who wrote, as the roll-ups keep it: powers of two, so that several make a sum. */
export const writers = { customer: 1, bot: 2, agent: 4 } as const

/** The writer of the message of the table alias `m`. */
export const writerOf = sql<number>`(case m.source when 'CUSTOMER' then 1 when 'BOT' then 2 else 4 end)`

/** Series of report_returns: 1 to 7 are sums of writers and count customers. */
export const allWriters = 7
export const conversationSeries = 8
export const agentSeries = 9

/** Stands for the day before the first one ever. */
export const never = -1_000_000

/** The rows of some series within the days, that were not active in them before: each entity once. */
export const firstIn = (series: RawBuilder<unknown>, { from, to }: { from: number; to: number }) =>
  sql`report_returns r where ${series} and r.day between ${from} and ${to} and r.previous < ${from}`
