import { createReadStream } from 'node:fs'
import type { Attachment } from '@parley/core/attachments/api'
import type { FileStore } from '@parley/server/attachments/store'
import { type StoredFile, storeFile } from '@parley/server/attachments/stored-file'

/** A file in the demo's messages. All are fictional. */
interface Sample {
  /** The file name given by the sender. */
  readonly name: string
  readonly kind: 'image' | 'document' | 'audio'
  readonly documentType: Attachment['document_type']
  /** The name in `files`; null: WhatsApp lost the file before it was fetched. */
  readonly file: string | null
}

const photo = (documentType: Attachment['document_type'], file: string | null, name = 'Photo.jpg') =>
  ({ name, kind: 'image', documentType, file }) satisfies Sample
const paper = (documentType: Attachment['document_type'], file: string, name: string) =>
  ({ name, kind: 'document', documentType, file }) satisfies Sample

export const samples = {
  receipt: photo('FINANCIAL_DOCUMENT', 'receipt.jpg'),
  'receipt-dark': photo('FINANCIAL_DOCUMENT', 'receipt-dark.jpg'),
  'id-card': photo('ID_DOCUMENT', 'id-card.png', 'Photo.png'),
  'photo-of-form': photo('OTHER', 'photo-of-form.jpg'),
  'discharge-form': photo('MEDICAL_REPORT', 'discharge-form.jpg'),
  'lost-photo': photo('OTHER', null),
  statement: paper('FINANCIAL_DOCUMENT', 'statement.pdf', 'statement-of-contributions.pdf'),
  policy: paper('OTHER', 'policy.pdf', 'policy-schedule.pdf'),
  quote: paper('OTHER', 'quote.pdf', 'lib-flex-quote.pdf'),
  form: paper('OTHER', 'form.pdf', 'beneficiary-form.pdf'),
  'loan-plan': paper('FINANCIAL_DOCUMENT', 'loan-plan.pdf', 'loan-repayment-plan.pdf'),
  payslip: paper('INCOME_PROOF', 'payslip.pdf', 'payslip.pdf'),
  'employment-letter': paper('EMPLOYMENT_PROOF', 'employment-letter.docx', 'employment letter (final).docx'),
  'member-list': paper('OTHER', 'member-list.txt', 'members.txt'),
  voice: { name: 'Voice message.wav', kind: 'audio', documentType: 'OTHER', file: 'voice.wav' },
} as const satisfies Readonly<Record<string, Sample>>

type SampleName = keyof typeof samples
export const sampleNames = Object.keys(samples) as SampleName[]

/** The samples in the store; null for the lost one. */
export type StoredSamples = ReadonlyMap<SampleName, StoredFile | null>

/** The files are beside the bundle, or beside the sources. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../files/' : './files/', import.meta.url)

/** Stores the samples. Storage keys derive from the content, so a second call adds nothing. */
export async function storeSamples(store: FileStore): Promise<StoredSamples> {
  const stored = sampleNames.map(async name => {
    const { file, name: called } = samples[name]
    const kept =
      file === null ? null : await storeFile(store, createReadStream(new URL(file, folder)), called)
    return [name, kept] as const
  })
  return new Map(await Promise.all(stored))
}
