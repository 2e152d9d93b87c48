import type { ApplicationKind } from '@parley/core/api/applications'
import type { Area } from '@parley/core/api/areas'
import { workCalls } from '@parley/core/api/work'
import { Refusal } from '@parley/core/errors'
import { type WorkPart, workParts } from '@parley/core/words/work'
import { applicationCounts, applicationRows, customerOf, type Person } from '../applications/rows.ts'
import { assignmentHistory } from '../assignments/queries.ts'
import { customerNote } from '../customer-notes/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount, requireArea } from '../http/mount.ts'
import { conversationId } from '../http/path-ids.ts'
import { issuesOfConversation } from '../issues/queries.ts'
import { currentSeq } from '../live/log.ts'
import { notesOfConversation } from '../notes/queries.ts'
import { remindersOfConversation } from '../reminders/queries.ts'
import { type Sight, sightOf } from '../sight/queries.ts'
import { ticketsOfConversation } from '../tickets/queries.ts'
import { nextUp } from './next-up.ts'

const areaOf: Readonly<Record<WorkPart, Area | null>> = {
  tickets: null,
  issues: 'issues',
  assignments: null,
  ipp: 'applications',
  lib: 'applications',
  notes: null,
  customer_note: null,
  reminders: null,
}

/** What stands around a thread, from each noun's own queries, and what waits for the caller. */
export function workRoutes(http: Http, { db, now }: Pick<Writer, 'db' | 'now'>): void {
  const isServed = (part: WorkPart) => {
    const area = areaOf[part]
    return area === null || !http.sampleAreas.includes(area)
  }
  const partsOf = (named: string | undefined): ReadonlySet<WorkPart> => {
    if (named === undefined) return new Set(workParts.filter(isServed))
    // The declaration lets no other words through.
    const parts = new Set(named.split(',') as WorkPart[])
    for (const part of parts) {
      const area = areaOf[part]
      if (area !== null) requireArea(http, area)
    }
    return parts
  }
  const applicationsOf = async (kind: ApplicationKind, customer: Person, limit: number, sight: Sight) => {
    // No range, so nobody's days count.
    const filter = { kind, customer, timeZone: 'UTC', sight }
    const [rows, counts] = await Promise.all([
      applicationRows(db, filter, { limit }, now()),
      applicationCounts(db, filter, now()),
    ])
    return { rows, counts }
  }

  mount(
    http,
    workCalls,
  )({
    work: async ({ params, query, caller, reply }) => {
      const parts = partsOf(query.parts)
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(params.id)
      const customer = await customerOf(db, id)
      if (customer === undefined) throw new Refusal('conversation.not-found', { id })
      const sight = sightOf(caller)
      const ifNamed = <T>(part: WorkPart, read: () => Promise<T>) => (parts.has(part) ? read() : undefined)
      const [tickets, issues, assignments, ipp, lib, notes, customer_note, reminders] = await Promise.all([
        ifNamed('tickets', () => ticketsOfConversation(db, id)),
        ifNamed('issues', () => issuesOfConversation(db, id)),
        ifNamed('assignments', () => assignmentHistory(db, id)),
        ifNamed('ipp', () => applicationsOf('ipp', customer, query.limit, sight)),
        ifNamed('lib', () => applicationsOf('lib', customer, query.limit, sight)),
        ifNamed('notes', () => notesOfConversation(db, id)),
        ifNamed('customer_note', () => customerNote(db, id)),
        ifNamed('reminders', () => remindersOfConversation(db, id)),
      ])
      return { tickets, issues, assignments, ipp, lib, notes, customer_note, reminders }
    },
    nextUp: ({ query, caller }) =>
      nextUp(db, { agentId: caller.agentId, sight: sightOf(caller), until: new Date(query.until) }),
  })
}
