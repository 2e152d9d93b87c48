import { t } from '../text/translate.ts'
import type { NamedAgent } from '../agents/api.ts'
import type { DocumentType } from '../attachments/api.ts'
import type { TimeOrder } from '../conversations/constants.ts'
import { byTime, type Tone } from '../conversations/rules.ts'
import { canonicalPhone } from '../customers/rules.ts'
import { ApiError } from '../errors.ts'
import { matchesName, matchesPhone, readSearch } from '../search/rules.ts'
import { inWords } from '../text/words.ts'
import type {
  ApplicationEntity,
  ApplicationKind,
  ApplicationNoteEntity,
  ApplicationRange,
  ApplicationRowEntity,
  ApplicationStatus,
  DocumentAskEntity,
  PointOnRecord,
  StatusChangeEntity,
  UntoldReason,
  VerificationFlag,
} from './application.ts'
import { askableStatuses, askedLatelyMs, toldStatuses } from './constants.ts'

/*
 * Lists and edits of applications, for the server and the console's sample source. An edit returns a changed copy.
 */

/** "Pending documents" for PENDING_DOCUMENTS. */
export const applicationStatusLabel = (status: ApplicationStatus): string => inWords(status)

/** The badge's colour: light grey is a draft, blue is new, yellow waits or is in review, green is approved, grey is rejected. */
export const applicationTone: Readonly<Record<ApplicationStatus, Tone>> = {
  DRAFT: 'pale',
  SUBMITTED: 'info',
  PENDING_DOCUMENTS: 'warn',
  UNDER_REVIEW: 'warn',
  APPROVED: 'ok',
  REJECTED: 'grey',
}

interface NumberedApplication {
  readonly kind: ApplicationKind
  readonly id: string | number
}

/** "IPP-2207" */
export const applicationNumber = ({ kind, id }: NumberedApplication): string => `${kind.toUpperCase()}-${id}`

/** "Application not found" for IPP, "LIB Application not found". */
export const applicationNotFound = (kind: ApplicationKind): ApiError =>
  new ApiError('application.not-found', { kind })

type Listed = Pick<ApplicationRowEntity, 'submission_date' | 'created_at'>

/** Lists are ordered by the submission; a draft by its creation. */
const listedAt = (row: Listed): string => row.submission_date ?? row.created_at

/** The list's order: newest submission first, then the greater id; or the oldest first, then the smaller id. */
export const applicationOrder =
  (first: TimeOrder = 'newest') =>
  (a: Listed & { id: string }, b: Listed & { id: string }): number =>
    byTime('at', first)({ id: a.id, at: listedAt(a) }, { id: b.id, at: listedAt(b) })

/** Now, and the IANA time zone of days and months; undefined: the browser's. */
export interface Moment {
  readonly now: Date
  readonly timeZone?: string | undefined
}

const dayMs = 86_400_000

/** The local time at an instant, as if it were UTC. */
function wallClock(at: Date, timeZone: string | undefined): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value)
  const [month, hour] = [of('month') - 1, of('hour')]
  return new Date(
    Date.UTC(of('year'), month, of('day'), hour, of('minute'), of('second'), at.getUTCMilliseconds()),
  )
}

/** The instant of a local time. The offset is read twice, since it may change in between. */
function instantOf(wall: Date, timeZone: string | undefined): Date {
  const offsetAt = (at: Date) => wallClock(at, timeZone).getTime() - at.getTime()
  const guess = new Date(wall.getTime() - offsetAt(wall))
  return new Date(wall.getTime() - offsetAt(guess))
}

/** `before` is excluded; null: no end. */
interface Bounds {
  readonly from: Date
  readonly before: Date | null
}

/**
 * TODAY: the calendar day. WEEK: the last 7 times 24 hours. MONTH: since the same day and time of the previous month, or its last
 * day if it has no such day.
 */
export function rangeBounds(range: ApplicationRange, { now, timeZone }: Moment): Bounds {
  if (range === 'WEEK') return { from: new Date(now.getTime() - 7 * dayMs), before: null }
  const wall = wallClock(now, timeZone)
  if (range === 'TODAY') {
    const midnight = Math.floor(wall.getTime() / dayMs) * dayMs
    return {
      from: instantOf(new Date(midnight), timeZone),
      before: instantOf(new Date(midnight + dayMs), timeZone),
    }
  }
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 0))
  const from = new Date(wall)
  from.setUTCFullYear(
    lastDay.getUTCFullYear(),
    lastDay.getUTCMonth(),
    Math.min(wall.getUTCDate(), lastDay.getUTCDate()),
  )
  return { from: instantOf(from, timeZone), before: null }
}

/** Whether an application was submitted within a range; a draft is in none. */
export function isInRange(submissionDate: string | null, range: ApplicationRange, moment: Moment): boolean {
  if (submissionDate === null) return false
  const at = new Date(submissionDate)
  const { from, before } = rangeBounds(range, moment)
  return at >= from && (before === null || at < before)
}

/**
 * Searches the words of the customer's name, without case; the phone number in every spelling; the id number as typed; the
 * application's own number. A blank search matches all.
 */
export function matchesApplicationSearch(
  row: Pick<ApplicationRowEntity, 'id' | 'kind' | 'customer'>,
  typed: string,
): boolean {
  const search = readSearch(typed)
  if (search === null) return true
  const { name, phone_number, id_number } = row.customer
  return (
    matchesName(search, name) ||
    (phone_number !== null && matchesPhone(search, phone_number)) ||
    (id_number ?? '').includes(search.text) ||
    search.reference === applicationNumber(row)
  )
}

export interface ApplicationFilter {
  readonly status?: ApplicationStatus | undefined
  readonly range?: ApplicationRange | undefined
  readonly search?: string | undefined
  /** By submission; absent: the newest first. */
  readonly order?: TimeOrder | undefined
}

/** The tabs of a list; null is "All". DRAFT and REJECTED have none. */
export const applicationTabs = [null, 'SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'APPROVED'] as const

export const matchesApplicationFilter = (
  row: Pick<ApplicationRowEntity, 'id' | 'kind' | 'customer' | 'status' | 'submission_date'>,
  { status, range, search }: ApplicationFilter,
  moment: Moment,
): boolean =>
  (status === undefined || row.status === status) &&
  (range === undefined || isInRange(row.submission_date, range, moment)) &&
  matchesApplicationSearch(row, search ?? '')

/** The sample source links applications by phone number (CDET-17). */
export function hasPhone(
  { customer }: Pick<ApplicationRowEntity, 'customer'>,
  phone: string | null,
): boolean {
  const own = canonicalPhone(customer.phone_number ?? '')
  return own !== null && own === canonicalPhone(phone ?? '')
}

/** Whether the last request is too recent for another. */
export const wasJustAsked = (ask: Pick<DocumentAskEntity, 'asked_at'> | undefined, now: Date): boolean =>
  typeof ask?.asked_at === 'string' && now.getTime() - Date.parse(ask.asked_at) < askedLatelyMs

const versionAfter = (version: number | null) => (version === null ? null : version + 1)

interface StatusEdit {
  readonly status: ApplicationStatus
  /** Blank is none. */
  readonly notes?: string | undefined
  /** The open points of an approval. */
  readonly despite?: readonly PointOnRecord[] | undefined
}

/** The application already has that status: the edit only adds to the history. Allowed after a confirmation. */
export const isSameStatus = (application: Pick<ApplicationRowEntity, 'status'>, to: ApplicationStatus) =>
  application.status === to

/** A change of status as an entry of the history. */
export const statusChange = (
  from: ApplicationStatus,
  { status, notes, despite = [] }: StatusEdit,
  by: NamedAgent | null,
  now: Date,
): StatusChangeEntity => {
  const words = notes?.trim() ?? ''
  return {
    from_status: from,
    to_status: status,
    changed_at: now.toISOString(),
    notes: words === '' ? null : words,
    changed_by: by,
    told: null,
    despite,
  }
}

const told: readonly ApplicationStatus[] = toldStatuses

/** Whether a change of status needs a notice to the customer; the same status again does not. */
export const isNews = (from: ApplicationStatus, to: ApplicationStatus): boolean =>
  from !== to && told.includes(to)

/** Reasons, as they follow "Not told to the customer: ". */
export const untoldReasonWords: Readonly<Record<UntoldReason, string>> = {
  'not-wanted': t('the agent chose not to tell them'),
  'no-conversation': t('there is no open conversation'),
  unreachable: t('WhatsApp cannot reach the customer'),
  'no-template': t('the 24 hours are over, and the workspace has chosen no template for this'),
  'template-unknown': t(
    'the 24 hours are over, and WhatsApp has no template of the name that the workspace chose',
  ),
  'template-unfit': t('the 24 hours are over, and the template that the workspace chose cannot be sent'),
}

/** Why the customer got no notice, for agents. */
export const untoldWords = (reason: UntoldReason): string =>
  t('Not told to the customer: {why}', { why: untoldReasonWords[reason] })

/** Whether agents may ask for documents: submitted and not decided. */
export const isAskable = ({ status }: Pick<ApplicationRowEntity, 'status'>): boolean =>
  (askableStatuses as readonly ApplicationStatus[]).includes(status)

/** The newest request for a document of this type. */
export const newestAsk = <Ask extends Pick<DocumentAskEntity, 'document_type'>>(
  { document_asks: asks }: { readonly document_asks: readonly Ask[] },
  type: DocumentType,
): Ask | undefined => asks.findLast(one => one.document_type === type)

/** The submission date after a change of status: a draft is submitted by its first other status. */
export const submittedAfter = (
  submissionDate: string | null,
  to: ApplicationStatus,
  now: Date,
): string | null => submissionDate ?? (to === 'DRAFT' ? null : now.toISOString())

/** Sets a status and adds it to the history. */
export const applyStatus = (
  application: ApplicationEntity,
  edit: StatusEdit,
  by: NamedAgent | null,
  now: Date,
): ApplicationEntity => ({
  ...application,
  status: edit.status,
  submission_date: submittedAfter(application.submission_date, edit.status, now),
  status_history: [...application.status_history, statusChange(application.status, edit, by, now)],
  updated_at: now.toISOString(),
  version: versionAfter(application.version),
})

/**
 * Adds a note; the same id again adds nothing.
 * @throws ApiError input.invalid naming `content` for a blank one
 */
export function addNote(
  application: ApplicationEntity,
  note: { readonly id: string; readonly content: string },
  by: NamedAgent | null,
  now: Date,
): ApplicationEntity {
  const content = note.content.trim()
  if (content === '') throw ApiError.field('content', t('must not be blank'))
  if (application.notes.some(({ id }) => id === note.id)) return application
  const created_at = now.toISOString()
  const added: ApplicationNoteEntity = {
    id: note.id,
    application_id: application.id,
    content,
    created_at,
    created_by: by,
  }
  return { ...application, notes: [...application.notes, added], updated_at: created_at }
}

/** The flags of an edit; an absent one stays. */
export type FlagEdit = Readonly<Partial<Record<VerificationFlag, boolean>>>

/** The flags that an edit would change; flags of the other kind are ignored. */
export const changedFlags = (
  flags: Readonly<Record<string, boolean>>,
  edit: FlagEdit,
): readonly { readonly flag: VerificationFlag; readonly value: boolean }[] =>
  Object.entries(flags).flatMap(([name, before]) => {
    const flag = name as VerificationFlag
    const value = edit[flag] ?? before
    return value === before ? [] : [{ flag, value }]
  })

/** Adds a request for a document; a recent one is not repeated. */
export function applyAsk(
  application: ApplicationEntity,
  type: DocumentType,
  by: NamedAgent | null,
  now: Date,
): ApplicationEntity {
  if (wasJustAsked(newestAsk(application, type), now)) return application
  const asked: DocumentAskEntity = {
    document_type: type,
    asked_at: now.toISOString(),
    asked_by: by,
    message_id: null,
    conversation_id: null,
    brought_at: null,
  }
  return { ...application, document_asks: [...application.document_asks, asked] }
}

/** Sets flags and adds the changes to the history; without a change it returns the same object. */
export function applyFlags(
  application: ApplicationEntity,
  edit: FlagEdit,
  by: NamedAgent | null,
  now: Date,
): ApplicationEntity {
  const changed = changedFlags(application.verification_flags, edit)
  if (changed.length === 0) return application
  const of = <F extends VerificationFlag>(flags: Readonly<Record<F, boolean>>): Record<F, boolean> =>
    Object.fromEntries(
      Object.entries<boolean>(flags).map(([name, value]) => [name, edit[name as F] ?? value]),
    ) as Record<F, boolean>
  const changed_at = now.toISOString()
  const after = {
    updated_at: changed_at,
    version: versionAfter(application.version),
    flag_history: [
      ...application.flag_history,
      ...changed.map(one => ({ ...one, changed_at, changed_by: by })),
    ],
  }
  return application.kind === 'ipp'
    ? { ...application, ...after, verification_flags: of(application.verification_flags) }
    : { ...application, ...after, verification_flags: of(application.verification_flags) }
}
