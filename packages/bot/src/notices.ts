import type { ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import type { toldStatuses } from '@parley/core/applications/constants'
import { documentOptions } from './form/documents.ts'
import type { Language, Words } from './language.ts'

/** A status that a customer hears of. */
export type ToldStatus = (typeof toldStatuses)[number]

const sentences: Readonly<Record<ToldStatus | 'documents', Words>> = {
  UNDER_REVIEW: {
    en: 'Your application {number} is being reviewed. We write to you here as soon as there is news.',
    lg: 'Okusaba kwo {number} kwekenneenyezebwa. Tujja kukuwandiikira wano nga waliwo ekipya.',
    sw: 'Ombi lako {number} linakaguliwa. Tutakuandikia hapa mara tu kutakapokuwa na habari.',
  },
  PENDING_DOCUMENTS: {
    en: 'Your application {number} needs more documents before we can go on with it.',
    lg: 'Okusaba kwo {number} kwetaaga ebiwandiiko ebirala nga tetunnagenda mu maaso.',
    sw: 'Ombi lako {number} linahitaji hati zaidi kabla hatujaendelea nalo.',
  },
  documents: {
    en: 'Please send us here: {documents}.',
    lg: 'Tuweereze wano: {documents}.',
    sw: 'Tafadhali tutumie hapa: {documents}.',
  },
  APPROVED: {
    en: 'Good news: your application {number} is approved.',
    lg: 'Amawulire amalungi: okusaba kwo {number} kukkiriziddwa.',
    sw: 'Habari njema: ombi lako {number} limekubaliwa.',
  },
  REJECTED: {
    en: 'We are sorry: your application {number} was not accepted.',
    lg: 'Tusonyiwe: okusaba kwo {number} tekukkiriziddwa.',
    sw: 'Samahani: ombi lako {number} halikukubaliwa.',
  },
}

/** What a notice speaks of. */
export interface StatusNews {
  readonly kind: ApplicationKind
  /** "IPP-2207" */
  readonly number: string
  readonly status: ToldStatus
  /** Those that are still needed. */
  readonly missing: readonly DocumentType[]
  /** What an agent adds, as it is; null: nothing. */
  readonly added: string | null
}

/** How a customer is told that their application stands otherwise than before. */
export function statusNotice(
  { kind, number, status, missing, added }: StatusNews,
  language: Language,
): string {
  const documents = missing.map(type => documentTitle(kind, type, language)).join(', ')
  const asks = status === 'PENDING_DOCUMENTS' && documents !== ''
  return [
    sentences[status][language].replace('{number}', () => number),
    ...(asks ? [sentences.documents[language].replace('{documents}', () => documents)] : []),
    ...(added === null ? [] : [added]),
  ].join(' ')
}

/** What a customer calls a type of document. */
export const documentTitle = (kind: ApplicationKind, type: DocumentType, language: Language): string =>
  documentOptions[kind].find(({ word }) => word === type)?.title[language] ?? type
