import * as z from 'zod'
import { declare } from '../call.ts'
import { ConversationId, PathId, Time, VisitId } from '../ids.ts'
import { Colleague } from '../notes/api.ts'
import { typedText } from '../text/typed.ts'

export const VisitStatus = z.enum(['PLANNED', 'DONE', 'MISSED'])

/** A visit of a branch office that the customer announced. */
export const Visit = z.object({
  id: VisitId,
  conversation_id: ConversationId,
  /** The author. */
  agent: Colleague,
  branch: z.string(),
  at: Time,
  note: z.string().nullable(),
  status: VisitStatus,
  /** Rises with every edit; an edit names the version on which it is based. */
  version: z.int(),
})
export type Visit = z.output<typeof Visit>

const branch = typedText(80).min(1)
const at = z.iso.datetime({ offset: true })
const note = typedText(500).min(1).nullable()

export const CreateVisitBody = z.object({
  branch,
  at,
  note: note.default(null),
  /** The client's idempotency key: the same key never makes a second visit. */
  client_visit_id: z.string().min(1).max(100).optional(),
})

export const ChangeVisitBody = z.object({ branch, at, note, status: VisitStatus, version: z.int() })

export const visitCalls = declare({
  visits: {
    method: 'GET',
    path: '/conversations/:id/visits',
    summary: "A conversation's visits of branch offices, the first one first",
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.array(Visit),
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  visit: {
    method: 'GET',
    path: '/visits/:id',
    summary: 'One visit',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'visit' },
    params: PathId,
    reply: Visit,
    headers: ['Parley-Seq'],
    problems: ['visit.not-found'],
  },
  createVisit: {
    method: 'POST',
    path: '/conversations/:id/visits',
    summary: 'Note that the customer will visit a branch office; it is PLANNED',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: CreateVisitBody,
    reply: Visit,
    problems: ['conversation.not-found', 'visit.same-client-id'],
  },
  changeVisit: {
    method: 'PUT',
    path: '/visits/:id',
    summary: 'Change a visit; the same again changes nothing',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'visit' },
    params: PathId,
    body: ChangeVisitBody,
    reply: Visit,
    problems: ['visit.not-found', 'visit.changed'],
  },
})
