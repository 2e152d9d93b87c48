import type * as z from 'zod'
import { NamedAgent } from '../agents/api.ts'
import {
  type ApplicationEntity,
  type ApplicationKind,
  IppForm,
  LibForm,
  ToldApplicationRow,
  ToldIppApplication,
  ToldLibApplication,
} from '../applications/application.ts'
import { applicationKinds, verificationFlags } from '../applications/constants.ts'
import { customerName, unknownPhone } from '../conversations/rules.ts'
import { CustomerNote } from '../customers/note.ts'
import { ToldIssue } from '../issues/api.ts'
import { Mention, Mentionable, type NoteEntity, ToldNote } from '../notes/api.ts'
import { compareNotes } from '../notes/rules.ts'
import { Reminder, type ReminderEntity } from '../reminders/api.ts'
import { compareReminders } from '../reminders/rules.ts'
import { ToldTicket, ToldTicketRow } from '../tickets/api.ts'
import { filesIn } from './entities.ts'
import { tolerant, tolerantList } from './tolerant.ts'
import {
  amountOf,
  type Fields,
  fieldsOf,
  firstText,
  flagOf,
  listOf,
  textOf,
  timeOf,
  wordOf,
} from './value.ts'

/*
 * The readers of the work beside a conversation, with the other shapes that the specification allows for an entity (DATA-12,
 * DATA-32 to DATA-48). A schema comes before the ones that contain it.
 */

/** Without a time of change, the time of creation counts. */
const timesOf = (fields: Fields) => ({
  created_at: fields['created_at'],
  updated_at: timeOf(fields['updated_at']) ?? fields['created_at'],
})

/** Notes are a list, or one text. */
const foldTicket = (raw: unknown) => {
  const fields = fieldsOf(raw)
  const { notes, agent_notes } = fields
  return {
    ...fields,
    ...timesOf(fields),
    id: firstText(fields, 'id', 'ticket_id'),
    notes: Array.isArray(notes) ? notes : [{ text: agent_notes }],
  }
}
export const readTicket = tolerant(ToldTicket, foldTicket)
export const readTickets = tolerantList(ToldTicket, foldTicket)

/** If only the number of a customer is known, it serves as the name, as in lists of conversations. */
export const readTicketRows = tolerantList(ToldTicketRow, raw => {
  const fields = fieldsOf(raw)
  const customer = fieldsOf(fields['customer'])
  const phone = textOf(customer['phone_number'])
  const name = customerName(textOf(customer['name']), phone)
  return { ...foldTicket(raw), customer: { name, phone_number: phone ?? unknownPhone } }
})

/** An agent is an object, or a name. */
tolerant(NamedAgent, raw => (textOf(raw) === null ? raw : { name: raw }))

const foldIssue = (raw: unknown) => {
  const fields = fieldsOf(raw)
  return {
    ...fields,
    ...timesOf(fields),
    id: firstText(fields, 'id', 'issue_id'),
    attached_messages: [...new Set(listOf(fields['attached_messages']).map(textOf))],
  }
}
export const readIssue = tolerant(ToldIssue, foldIssue)
export const readIssues = tolerantList(ToldIssue, foldIssue)

/** A mention without its text uses the colleague's name. */
tolerant(Mention, raw => {
  const fields = fieldsOf(raw)
  return { ...fields, written: firstText(fields, 'written', 'name') }
})
export const readNote = tolerant(ToldNote)
const readNoteList = tolerantList(ToldNote)
export const readMentionable = tolerantList(Mentionable)
export const readCustomerNote = tolerant(CustomerNote)

/** The notes of a response, in thread order. */
export const readNotes = (raw: unknown): readonly NoteEntity[] => readNoteList(raw).toSorted(compareNotes)

/** A reminder without a time is due. */
export const readReminder = tolerant(Reminder)
const readReminderList = tolerantList(Reminder)

/** The reminders of a response, the first due first. */
export const readReminders = (raw: unknown): readonly ReminderEntity[] =>
  readReminderList(raw).toSorted(compareReminders)

/** Amounts and booleans are also read in the forms that people write: "UGX 1,500,000", "40%", "no". */
function asWritten(schema: z.ZodType, raw: unknown): unknown {
  const known = schema as
    | z.ZodNumber
    | z.ZodBoolean
    | z.ZodNullable<z.ZodType>
    | z.ZodArray<z.ZodType>
    | z.ZodObject<Record<string, z.ZodType>>
    | z.ZodUnknown
  switch (known.type) {
    case 'number':
      return amountOf(raw)
    case 'boolean':
      return flagOf(raw)
    case 'nullable':
      return asWritten(known.unwrap(), raw)
    case 'array':
      return listOf(raw).map(one => asWritten(known.element, one))
    case 'object': {
      const fields = fieldsOf(raw)
      return Object.fromEntries(
        Object.entries(known.shape).map(([key, part]) => [key, asWritten(part, fields[key])]),
      )
    }
    default:
      return raw
  }
}

tolerant(IppForm, raw => asWritten(IppForm, raw))
tolerant(LibForm, raw => asWritten(LibForm, raw))

/** The kind from its own field, else from the form's type or sections. */
const kindOf = (fields: Fields, form: Fields): ApplicationKind =>
  wordOf(fields['kind'], applicationKinds) ??
  (/lib/i.test(textOf(fields['form_type']) ?? '') || 'policy_details' in form ? 'lib' : 'ipp')

/** The form fills the gaps of the customer part. */
const foldRow = (raw: unknown) => {
  const fields = fieldsOf(raw)
  const form = fieldsOf(fields['form_data'])
  const kind = kindOf(fields, form)
  const customer = fieldsOf(fields['customer'])
  const [personal, contact] = [fieldsOf(form['personal_details']), fieldsOf(form['contact_details'])]
  const phone_number = textOf(customer['phone_number']) ?? textOf(contact['phone_number'])
  const { policy_type } = fieldsOf(form['policy_details'])
  return {
    ...fields,
    id: firstText(fields, 'id', 'application_id'),
    kind,
    created_at: timeOf(fields['created_at']) ?? fields['submission_date'],
    customer: {
      name: customerName(textOf(customer['name']) ?? textOf(personal['full_name']), phone_number),
      phone_number,
      email: textOf(customer['email']) ?? contact['email'],
      id_number: textOf(customer['id_number']) ?? personal['id_number'],
    },
    policy_type: kind === 'ipp' ? null : (textOf(fields['policy_type']) ?? policy_type),
  }
}
export const readApplicationRow = tolerant(ToldApplicationRow, foldRow)
export const readApplicationRows = tolerantList(ToldApplicationRow, foldRow)

const foldApplication = (raw: unknown) => {
  const fields = fieldsOf(raw)
  const row = foldRow(raw)
  const { id, created_at } = row
  const inside = fieldsOf(fieldsOf(fields['form_data'])['verification_flags'])
  const flags = fieldsOf(fields['verification_flags'])
  return {
    ...row,
    updated_at: timeOf(fields['updated_at']) ?? created_at,
    attachments: filesIn(fields),
    notes: listOf(fields['notes'])
      .map(fieldsOf)
      .map((note, at) => ({
        ...note,
        id: textOf(note['id']) ?? `${id ?? ''}-${at}`,
        application_id: textOf(note['application_id']) ?? id,
      })),
    // Flags at the top level; some providers send missing ones inside the form.
    verification_flags: Object.fromEntries(
      verificationFlags[row.kind].map(name => [name, flagOf(flags[name]) ?? flagOf(inside[name])]),
    ),
  }
}
const readIpp = tolerant(ToldIppApplication, foldApplication)
const readLib = tolerant(ToldLibApplication, foldApplication)

/** Reads one whole application by its kind. */
export const readApplication = (raw: unknown): ApplicationEntity => {
  const fields = fieldsOf(raw)
  return kindOf(fields, fieldsOf(fields['form_data'])) === 'ipp' ? readIpp(raw) : readLib(raw)
}
