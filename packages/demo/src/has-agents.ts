import type { Tx, Writer } from '@parley/server/db/write'

/** Whether the database has any agent: then it is somebody's workspace, and no demo is made in it. */
export const hasAgents = async (reader: Tx | Writer['db']): Promise<boolean> =>
  (await reader.selectFrom('agents').select('id').limit(1).executeTakeFirst()) !== undefined
