import type { Application, ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import { applicationNumber, isAskable } from '@parley/core/applications/rules'
import { missingDocuments } from '@parley/core/applications/checklist'
import { documentOptions } from './form/documents.ts'
import { chosen } from './form/parse/choice.ts'

/** A document that an application can take from the chat. */
export interface WantedDocument {
  readonly applicationId: number
  readonly kind: ApplicationKind
  /** "IPP-2207" */
  readonly number: string
  readonly type: DocumentType
  /** asked: requested by an agent and not received. missing: required. again: just received, and more pages may follow. */
  readonly standing: 'asked' | 'missing' | 'again'
  /** Whether an agent ever requested it. */
  readonly wasAsked: boolean
  /** The message with the request; null: none. */
  readonly askedIn: string | null
}

/** A file within this time may be another page of the same document. */
const anotherPageMs = 10 * 60_000

/** The documents that a customer's applications can take, by application and order of request. */
export const wantedDocuments = (applications: readonly Application[], now: Date): readonly WantedDocument[] =>
  applications.filter(isAskable).flatMap(application => {
    const asks = application.document_asks
    const open = asks.filter(one => one.brought_at === null).map(one => one.document_type)
    const missing = application.status === 'PENDING_DOCUMENTS' ? missingDocuments(application) : []
    const since = new Date(now.getTime() - anotherPageMs).toISOString()
    const again = application.attachments.flatMap(({ id, document_type: type }) => {
      const came = application.provenance[`attachments.${id}`]
      return came !== undefined && came.at > since ? [type] : []
    })
    const wanted = [...new Set([...open, ...missing, ...again])]
    return wanted.map((type): WantedDocument => {
      const ask = asks.findLast(one => one.document_type === type)
      const standing = open.includes(type) ? 'asked' : missing.includes(type) ? 'missing' : 'again'
      const { id, kind } = application
      return {
        applicationId: Number(id),
        kind,
        number: applicationNumber(application),
        type,
        standing,
        wasAsked: ask !== undefined,
        askedIn: ask?.message_id ?? null,
      }
    })
  })

/** A file's caption, and the message that it quotes. */
interface FileWords {
  readonly caption: string
  readonly quotedId: string | null
}

/**
 * The candidate documents for a file: the document whose request it quotes, else those that its caption names, else the requested
 * ones, else all. If there are several, the bot asks the customer.
 */
export function documentsFor(
  wanted: readonly WantedDocument[],
  { caption, quotedId }: FileWords,
): readonly WantedDocument[] {
  const quoted = quotedId === null ? [] : wanted.filter(({ askedIn }) => askedIn === quotedId)
  if (quoted.length > 0) return quoted.slice(0, 1)
  const named = wanted.filter(({ kind, type }) => chosen(caption, documentOptions[kind])?.word === type)
  if (named.length > 0) return named
  const asked = wanted.filter(({ standing }) => standing === 'asked')
  return asked.length > 0 ? asked : wanted
}

/**
 * The document for a file while an agent has the conversation and the bot cannot ask. Only documents that an agent requested
 * count,
 * the first request first. Null: none.
 */
export const documentAskedFor = (
  wanted: readonly WantedDocument[],
  words: FileWords,
): WantedDocument | null =>
  documentsFor(
    wanted.filter(({ wasAsked }) => wasAsked),
    words,
  )[0] ?? null
