import type { ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import type { Words } from '../language.ts'
import type { InputFile } from '../turn.ts'
import { option } from './field.ts'
import type { Option } from './parse/choice.ts'
import { words } from './value.ts'

const medical = option(
  'MEDICAL_REPORT',
  'Medical report',
  'Lipoota y’omusawo',
  'Ripoti ya daktari',
  'medical, doctor',
)

/** The document types of each form, with the customers' words for them. */
export const documentOptions: Readonly<Record<ApplicationKind, readonly Option[]>> = (() => {
  const both = [
    option(
      'ID_DOCUMENT',
      'ID document',
      'ID',
      'Kitambulisho',
      'id, national id, passport, my id, ndagamuntu',
    ),
    option(
      'INCOME_PROOF',
      'Proof of income',
      'Obukakafu bw’ensimbi',
      'Uthibitisho wa pato',
      'income, payslip, pay slip, bank statement, salary',
    ),
    option(
      'EMPLOYMENT_PROOF',
      'Proof of work',
      'Obukakafu bw’omulimu',
      'Uthibitisho wa kazi',
      'contract, appointment letter, work',
    ),
  ]
  const other = option('OTHER', 'Something else', 'Ekirala', 'Nyingine', 'other')
  return { ipp: [...both, other], lib: [...both, medical, other] }
})()

const asks: Readonly<Partial<Record<DocumentType, Words>>> = {
  ID_DOCUMENT: words(
    'Please send a photo or PDF of your ID, front and back.',
    'Weereza ekifaananyi oba PDF ya ID yo, mu maaso n’emabega.',
    'Tafadhali tuma picha au PDF ya kitambulisho chako, mbele na nyuma.',
  ),
  INCOME_PROOF: words(
    'Please send a photo or PDF that shows your income, such as a payslip or bank statement.',
    'Weereza ekifaananyi oba PDF eraga ssente z’ofuna, nga payslip oba statement ya bbanka.',
    'Tafadhali tuma picha au PDF inayoonyesha mapato yako, kama payslip au taarifa ya benki.',
  ),
  EMPLOYMENT_PROOF: words(
    'Please send a photo or PDF that shows where you work, such as a contract.',
    'Weereza ekifaananyi oba PDF eraga gy’okolera, nga endagaano.',
    'Tafadhali tuma picha au PDF inayoonyesha unapofanya kazi, kama mkataba.',
  ),
  MEDICAL_REPORT: words(
    'Please send a photo or PDF of a medical report on your condition.',
    'Weereza ekifaananyi oba PDF ya lipoota y’omusawo ku bulwadde bwo.',
    'Tafadhali tuma picha au PDF ya ripoti ya daktari kuhusu hali yako.',
  ),
}

/** The question for a document of this type. */
export const documentQuestion = (type: DocumentType): Words =>
  asks[type] ??
  words(
    'Please send a photo or PDF of the document.',
    'Weereza ekifaananyi oba PDF y’ekiwandiiko.',
    'Tafadhali tuma picha au PDF ya hati.',
  )

/** Photos and PDFs. A file without a type from WhatsApp passes; the server checks it. */
export const isReadable = ({ mimeType }: InputFile): boolean =>
  mimeType === null || /^image\//iu.test(mimeType) || /^application\/pdf\b/iu.test(mimeType)
