import type { CannedContent } from '@parley/core/api/canned-replies'
import type { intentNames } from '@parley/core/words/intent'
import type { Language } from '@parley/core/words/languages'
import { fileFacts } from '@parley/server/attachments/stored-file'
import type { Tx } from '@parley/server/db/write'
import { insertRows, takeIds } from '../insert.ts'
import { type SampleName, type StoredSamples, samples } from '../samples/samples.ts'

type Uses = Readonly<Partial<Record<(typeof intentNames)[number], number>>>

interface DemoReply {
  readonly content: CannedContent
  readonly uses: Uses
  /** What goes with it. */
  readonly file: SampleName | null
}

const reply = (
  shortcut: string,
  language: Language | null,
  title: string,
  body: string,
  uses: Uses = {},
  file: DemoReply['file'] = null,
): DemoReply => ({ content: { shortcut, title, body, language }, uses, file })

/** What the agents of the made-up insurer Parley Life share. */
export const sharedReplies: readonly DemoReply[] = [
  reply(
    'hello',
    'en',
    'Greeting',
    'Good {part_of_day} {first_name}, this is {agent} from Parley Life. How can I help you?',
    { greeting: 61, speak_to_agent: 44 },
  ),
  reply(
    'hello-lg',
    'lg',
    'Okulamusa',
    'Mirembe {first_name}, nze {agent} okuva mu Parley Life. Nkuyambe ntya?',
    { greeting: 23 },
  ),
  reply(
    'hello-sw',
    'sw',
    'Salamu',
    'Habari ya {part_of_day} {first_name}, mimi ni {agent} wa Parley Life. Nikusaidie vipi?',
    { greeting: 9 },
  ),
  reply(
    'pay-mtn',
    'en',
    'How to pay with MTN',
    'Dial *165*4#, choose Insurance, then Parley Life, and enter {policy_number} and the amount. You get a receipt by SMS within an hour.',
    { make_contribution: 38, premium_due: 12 },
  ),
  reply(
    'pay-airtel',
    'en',
    'How to pay with Airtel',
    'Dial *185*4#, choose Insurance, then Parley Life, and enter {policy_number} and the amount. You get a receipt by SMS within an hour.',
    { make_contribution: 21, premium_due: 5 },
  ),
  reply(
    'pay-late',
    'en',
    'Late premium, 30 days of cover',
    'Your cover under {policy_number} stays in force for 30 days after the due date, {first_name}. Please pay by {date} and nothing changes.',
    { missed_payment: 31, premium_due: 3 },
  ),
  reply(
    'pay-late-sw',
    'sw',
    'Malipo yamechelewa',
    'Bima yako inaendelea kwa siku 30 baada ya tarehe ya malipo, {first_name}. Tafadhali lipa kabla ya {tarehe}.',
    { missed_payment: 6 },
  ),
  reply(
    'claim-papers',
    'en',
    'What a claim needs',
    'I am sorry to hear this, {first_name}. For a claim under {policy_number} please send a photo of the national ID, the death or medical certificate, and the bank details of whoever is to be paid.',
    { make_claim: 17 },
  ),
  reply(
    'id-lg',
    'lg',
    'Tuweereze ekifaananyi kya ndagamuntu',
    'Tukusaba otuweereze ekifaananyi kya ndagamuntu yo, enjuyi zombi, {first_name}.',
    { update_details: 8 },
  ),
  reply(
    'beneficiary',
    'en',
    'Change of beneficiary',
    'To change the beneficiary of {policy_number} I need the new person’s full name, date of birth and how you are related. Please sign both pages of the form here and send photos of them.',
    { change_beneficiary: 14 },
    'form',
  ),
]

/** An agent's own. */
export const ownReplies: readonly DemoReply[] = [
  reply(
    'pay-match',
    'en',
    'Payment being matched',
    'Thank you {first_name}. We have your payment of {amount} for {policy_number} and are matching it now. You will hear from me by {time}.',
    { payment_not_shown: 31 },
  ),
  reply(
    'pay-receipt',
    'en',
    'Please send the receipt',
    'Could you please send me a photo of the payment message, {first_name}? Then I can look for it at once.',
    { payment_not_shown: 12 },
  ),
]

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

interface CannedSurroundings {
  readonly editorId: number
  readonly agentId: number
  readonly files: StoredSamples
}

/** Adds the shared ones by `editorId`, and their own ones to `agentId`. */
export async function addCannedReplies(
  tx: Tx,
  { editorId, agentId, files }: CannedSurroundings,
  now: Date,
): Promise<void> {
  const all = [
    ...sharedReplies.map(one => ({ ...one, ownerId: null, by: editorId })),
    ...ownReplies.map(one => ({ ...one, ownerId: agentId, by: agentId })),
  ]
  const ids = await takeIds(tx, all.length)
  const rows = all.map((one, place) => ({ ...one, id: ids[place] ?? 0 }))
  await insertRows(
    tx,
    'canned_replies',
    rows.map(({ id, content, ownerId, by }, place) => ({
      id,
      owner_id: ownerId,
      ...content,
      version: 1,
      created_at: daysBefore(now, 40 + 3 * place),
      created_by: by,
      updated_at: daysBefore(now, 2 + 3 * place),
      updated_by: by,
    })),
  )
  await insertRows(
    tx,
    'canned_reply_uses',
    rows.flatMap(({ id, uses }) =>
      Object.entries(uses).map(([intent, count]) => ({ reply_id: id, intent, uses: count })),
    ),
  )
  const carried = rows.flatMap(({ id, by, file }) => {
    const stored = file === null ? null : files.get(file)
    return file === null || !stored ? [] : [{ replyId: id, by, sample: samples[file], stored }]
  })
  const fileIds = await takeIds(tx, carried.length)
  await insertRows(
    tx,
    'attachments',
    carried.map(({ by, sample, stored }, place) => ({
      id: fileIds[place] ?? 0,
      uploaded_by: by,
      name: sample.name,
      document_type: sample.documentType,
      description: '',
      ...fileFacts(stored),
      created_at: daysBefore(now, 40),
    })),
  )
  await insertRows(
    tx,
    'canned_reply_files',
    carried.map(({ replyId }, place) => ({
      reply_id: replyId,
      attachment_id: fileIds[place] ?? 0,
      position: 0,
    })),
  )
}
