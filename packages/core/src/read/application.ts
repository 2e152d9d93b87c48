import type { ApplicationKind, IppForm, LibForm } from '../applications/application.ts'
import type {
  ApplicationEntity,
  ApplicationNoteEntity,
  ApplicationRowEntity,
  DocumentAskEntity,
  FlagChangeEntity,
  PersonEntity,
  ProvenanceEntity,
  PointOnRecordEntity,
  StatusChangeEntity,
} from '../entities/application.ts'
import { customerName } from '../conversations/rules.ts'
import {
  applicationKinds,
  applicationStatuses,
  provenanceSources,
  untoldReasons,
  verificationFlags,
} from '../applications/constants.ts'
import { documentTypes } from '../attachments/constants.ts'
import { readAttachments } from './entities.ts'
import {
  amountOf,
  dayOf,
  type Fields,
  fieldsOf,
  firstText,
  flagOf,
  listOf,
  textOf,
  timeOf,
  wordOf,
} from './value.ts'

const epoch = new Date(0).toISOString()

const textsOf = <N extends string>(fields: Fields, names: readonly N[]) =>
  Object.fromEntries(names.map(name => [name, textOf(fields[name])])) as Record<N, string | null>

const readPerson = (raw: unknown): PersonEntity | null => {
  const fields = fieldsOf(raw)
  const name = textOf(raw) ?? textOf(fields['name'])
  return name === null ? null : { id: textOf(fields['id']), name }
}

const readBeneficiary = (raw: unknown) => {
  const fields = fieldsOf(raw)
  return {
    ...textsOf(fields, ['name', 'relationship', 'phone_number', 'id_number']),
    percentage: amountOf(fields['percentage']),
  }
}

const readEveryForm = (form: Fields) => {
  const personal = fieldsOf(form['personal_details'])
  const employment = fieldsOf(form['employment_details'])
  return {
    personal_details: {
      ...textsOf(personal, ['full_name', 'gender', 'nationality', 'id_type', 'id_number', 'marital_status']),
      date_of_birth: dayOf(personal['date_of_birth']),
    },
    contact_details: textsOf(fieldsOf(form['contact_details']), [
      'phone_number',
      'alternative_phone',
      'email',
      'physical_address',
      'postal_address',
    ]),
    employment_details: {
      ...textsOf(employment, ['employment_status', 'employer_name', 'job_title', 'industry']),
      monthly_income: amountOf(employment['monthly_income']),
    },
    beneficiaries: listOf(form['beneficiaries']).map(readBeneficiary),
  }
}

const readDeclarations = (raw: unknown): IppForm['declarations'] =>
  Object.fromEntries(
    Object.entries(fieldsOf(raw)).flatMap(([name, value]) => {
      const read = typeof value === 'boolean' ? value : textOf(value)
      return read === null ? [] : [[name, read]]
    }),
  )

const readIppForm = (form: Fields): IppForm => {
  const contribution = fieldsOf(form['contribution_details'])
  return {
    ...readEveryForm(form),
    contribution_details: {
      initial_contribution: amountOf(contribution['initial_contribution']),
      monthly_contribution: amountOf(contribution['monthly_contribution']),
      payment_method: textOf(contribution['payment_method']),
      start_date: dayOf(contribution['start_date']),
    },
    investment_preferences: textsOf(fieldsOf(form['investment_preferences']), [
      'risk_tolerance',
      'preferred_portfolio',
      'investment_horizon',
    ]),
    declarations: readDeclarations(form['declarations']),
  }
}

const readLibForm = (form: Fields): LibForm => {
  const policy = fieldsOf(form['policy_details'])
  const health = fieldsOf(form['health_information'])
  return {
    ...readEveryForm(form),
    policy_details: {
      ...textsOf(policy, ['policy_type', 'premium_payment_frequency', 'payment_method']),
      cover_amount: amountOf(policy['cover_amount']),
      premium_amount: amountOf(policy['premium_amount']),
      policy_term: amountOf(policy['policy_term']),
    },
    health_information: {
      has_existing_conditions: flagOf(health['has_existing_conditions']),
      existing_conditions: listOf(health['existing_conditions']).flatMap(one => textOf(one) ?? []),
      smoker: flagOf(health['smoker']),
      height_cm: amountOf(health['height_cm']),
      weight_kg: amountOf(health['weight_kg']),
    },
  }
}

/** At the top; what is missing there as some providers have it, inside the form. False for none. */
function readFlags<F extends string>(names: readonly F[], fields: Fields, form: Fields): Record<F, boolean> {
  const [top, inside] = [fieldsOf(fields['verification_flags']), fieldsOf(form['verification_flags'])]
  return Object.fromEntries(
    names.map(name => [name, flagOf(top[name]) ?? flagOf(inside[name]) ?? false]),
  ) as Record<F, boolean>
}

const readTold = (fields: Fields): StatusChangeEntity['told'] => {
  const [message_id, conversation_id] = [textOf(fields['message_id']), textOf(fields['conversation_id'])]
  if (message_id !== null && conversation_id !== null) return { message_id, conversation_id }
  const not = wordOf(fields['not'], untoldReasons)
  return not === null ? null : { not }
}

const readChange = (raw: unknown): readonly StatusChangeEntity[] => {
  const fields = fieldsOf(raw)
  const to_status = wordOf(fields['to_status'], applicationStatuses)
  if (to_status === null) return []
  return [
    {
      from_status: wordOf(fields['from_status'], applicationStatuses),
      to_status,
      changed_at: timeOf(fields['changed_at']),
      notes: textOf(fields['notes']),
      changed_by: readPerson(fields['changed_by']),
      told: readTold(fieldsOf(fields['told'])),
      despite: listOf(fields['despite']).flatMap(readPoint),
    },
  ]
}

const readPoint = (raw: unknown): readonly PointOnRecordEntity[] => {
  const fields = fieldsOf(raw)
  const sentence = textOf(fields['sentence'])
  if (sentence === null) return []
  return [{ code: textOf(fields['code']) ?? '', field: textOf(fields['field']) ?? '', sentence }]
}

const readFlagChange = (raw: unknown): readonly FlagChangeEntity[] => {
  const fields = fieldsOf(raw)
  const flag = wordOf(fields['flag'], verificationFlags.lib)
  const value = flagOf(fields['value'])
  if (flag === null || value === null) return []
  return [
    { flag, value, changed_at: timeOf(fields['changed_at']), changed_by: readPerson(fields['changed_by']) },
  ]
}

const readDocumentAsk = (raw: unknown): readonly DocumentAskEntity[] => {
  const fields = fieldsOf(raw)
  const document_type = wordOf(fields['document_type'], documentTypes)
  if (document_type === null) return []
  return [
    {
      document_type,
      asked_at: timeOf(fields['asked_at']),
      asked_by: readPerson(fields['asked_by']),
      ...textsOf(fields, ['message_id', 'conversation_id']),
      brought_at: timeOf(fields['brought_at']),
    },
  ]
}

const readNote = (raw: unknown, at: number, applicationId: string): readonly ApplicationNoteEntity[] => {
  const fields = fieldsOf(raw)
  const content = textOf(fields['content'])
  if (content === null) return []
  return [
    {
      id: textOf(fields['id']) ?? `${applicationId}-${at}`,
      application_id: textOf(fields['application_id']) ?? applicationId,
      content,
      created_at: timeOf(fields['created_at']),
      created_by: readPerson(fields['created_by']),
    },
  ]
}

const readProvenance = (raw: unknown): Record<string, ProvenanceEntity> =>
  Object.fromEntries(
    Object.entries(fieldsOf(raw)).flatMap(([path, value]) => {
      const fields = fieldsOf(value)
      const source = wordOf(fields['source'], provenanceSources)
      if (source === null) return []
      const read: ProvenanceEntity = {
        source,
        at: timeOf(fields['at']),
        ...textsOf(fields, ['message_id', 'conversation_id', 'document_id']),
        agent: readPerson(fields['agent']),
      }
      return [[path, read]]
    }),
  )

/** The kind by its own field, else by the form's type or sections. */
const kindOf = (fields: Fields, form: Fields): ApplicationKind =>
  wordOf(fields['kind'], applicationKinds) ??
  (/lib/i.test(textOf(fields['form_type']) ?? '') || 'policy_details' in form ? 'lib' : 'ipp')

/**
 * Reads one application as lists show it, also out of a whole one. Never throws; what the customer part lacks is taken
 * from the form, an unknown status reads as SUBMITTED.
 */
export function readApplicationRow(raw: unknown): ApplicationRowEntity {
  const fields = fieldsOf(raw)
  const form = fieldsOf(fields['form_data'])
  const kind = kindOf(fields, form)
  const customer = fieldsOf(fields['customer'])
  const [personal, contact] = [fieldsOf(form['personal_details']), fieldsOf(form['contact_details'])]
  const phone_number = textOf(customer['phone_number']) ?? textOf(contact['phone_number'])
  const submission_date = timeOf(fields['submission_date'])
  return {
    id: firstText(fields, 'id', 'application_id') ?? '',
    kind,
    form_type: textOf(fields['form_type']) ?? '',
    form_name: textOf(fields['form_name']) ?? '',
    status: wordOf(fields['status'], applicationStatuses) ?? 'SUBMITTED',
    submission_date,
    created_at: timeOf(fields['created_at']) ?? submission_date ?? epoch,
    customer: {
      name: customerName(textOf(customer['name']) ?? textOf(personal['full_name']), phone_number),
      phone_number,
      email: textOf(customer['email']) ?? textOf(contact['email']),
      id_number: textOf(customer['id_number']) ?? textOf(personal['id_number']),
    },
    conversation_id: textOf(fields['conversation_id']),
    customer_id: textOf(fields['customer_id']),
    policy_type:
      kind === 'ipp'
        ? null
        : (textOf(fields['policy_type']) ?? textOf(fieldsOf(form['policy_details'])['policy_type'])),
    version: amountOf(fields['version']),
  }
}

/** Reads one whole application. Never throws; what is missing reads as null or empty. */
export function readApplication(raw: unknown): ApplicationEntity {
  const fields = fieldsOf(raw)
  const form = fieldsOf(fields['form_data'])
  const row = readApplicationRow(raw)
  const whole = {
    ...row,
    updated_at: timeOf(fields['updated_at']) ?? row.created_at,
    attachments: readAttachments(fields),
    status_history: listOf(fields['status_history']).flatMap(readChange),
    flag_history: listOf(fields['flag_history']).flatMap(readFlagChange),
    document_asks: listOf(fields['document_asks']).flatMap(readDocumentAsk),
    takes_fields: flagOf(fields['takes_fields']) ?? false,
    notes: listOf(fields['notes']).flatMap((note, at) => readNote(note, at, row.id)),
    provenance: readProvenance(fields['provenance']),
  }
  return row.kind === 'ipp'
    ? {
        ...whole,
        kind: 'ipp',
        form_data: readIppForm(form),
        verification_flags: readFlags(verificationFlags.ipp, fields, form),
      }
    : {
        ...whole,
        kind: 'lib',
        form_data: readLibForm(form),
        verification_flags: readFlags(verificationFlags.lib, fields, form),
      }
}

/** The applications of a list answer, bare or wrapped; entries without an id are left out. */
export const readApplicationRows = (raw: unknown): readonly ApplicationRowEntity[] => {
  const wrapped = Object.values(fieldsOf(raw)).find(Array.isArray)
  return listOf(Array.isArray(raw) ? raw : wrapped)
    .map(readApplicationRow)
    .filter(application => application.id !== '')
}
