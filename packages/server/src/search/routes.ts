import { searchCalls } from '@parley/core/search/api'
import { ApiError } from '@parley/core/errors'
import { readFinding } from '@parley/core/search/finding'
import { type SearchKind, searchKinds } from '@parley/core/search/constants'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { findMessages, readCursor } from './messages.ts'
import type { Asked } from './narrow.ts'
import { findPeople } from './people.ts'
import { findApplications, findIssues, findNotes, findTickets } from './records.ts'
import { type Pace, startTurns } from './turns.ts'

/** PostgreSQL stopped a statement at its time limit. */
const isOverdue = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014'

/** The results for a caller who hung up. */
const nothing = [null, null, null, null, null, null] as const

/** @param reader the database as it is searched: `OpenDatabase.search` */
export function searchRoutes(http: Http, reader: Reader, pace: Pace): void {
  const turns = startTurns(pace)
  const served = (kind: SearchKind): boolean => !http.sampleAreas.some(area => area === kind)
  mount(http, searchCalls, {
    search: async ({ query, caller, request }) => {
      const finding = readFinding(query.q)
      if (finding === null) throw ApiError.field('q', 'must have a letter or a digit')
      const asked: Asked = {
        finding,
        limit: query.limit,
        from: query.from === undefined ? undefined : new Date(query.from),
        to: query.to === undefined ? undefined : new Date(query.to),
        // An unknown id matches nothing.
        conversation: query.conversation === undefined ? undefined : (idOf(query.conversation) ?? 0),
        agent: query.agent === undefined || query.agent === 'none' ? query.agent : (idOf(query.agent) ?? 0),
        status: query.status,
        visibility: visibilityOf(caller),
      }
      const own = {
        writtenBy: query.written_by,
        before: query.before === undefined ? undefined : readCursor(query.before),
      }
      const wanted = new Set((query.kinds ?? searchKinds).filter(served))
      const find = <T>(kind: SearchKind, look: () => Promise<T>): Promise<T | null> =>
        wanted.has(kind) ? look() : Promise.resolve(null)
      try {
        const found = await turns(
          () =>
            Promise.all([
              find('messages', () => findMessages(reader, asked, own)),
              find('people', () => findPeople(reader, asked)),
              find('tickets', () => findTickets(reader, asked)),
              find('notes', () => findNotes(reader, asked)),
              find('issues', () => findIssues(reader, asked)),
              find('applications', () => findApplications(reader, asked)),
            ]),
          // A caller that hung up needs no result.
          () => request.socket.destroyed,
        )
        const [messages, people, tickets, notes, issues, applications] = found ?? nothing
        return { messages, people, tickets, notes, issues, applications }
      } catch (error) {
        if (isOverdue(error)) throw new ApiError('search.too-long')
        throw error
      }
    },
  })
}
