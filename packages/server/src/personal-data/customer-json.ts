import type { Reader } from '../db/write.ts'
import type { IncludedFiles } from './included-files.ts'
import { applicationRecords, type CustomerRecord, conversationRecords, messageRecords } from './records.ts'

/** What stands at the top of customer.json; docs/export.md has the rest. */
export interface ExportHead {
  readonly format: 'parley-customer'
  readonly version: 1
  readonly exported_at: Date
  readonly exported_by: { readonly id: string; readonly name: string }
  readonly time_zone: string
  readonly customer: CustomerRecord
}

/** An object's text without its closing brace, for what is too long to stand in memory behind it. */
const opened = (value: object): string => JSON.stringify(value).slice(0, -1)

/** customer.json, piece by piece. */
export async function* customerJson(
  reader: Reader,
  head: ExportHead,
  included: IncludedFiles,
): AsyncGenerator<string> {
  const id = Number(head.customer.id)
  yield `${opened(head)},\n"conversations":[`
  let comma = ''
  for (const conversation of await conversationRecords(reader, id)) {
    yield `${comma}\n${opened(conversation)},"messages":[`
    let behind = ''
    for await (const page of messageRecords(reader, conversation.id)) {
      for (const message of page) {
        const files = await Promise.all(message.files.map(file => included.place(file)))
        yield `${behind}\n${JSON.stringify({ ...message, files })}`
        behind = ','
      }
    }
    yield ']}'
    comma = ','
  }
  yield '\n],\n"applications":['
  comma = ''
  for await (const application of applicationRecords(reader, id)) {
    const files = await Promise.all(application.files.map(file => included.place(file)))
    yield `${comma}\n${JSON.stringify({ ...application, files })}`
    comma = ','
  }
  yield '\n]}\n'
}
