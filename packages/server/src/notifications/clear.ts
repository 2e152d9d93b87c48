import type { Writer } from '../db/write.ts'
import { stampOpenNotices } from './stamp-open.ts'

/** Dismisses all of an agent's notices. Answers how many there were. */
export const clearNotices = (writer: Writer, agentId: number): Promise<number> =>
  stampOpenNotices(writer, agentId, 'dismissed_at')
