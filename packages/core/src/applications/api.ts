import * as z from 'zod'
import {
  applicationDecisions,
  maxApplicationText,
  maxCustomerWords,
  maxDespite,
  verificationFlags,
} from './constants.ts'
import { languages } from '../text/languages.ts'
import { DocumentType } from '../attachments/api.ts'
import { declare } from '../call.ts'
import { timeOrders } from '../conversations/constants.ts'
import { ConversationId, PathId } from '../ids.ts'
import { typedText } from '../text/typed.ts'
import {
  ApplicationKind,
  ApplicationStatus,
  ApplicationRange,
  IppApplicationRow,
  LibApplicationRow,
  IppApplication,
  LibApplication,
} from './application.ts'

const words = typedText(maxApplicationText)

/** The version on which the edit is based; an older one is rejected. Absent: any version. */
const version = z.int().optional()

/** The client's idempotency key: a call with the same key is executed once. */
const clientId = z.string().min(1).max(100).optional()

export const SetApplicationStatusBody = z.object({
  status: ApplicationStatus,
  /** Blank is none. */
  notes: words.optional(),
  /** Whether the customer gets an automatic notice; absent: yes. */
  tell_customer: z.boolean().default(true),
  /** The agent's words in the notice, such as the reason of a rejection; blank is none. */
  customer_words: typedText(maxCustomerWords).optional(),
  /** The open points that the caller has seen and accepts; points closed meanwhile are ignored. */
  despite: z
    .array(z.object({ code: z.string().max(60), field: z.string().max(200) }))
    .max(maxDespite)
    .optional(),
  version,
  client_change_id: clientId,
})

const AskDocumentBody = z.object({ document_type: DocumentType })

/** The draft of a message that asks the customer for the open points, and its conversation. An agent sends it. */
export const CustomerRequest = z.object({
  conversation_id: ConversationId,
  language: z.enum(languages),
  text: z.string(),
})

export type CustomerRequest = z.output<typeof CustomerRequest>

export const AddApplicationNoteBody = z.object({ content: words.min(1), client_note_id: clientId })

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const listQuery = z.object({
  status: ApplicationStatus.optional(),
  /** By the date of submission; an application that is not submitted is in no range. */
  range: ApplicationRange.optional(),
  /** The viewer's IANA time zone, for the range. */
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'must be an IANA time zone, such as Africa/Kampala')
    .default('Africa/Kampala'),
  /** Customer name without case; phone number and id number as typed. */
  search: z.string().max(200).optional(),
  /** Only those of this conversation's customer. */
  conversation_id: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** By submission. */
  order: z.enum(timeOrders).default('newest'),
  /** The last application of the page before. */
  after: z.string().max(100).optional(),
})

const area = 'applications' as const

const list = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}`,
    summary: `${name} applications, newest or oldest submission first`,
    policy: 'desk',
    about: { 'query.conversation_id': 'conversation' },
    spends: 'search',
    area,
    query: listQuery,
    reply: z.array(reply),
    headers: ['Parley-Seq', 'Parley-Total', 'Parley-Counts'],
    problems: ['conversation.not-found', 'application.not-found'],
  }) as const

const one = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}/:id`,
    summary: `One ${name} application, whole`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    reply,
    headers: ['Parley-Seq'],
    problems: ['application.not-found'],
  }) as const

const setStatus = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'PUT',
    path: `/applications/${kind}/:id/status`,
    summary: `${name} application: set the status, any from any; the same again is told by the history too; approved with every open point named`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    also: { policy: 'application-decision', field: 'status', values: applicationDecisions },
    area,
    params: PathId,
    body: SetApplicationStatusBody,
    reply,
    problems: [
      'application.not-found',
      'application.stale',
      'application.same-client-id',
      'application.points-open',
    ],
  }) as const

const addNote = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/:id/notes`,
    summary: `${name} application: add a note, for agents only`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: AddApplicationNoteBody,
    reply,
    problems: ['application.not-found', 'application.same-client-id'],
  }) as const

const setFlags = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'PUT',
    path: `/applications/${kind}/:id/flags`,
    summary: `${name} application: set what is verified; flags that are not named stay`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: z.object({
      flags: z.partialRecord(z.enum(verificationFlags[kind]), z.boolean()),
      version,
    }),
    reply,
    problems: ['application.not-found', 'application.stale'],
  }) as const

const askDocument = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/:id/document-asks`,
    summary: `${name} application: ask the customer for one document that is missing; asked a moment ago, it is not asked again`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: AskDocumentBody,
    reply,
    problems: [
      'application.not-found',
      'application.takes-no-documents',
      'application.document-not-missing',
      'application.customer-not-asked',
    ],
  }) as const

const request = <const K extends ApplicationKind>(kind: K, name: string) =>
  ({
    method: 'GET',
    path: `/applications/${kind}/:id/request`,
    summary: `${name} application: a message that asks the customer for what stands open, in their language; it sends nothing`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    reply: CustomerRequest,
    problems: ['application.not-found', 'application.nothing-to-ask', 'application.customer-not-asked'],
  }) as const

const ipp = 'IPP'

const lib = 'LIB Flex'

export const applicationCalls = declare({
  ippApplications: list('ipp', IppApplicationRow, ipp),
  ippApplication: one('ipp', IppApplication, ipp),
  setIppApplicationStatus: setStatus('ipp', IppApplication, ipp),
  addIppApplicationNote: addNote('ipp', IppApplication, ipp),
  setIppApplicationFlags: setFlags('ipp', IppApplication, ipp),
  askIppApplicationDocument: askDocument('ipp', IppApplication, ipp),
  ippApplicationRequest: request('ipp', ipp),
  libApplications: list('lib', LibApplicationRow, lib),
  libApplication: one('lib', LibApplication, lib),
  setLibApplicationStatus: setStatus('lib', LibApplication, lib),
  addLibApplicationNote: addNote('lib', LibApplication, lib),
  setLibApplicationFlags: setFlags('lib', LibApplication, lib),
  askLibApplicationDocument: askDocument('lib', LibApplication, lib),
  libApplicationRequest: request('lib', lib),
})
