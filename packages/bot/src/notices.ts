import type { ApplicationKind } from '@parley/core/applications/application'
import type { toldStatuses } from '@parley/core/applications/constants'
import type { DocumentType } from '@parley/core/attachments/api'
import { documentOptions, documentQuestion } from './form/documents.ts'
import type { Language, Words } from './language.ts'

/** A status that customers are told. */
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

interface StatusNews {
  readonly kind: ApplicationKind
  /** "IPP-2207" */
  readonly number: string
  readonly status: ToldStatus
  /** The documents that are still needed. */
  readonly missing: readonly DocumentType[]
  /** An agent's addition, verbatim; null: none. */
  readonly added: string | null
}

/** The message about an application's new status. */
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

/** The title of a document type for customers. */
export const documentTitle = (kind: ApplicationKind, type: DocumentType, language: Language): string =>
  documentOptions[kind].find(({ word }) => word === type)?.title[language] ?? type

/** `number` is the application's, "IPP-2207". */
interface Asked {
  readonly number: string
  readonly type: DocumentType
}

const forNumber: Words = {
  en: 'It is for your application {number}.',
  lg: 'Kya kusaba kwo {number}.',
  sw: 'Ni kwa ombi lako {number}.',
}

/** The request for one document of a submitted application. */
export const documentAsk = ({ number, type }: Asked, language: Language): string =>
  `${documentQuestion(type)[language]} ${forNumber[language].replace('{number}', () => number)}`

const complete: Words = {
  en: 'All documents for your application {number} are here now. We look at it next.',
  lg: 'Ebiwandiiko byonna eby’okusaba kwo {number} kati biri wano. Tugenda kukutunuulira.',
  sw: 'Hati zote za ombi lako {number} sasa ziko hapa. Tunalikagua baada ya hili.',
}

/** The message that all documents of an application have arrived. */
export const documentsComplete = (number: string, language: Language): string =>
  complete[language].replace('{number}', () => number)
