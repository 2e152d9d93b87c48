import { Readable } from 'node:stream'
import type { Attachment } from '@parley/core/api/attachments'
import type { FileStore } from '@parley/server/attachments/store'
import { type StoredFile, storeFile } from '@parley/server/attachments/stored-file'
import { docx } from './docx.ts'
import { type Paper, papers } from './papers.ts'
import { pdf } from './pdf.ts'
import { pictures } from './pictures.ts'
import { voice } from './voice.ts'

interface Sample {
  /** As the sender's file is called. */
  readonly name: string
  /** WhatsApp's word for it. */
  readonly kind: 'image' | 'document' | 'audio'
  readonly documentType: Attachment['document_type']
  /** Null: WhatsApp lost it before it was fetched. */
  readonly bytes: (() => Buffer | Promise<Buffer>) | null
}

const photo = (
  documentType: Attachment['document_type'],
  bytes: Sample['bytes'],
  name = 'Photo.jpg',
): Sample => ({
  name,
  kind: 'image',
  documentType,
  bytes,
})

const paper = (name: string, documentType: Attachment['document_type'], { title, lines }: Paper) =>
  ({ name, kind: 'document', documentType, bytes: () => pdf(title, lines) }) satisfies Sample

/** The files that go back and forth in the demo. All are made here, open, and belong to nobody. */
export const samples = {
  receipt: photo('FINANCIAL_DOCUMENT', pictures.receipt),
  'receipt-dark': photo('FINANCIAL_DOCUMENT', pictures.darkReceipt),
  'id-card': photo('ID_DOCUMENT', pictures.idCard, 'Photo.png'),
  'photo-of-form': photo('OTHER', pictures.signedForm),
  'discharge-form': photo('MEDICAL_REPORT', pictures.dischargeForm),
  'lost-photo': photo('OTHER', null),
  statement: paper('statement-of-contributions.pdf', 'FINANCIAL_DOCUMENT', papers.statement),
  policy: paper('policy-schedule.pdf', 'OTHER', papers.policy),
  quote: paper('lib-flex-quote.pdf', 'OTHER', papers.quote),
  form: paper('beneficiary-form.pdf', 'OTHER', papers.form),
  'loan-plan': paper('loan-repayment-plan.pdf', 'FINANCIAL_DOCUMENT', papers.loanPlan),
  payslip: paper('payslip.pdf', 'INCOME_PROOF', papers.payslip),
  'employment-letter': {
    name: 'employment letter (final).docx',
    kind: 'document',
    documentType: 'EMPLOYMENT_PROOF',
    bytes: () => docx(papers.employment.lines),
  },
  'member-list': {
    name: 'members.txt',
    kind: 'document',
    documentType: 'OTHER',
    bytes: () => Buffer.from(`${papers.members.title}\n\n${papers.members.lines.join('\n')}\n`),
  },
  voice: { name: 'Voice message.wav', kind: 'audio', documentType: 'OTHER', bytes: () => voice(4) },
} as const satisfies Readonly<Record<string, Sample>>

export type SampleName = keyof typeof samples

/** The samples as the store keeps them; null for the one that was lost. */
export type StoredSamples = ReadonlyMap<SampleName, StoredFile | null>

/** Makes the samples and keeps them in the store; done again, it keeps the same files under the same keys. */
export async function storeSamples(store: FileStore): Promise<StoredSamples> {
  const names = Object.keys(samples) as SampleName[]
  return new Map(
    await Promise.all(names.map(async name => [name, await storeSample(store, samples[name])] as const)),
  )
}

async function storeSample(store: FileStore, { bytes, name }: Sample): Promise<StoredFile | null> {
  return bytes === null ? null : await storeFile(store, Readable.from([await bytes()]), name)
}
