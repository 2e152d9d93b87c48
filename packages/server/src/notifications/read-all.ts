import type { Writer } from '../db/write.ts'
import { stampOpenNotices } from './stamp-open.ts'

/** Marks all of an agent's notices read and keeps them. Answers how many were unread. */
export const readAllNotices = (writer: Writer, agentId: number): Promise<number> =>
  stampOpenNotices(writer, agentId, 'read_at')
