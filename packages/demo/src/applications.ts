import type {
  ApplicationKind,
  ApplicationStatus,
  Provenance,
  VerificationFlag,
} from '@parley/core/applications/application'
import { amountOf } from '@parley/core/read/value'
import { formNames } from '@parley/core/applications/form'
import { customerName } from '@parley/core/conversations/rules'
import { verificationFlags } from '@parley/core/applications/constants'
import { blankForm, type DemoForm, filledForm, formOfKind, pathsOf, withValue } from './application-form.ts'
import { agents, type ApplicationScript } from './data.ts'
import type { IdCard } from './id-card.ts'
import type { Row } from './insert.ts'
import type { Entry } from './ledger.ts'
import type { Planned } from './plan.ts'
import { drawFor } from './random.ts'

/** How many ids an application takes at most: its own, a change for each status it has had, and a note. */
export const applicationIds = 1 + 4 + 1

/** An application with all that belongs to it. */
interface SentApplication {
  readonly application: Row<'applications'>
  readonly form: Row<'application_forms'>
  readonly changes: readonly Row<'application_status_changes'>[]
  readonly flagChanges: readonly Row<'application_flag_changes'>[]
  readonly notes: readonly Row<'application_notes'>[]
  readonly documents: readonly Row<'application_documents'>[]
}

/** The ids of a message and of its file, if it has one. */
export interface MessageIds {
  readonly id: number
  readonly attachmentId: number | null
}

/** The rows' references. */
interface ApplicationSurroundings {
  readonly now: Date
  readonly agentIds: readonly number[]
  readonly customerId: number
  readonly conversationId: number
  /** By their places in the ledger. */
  readonly messages: readonly MessageIds[]
  readonly nextId: () => number
}

/** Separate draws, so that a form changes nothing else. */
const formDraws = 1_000_000

/** A line of the topic, with the message that it became. */
interface Told {
  readonly entry: Entry
  readonly message: MessageIds
}

/**
 * The application that the last topic with a form is about: filled in by what was said and sent there, which each field
 * points at, and dealt with by agents up to the conversation's last words. Null for most conversations.
 */
export function applicationOf(planned: Planned, around: ApplicationSurroundings): SentApplication | null {
  const { ledger, person } = planned
  const filled = filledOf(planned)
  if (filled === null) return null
  const { kind, topic, form, submittedAt, script } = filled
  const told = ledger.entries.flatMap((entry, place): Told[] => {
    const message = around.messages[place]
    return entry.topic === topic && message !== undefined ? [{ entry, message }] : []
  })
  const first = told[0]
  if (first === undefined) return null
  const submission = told.find(({ entry }) => entry.line.submits === true)
  const id = around.nextId()
  const life = lifeOf(planned, { id, first, submittedAt, script }, around)
  const { full_name, id_number } = form.personal_details
  const flags = life.review === null ? {} : flagsOf(kind, script)
  const flagChanges = life.review === null ? [] : flagChangesOf(id, flags, life.review, around)
  const created = first.entry.arrivedAt
  return {
    application: {
      id,
      kind,
      customer_id: around.customerId,
      conversation_id: around.conversationId,
      form_type: formNames[kind].type,
      form_name: formNames[kind].name,
      policy_type: kind === 'lib' ? form.policy_details.policy_type : null,
      status: script.status,
      customer_name: customerName(full_name ?? person.name, person.phone),
      customer_phone: person.phone,
      customer_email: form.contact_details.email,
      customer_id_number: id_number,
      verification_flags: flags,
      created_at: created,
      submitted_at: submittedAt,
      updated_at: life.updatedAt,
      // An agent ticks what is in order in one go.
      version: life.agentSteps + 1 + (flagChanges.length > 0 ? 1 : 0),
    },
    form: {
      application_id: id,
      form_data: formOfKind(form, kind),
      provenance: provenanceOf(pathsOf(formOfKind(form, kind)), { told, first, submission, life }, around),
    },
    changes: life.changes,
    flagChanges,
    notes: life.notes,
    documents: told
      .flatMap(({ entry, message }) =>
        entry.line.by === 'customer' && message.attachmentId !== null ? [message.attachmentId] : [],
      )
      .map((attachment_id, position) => ({ application_id: id, attachment_id, position })),
  }
}

/** A filled-in form before it has rows. */
interface Filled {
  readonly kind: ApplicationKind
  /** The topic that it is about, by its place. */
  readonly topic: number
  readonly script: ApplicationScript
  readonly submittedAt: Date | null
  readonly form: DemoForm
}

function filledOf({ role, ledger, person, index }: Planned): Filled | null {
  const topic = role.topics.findLastIndex(one => one.form !== undefined)
  const kind = role.topics[topic]?.form
  const script = role.application
  if (script === undefined || kind === undefined) return null
  const entries = ledger.entries.filter(entry => entry.topic === topic)
  const submittedAt = entries.find(({ line }) => line.submits === true)?.arrivedAt ?? null
  const base =
    submittedAt === null
      ? blankForm(person)
      : filledForm(person, submittedAt, script.odd, drawFor(formDraws, index))
  return { kind, topic, script, submittedAt, form: entries.reduce(saidIn, base) }
}

/** The identity card that goes with an application, whose form was read off it, and the topic in which it was sent. */
export function cardOf(planned: Planned): { readonly topic: number; readonly card: IdCard } | null {
  const filled = filledOf(planned)
  if (filled === null) return null
  const { full_name: name, date_of_birth: born, id_number: number } = filled.form.personal_details
  return name === null || born === null || number === null
    ? null
    : { topic: filled.topic, card: { name, born, number } }
}

/** "1.8m" is 1,800,000, and "UGX 50,000 a month" 50,000. */
function spokenAmount(text: string): number | null {
  const found = /(\d[\d,.]*)\s*(m\b)?/.exec(text)
  const amount = amountOf(found?.[1])
  return amount === null ? null : Math.round(amount * (found?.[2] === undefined ? 1 : 1_000_000))
}

const saidIn = (form: DemoForm, entry: Entry): DemoForm =>
  Object.entries(entry.line.says ?? {}).reduce(
    (said, [path, value]) => withValue(said, path, value ?? spokenAmount(entry.text)),
    form,
  )

const reviewed: ReadonlySet<ApplicationStatus> = new Set([
  'UNDER_REVIEW',
  'PENDING_DOCUMENTS',
  'APPROVED',
  'REJECTED',
])

function flagsOf(
  kind: ApplicationKind,
  { status, odd }: ApplicationScript,
): Readonly<Partial<Record<VerificationFlag, boolean>>> {
  const isSet = (flag: VerificationFlag): boolean =>
    status === 'APPROVED' ||
    (flag === 'id_verified' && status === 'UNDER_REVIEW') ||
    (flag === 'beneficiary_details_complete' && odd.includes('ticked too early'))
  return Object.fromEntries(verificationFlags[kind].map(flag => [flag, isSet(flag)]))
}

/** By the agent who looked at the application first, when they did. */
const flagChangesOf = (
  application_id: number,
  flags: Readonly<Partial<Record<VerificationFlag, boolean>>>,
  { agentId, at }: NonNullable<Life['review']>,
  { nextId }: ApplicationSurroundings,
): readonly Row<'application_flag_changes'>[] =>
  Object.entries(flags).flatMap(([flag, value]) =>
    value ? [{ id: nextId(), application_id, flag, value, agent_id: agentId, at }] : [],
  )

interface Life {
  readonly changes: readonly Row<'application_status_changes'>[]
  readonly notes: readonly Row<'application_notes'>[]
  readonly updatedAt: Date
  /** How many changes agents made. */
  readonly agentSteps: number
  /** When an agent first looked at it, and who; null while nobody has. */
  readonly review: { readonly at: Date; readonly agentId: number; readonly name: string } | null
}

interface Begun {
  readonly id: number
  readonly first: Told
  readonly submittedAt: Date | null
  readonly script: ApplicationScript
}

/** The status changes: the customer's first word and submission, and the agents' decisions. */
function lifeOf(
  { ledger, answering }: Planned,
  { id, first, submittedAt, script }: Begun,
  { now, agentIds, nextId }: ApplicationSurroundings,
): Life {
  const { status } = script
  const begun = first.entry.arrivedAt
  const own: readonly (readonly [ApplicationStatus, Date])[] =
    submittedAt === null
      ? [['DRAFT', begun]]
      : [
          ['DRAFT', begun],
          ['SUBMITTED', submittedAt],
        ]
  const steps = reviewed.has(status) ? [...new Set<ApplicationStatus>(['UNDER_REVIEW', status])] : []
  const since = (submittedAt ?? begun).getTime()
  const lastWords = ledger.entries.reduce((last, one) => Math.max(last, one.arrivedAt.getTime()), since)
  const end = Math.min(now.getTime(), lastWords)
  const timeOf = (step: number) =>
    new Date(since + Math.floor(((end - since) * (step + 1)) / steps.length / 1000) * 1000)
  const agentId = agentIds[answering] ?? null
  const way = [
    ...own.map(([to, at]) => ({ to, at, by: null, notes: null })),
    ...steps.map((to, step) => ({
      to,
      at: timeOf(step),
      by: agentId,
      notes: step === steps.length - 1 ? (script.reason ?? null) : null,
    })),
  ]
  const updatedAt = way.at(-1)?.at ?? begun
  const account = agents[answering]
  return {
    changes: way.map(({ to, at, by, notes }, place) => ({
      id: nextId(),
      application_id: id,
      from_status: way[place - 1]?.to ?? null,
      to_status: to,
      notes,
      agent_id: by,
      at,
    })),
    notes:
      script.note === undefined || agentId === null
        ? []
        : [{ id: nextId(), application_id: id, agent_id: agentId, content: script.note, at: updatedAt }],
    updatedAt,
    agentSteps: steps.length,
    review:
      steps.length === 0 || agentId === null || account === undefined
        ? null
        : { at: timeOf(0), agentId, name: `${account.givenName} ${account.familyName}` },
  }
}

interface Sources {
  readonly told: readonly Told[]
  readonly first: Told
  readonly submission: Told | undefined
  readonly life: Life
}

/** Read off the identity card. */
const onTheCard = new Set(['personal_details.id_number', 'personal_details.date_of_birth'])
/** Settled by the agent who looked at it first. */
const setByAgent = new Set(['contribution_details.start_date'])

/** For each value the message that said it, the card that shows it, the agent who set it, or the form that brought it. */
function provenanceOf(
  paths: readonly string[],
  { told, first, submission, life }: Sources,
  { conversationId }: ApplicationSurroundings,
): Readonly<Record<string, Provenance>> {
  const card = told.find(({ entry }) => entry.line.file === 'id-card' && entry.line.by === 'customer')
  const from = (source: 'message' | 'form' | 'document', { entry, message }: Told): Provenance => ({
    source,
    at: entry.arrivedAt.toISOString(),
    message_id: String(message.id) as Provenance['message_id'],
    conversation_id: String(conversationId) as Provenance['conversation_id'],
    document_id:
      source === 'document' && message.attachmentId !== null
        ? (String(message.attachmentId) as Provenance['document_id'])
        : null,
    agent: null,
  })
  const sourceOf = (path: string): Provenance => {
    const said = told.find(({ entry }) => path in (entry.line.says ?? {}))
    if (said !== undefined) return from('message', said)
    if (card !== undefined && onTheCard.has(path)) return from('document', card)
    if (life.review !== null && setByAgent.has(path)) {
      const { at, agentId, name } = life.review
      const agent = { id: String(agentId), name } as Provenance['agent']
      const nowhere = { message_id: null, conversation_id: null, document_id: null }
      return { source: 'person', at: at.toISOString(), ...nowhere, agent }
    }
    return submission === undefined ? from('message', first) : from('form', submission)
  }
  return Object.fromEntries(paths.map(path => [path, sourceOf(path)]))
}
