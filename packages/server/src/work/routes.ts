import type { FastifyError } from 'fastify'
import type { ApplicationKind } from '@parley/core/applications/application'
import type { Area } from '@parley/core/areas'
import { ApiError } from '@parley/core/errors'
import { type HandOver, workCalls } from '@parley/core/work/api'
import { type WorkPart, workParts } from '@parley/core/work/constants'
import { setAgentStatus } from '../agents/status.ts'
import { applicationCounts, applicationRows, customerOf, type Person } from '../applications/list.ts'
import { endOffersOf } from '../assignments/offer.ts'
import { assignmentHistory } from '../assignments/queries.ts'
import { changeEach } from '../bulk/each.ts'
import { customerNote } from '../customer-notes/queries.ts'
import type { Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { apiErrorOf } from '../http/errors.ts'
import { agentId, conversationId } from '../http/ids.ts'
import { type Http, mount, requireArea } from '../http/mount.ts'
import { issuesOfConversation } from '../issues/queries.ts'
import { currentSeq } from '../live/log.ts'
import { notesOfConversation } from '../notes/queries.ts'
import { remindersOfConversation } from '../reminders/queries.ts'
import { type VisibilityScope, visibilityOf } from '../visibility/queries.ts'
import { ticketsOfConversation } from '../tickets/queries.ts'
import { handOver, hasAnyOf } from './hand-over.ts'
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

interface WorkDeps {
  readonly writer: Writer
  /** Milliseconds until an offer expires. */
  readonly offerDeadlineMs: number
}

/** The requested parts, by default all that are served. */
function partsOf(http: Http, named: string | undefined): ReadonlySet<WorkPart> {
  const isServed = (part: WorkPart) => {
    const area = areaOf[part]
    return area === null || !http.sampleAreas.includes(area)
  }
  if (named === undefined) return new Set(workParts.filter(isServed))
  // The call's schema allows no other words.
  const parts = new Set(named.split(',') as WorkPart[])
  for (const part of parts) {
    const area = areaOf[part]
    if (area !== null) requireArea(http, area)
  }
  return parts
}

async function applicationsOf(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  kind: ApplicationKind,
  customer: Person,
  limit: number,
  visibility: VisibilityScope,
) {
  // Without a range the time zone does not matter.
  const filter = { kind, customer, timeZone: 'UTC', visibility }
  const [rows, counts] = await Promise.all([
    applicationRows(db, filter, { limit }, now()),
    applicationCounts(db, filter, now()),
  ])
  return { rows, counts }
}

export function workRoutes(http: Http, { writer, offerDeadlineMs }: WorkDeps): void {
  const { db } = writer
  const handOverBy =
    (caller: Caller, leaves: boolean) =>
    (id: number, { next_step: step, to }: HandOver) =>
      handOver(writer, {
        conversationId: id,
        by: caller,
        visibility: visibilityOf(caller),
        nextStep: step === undefined ? null : { clientId: step.client_note_id, text: step.text },
        to: to === undefined ? null : to === 'none' ? 'queue' : agentId(to),
        leaves,
        deadlineMs: offerDeadlineMs,
      })

  mount(http, workCalls, {
    work: async ({ params, query, caller, reply }) => {
      const parts = partsOf(http, query.parts)
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(params.id)
      const customer = await customerOf(db, id)
      if (customer === undefined) throw new ApiError('conversation.not-found', { id })
      const visibility = visibilityOf(caller)
      const ifNamed = <T>(part: WorkPart, read: () => Promise<T>) => (parts.has(part) ? read() : undefined)
      // In sequence, so that one call takes one connection of the pool.
      return {
        tickets: await ifNamed('tickets', () => ticketsOfConversation(db, id)),
        issues: await ifNamed('issues', () => issuesOfConversation(db, id)),
        assignments: await ifNamed('assignments', () => assignmentHistory(db, id)),
        ipp: await ifNamed('ipp', () => applicationsOf(writer, 'ipp', customer, query.limit, visibility)),
        lib: await ifNamed('lib', () => applicationsOf(writer, 'lib', customer, query.limit, visibility)),
        notes: await ifNamed('notes', () => notesOfConversation(db, id)),
        customer_note: await ifNamed('customer_note', () => customerNote(db, id)),
        reminders: await ifNamed('reminders', () => remindersOfConversation(db, id)),
      }
    },
    nextUp: ({ query, caller }) =>
      nextUp(db, { agentId: caller.agentId, visibility: visibilityOf(caller), until: new Date(query.until) }),
    handOver: async ({ body, caller, request }) => {
      const { items, go_offline: leaves } = body
      const each = {
        reader: db,
        // Only the caller's own conversations change, and those are visible.
        visibility: null,
        apiErrorOf: (cause: unknown) => apiErrorOf(cause as FastifyError, request),
        change: handOverBy(caller, leaves),
      }
      const results = await changeEach(items, each)
      const refused = results.filter(({ outcome }) => outcome === 'refused')
      const mayLeave = !(await hasAnyOf(
        db,
        caller.agentId,
        refused.map(one => one.conversation_id),
      ))
      const offline = leaves && mayLeave
      if (offline) await setAgentStatus(writer, caller.agentId, 'OFFLINE', { endOffersOf })
      return {
        results: results.map(one =>
          one.outcome === 'refused' ? one : { outcome: one.outcome, conversation_id: one.conversation_id },
        ),
        offline,
      }
    },
  })
}
