import type { DocumentType } from '@parley/core/attachments/api'
import { documentQuestion } from './form/documents.ts'
import type { Language, Words } from './language.ts'

/** Of which application, "IPP-2207", and which document. */
interface Asked {
  readonly number: string
  readonly type: DocumentType
}

const forNumber: Words = {
  en: 'It is for your application {number}.',
  lg: 'Kya kusaba kwo {number}.',
  sw: 'Ni kwa ombi lako {number}.',
}

/** How a customer is asked for one document of an application that they sent in. */
export const documentAsk = ({ number, type }: Asked, language: Language): string =>
  `${documentQuestion(type)[language]} ${forNumber[language].replace('{number}', () => number)}`

const complete: Words = {
  en: 'All documents for your application {number} are here now. We look at it next.',
  lg: 'Ebiwandiiko byonna eby’okusaba kwo {number} kati biri wano. Tugenda kukutunuulira.',
  sw: 'Hati zote za ombi lako {number} sasa ziko hapa. Tunalikagua baada ya hili.',
}

/** How a customer hears that their application has all the documents that it needs. */
export const documentsComplete = (number: string, language: Language): string =>
  complete[language].replace('{number}', () => number)
