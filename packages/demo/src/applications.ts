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
import { type ApplicationScript, agents, nameOf } from './data.ts'
import type { IdCard } from './id-card.ts'
import type { Rows } from './insert.ts'
import type { Entry } from './message-history.ts'
import type { Planned } from './plan.ts'
import { drawFor } from './random.ts'

/** The maximum of ids for an application: its own, one for each change of status, and one for a note. */
export const applicationIds = 1 + 4 + 1

/** The ids of a message and of its file, if it has one. */
export interface MessageIds {
  readonly id: number
  readonly attachmentId: number | null
}

/** The rows that an application refers to. */
interface Surroundings {
  readonly now: Date
  readonly agentIds: readonly number[]
  readonly customerId: number
  readonly conversationId: number
  /** In the order of arrival. */
  readonly messages: readonly MessageIds[]
  readonly nextId: () => number
}

/** A separate series of random draws, so that a form does not change other data. */
const formDraws = 1_000_000

/** A line of the topic, and its message. */
interface Told {
  readonly entry: Entry
  readonly message: MessageIds
}

/** The first agent who reviewed an application, and when. */
interface Review {
  readonly at: Date
  readonly agentId: number
  readonly name: string
}

/**
 * Adds the application about the last topic with a form; most conversations have none. The topic's messages fill it in, and each
 * field refers to its message. Agents process it until the conversation's last message.
 */
export function addApplication(rows: Rows, planned: Planned, around: Surroundings): void {
  const { history, person, answering } = planned
  const filled = filledOf(planned)
  if (filled === null) return
  const { kind, topic, form, submittedAt, script } = filled
  const told = history.entries.flatMap((entry, place): Told[] => {
    const message = around.messages[place]
    return entry.topic === topic && message !== undefined ? [{ entry, message }] : []
  })
  const first = told[0]
  if (first === undefined) return
  const id = around.nextId()
  const agentId = around.agentIds[answering] ?? null
  const steps = stepsOf(planned, filled, first.entry.arrivedAt, around.now)
  const agentSteps = steps.filter(step => step.byAgent)
  rows.application_status_changes.push(
    ...steps.map(({ to, at, byAgent, notes }, place) => ({
      id: around.nextId(),
      application_id: id,
      from_status: steps[place - 1]?.to ?? null,
      to_status: to,
      notes,
      agent_id: byAgent ? agentId : null,
      at,
    })),
  )
  const updatedAt = steps.at(-1)?.at ?? first.entry.arrivedAt
  if (script.note !== undefined && agentId !== null)
    rows.application_notes.push({
      id: around.nextId(),
      application_id: id,
      agent_id: agentId,
      content: script.note,
      at: updatedAt,
    })
  const [reviewStep] = agentSteps
  const review =
    reviewStep === undefined || agentId === null || agents[answering] === undefined
      ? null
      : { at: reviewStep.at, agentId, name: nameOf(answering) }
  const flags = review === null ? {} : flagsOf(kind, script)
  const flagged = Object.entries(flags).filter(([, isSet]) => isSet)
  if (review !== null) {
    const by = { application_id: id, agent_id: review.agentId, at: review.at }
    for (const [flag, value] of flagged)
      rows.application_flag_changes.push({ id: around.nextId(), ...by, flag, value })
  }
  const { full_name, id_number } = form.personal_details
  rows.applications.push({
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
    created_at: first.entry.arrivedAt,
    submitted_at: submittedAt,
    updated_at: updatedAt,
    // An agent sets all flags at once.
    version: agentSteps.length + 1 + (flagged.length > 0 ? 1 : 0),
  })
  const formData = formOfKind(form, kind)
  const provenance = provenanceOf(pathsOf(formData), { told, first, review }, around.conversationId)
  rows.application_forms.push({ application_id: id, form_data: formData, provenance })
  rows.application_documents.push(
    ...told
      .flatMap(({ entry, message }) =>
        entry.line.by === 'customer' && message.attachmentId !== null ? [message.attachmentId] : [],
      )
      .map((attachment_id, position) => ({ application_id: id, attachment_id, position })),
  )
}

/** A filled-in form before it has rows. */
interface Filled {
  readonly kind: ApplicationKind
  /** The index of its topic. */
  readonly topic: number
  readonly script: ApplicationScript
  readonly submittedAt: Date | null
  readonly form: DemoForm
}

function filledOf({ role, history, person, index }: Planned): Filled | null {
  const topic = role.topics.findLastIndex(one => one.form !== undefined)
  const kind = role.topics[topic]?.form
  const script = role.application
  if (script === undefined || kind === undefined) return null
  const entries = history.entries.filter(entry => entry.topic === topic)
  const submittedAt = entries.find(({ line }) => line.submits === true)?.arrivedAt ?? null
  const base =
    submittedAt === null
      ? blankForm(person)
      : filledForm(person, submittedAt, script.odd, drawFor(formDraws, index))
  return { kind, topic, script, submittedAt, form: entries.reduce(saidIn, base) }
}

/** The identity card of an application, the source of its values, and the topic in which the customer sent it. */
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

interface StatusStep {
  readonly to: ApplicationStatus
  readonly at: Date
  readonly byAgent: boolean
  readonly notes: string | null
}

/** The statuses in order: the customer's first message and submission, then the agents' decisions. */
function stepsOf(
  { history }: Planned,
  { submittedAt, script }: Filled,
  begun: Date,
  now: Date,
): readonly StatusStep[] {
  const { status, reason = null } = script
  const byCustomer = (to: ApplicationStatus, at: Date) => ({ to, at, byAgent: false, notes: null })
  const decisions = reviewed.has(status) ? [...new Set<ApplicationStatus>(['UNDER_REVIEW', status])] : []
  const since = (submittedAt ?? begun).getTime()
  const lastArrival = history.entries.reduce((last, one) => Math.max(last, one.arrivedAt.getTime()), since)
  const span = Math.min(now.getTime(), lastArrival) - since
  return [
    byCustomer('DRAFT', begun),
    ...(submittedAt === null ? [] : [byCustomer('SUBMITTED', submittedAt)]),
    ...decisions.map((to, step) => ({
      to,
      at: new Date(since + Math.floor((span * (step + 1)) / decisions.length / 1000) * 1000),
      byAgent: true,
      notes: step === decisions.length - 1 ? reason : null,
    })),
  ]
}

/** Paths of values that come from the identity card. */
const onTheCard = new Set(['personal_details.id_number', 'personal_details.date_of_birth'])
/** Paths of values that the first reviewing agent sets. */
const setByAgent = new Set(['contribution_details.start_date'])

interface Sources {
  readonly told: readonly Told[]
  readonly first: Told
  readonly review: Review | null
}

/** The source of each value: a message, the card, the agent who set it, or the submitted form. */
function provenanceOf(
  paths: readonly string[],
  { told, first, review }: Sources,
  conversationId: number,
): Readonly<Record<string, Provenance>> {
  const card = told.find(({ entry }) => entry.line.file === 'id-card' && entry.line.by === 'customer')
  const submission = told.find(({ entry }) => entry.line.submits === true)
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
    if (review !== null && setByAgent.has(path)) {
      const agent = { id: String(review.agentId), name: review.name } as Provenance['agent']
      const nowhere = { message_id: null, conversation_id: null, document_id: null }
      return { source: 'person', at: review.at.toISOString(), ...nowhere, agent }
    }
    return submission === undefined ? from('message', first) : from('form', submission)
  }
  return Object.fromEntries(paths.map(path => [path, sourceOf(path)]))
}
