import type { Application, ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import { applicationNumber, isAskable } from '@parley/core/applications/rules'
import { missingDocuments } from '@parley/core/applications/checklist'
import { documentOptions } from './form/documents.ts'
import { chosen } from './form/parse/choice.ts'

/** A document that an application of the customer may take from the chat. */
export interface WantedDocument {
  readonly applicationId: number
  readonly kind: ApplicationKind
  /** "IPP-2207" */
  readonly number: string
  readonly type: DocumentType
  /** asked: an agent asked for it and nothing came. missing: needed. again: it came just now, and may have another side. */
  readonly standing: 'asked' | 'missing' | 'again'
  /** Whether an agent asked for it, whether or not it came. */
  readonly wasAsked: boolean
  /** The message that asks; null: nobody did. */
  readonly askedIn: string | null
}

/** So long after a file the next one may be another page of the same document. */
const anotherPageMs = 10 * 60_000

/** What a customer's applications may take, the oldest application and what was asked first in front. */
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

/** What a file says of itself: its caption, and the message that it answers. */
export interface FileWords {
  readonly caption: string
  readonly quotedId: string | null
}

/**
 * For which of them a file is: the one whose question it answers, the one that its caption names, what an agent asked for,
 * else what there is. More than one: somebody has to say; none: it is for none.
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
 * Where a person has the conversation, nobody asks the customer which one is meant: only what an agent asked for takes a file,
 * what was asked first in front. Null: none.
 */
export const documentAskedFor = (
  wanted: readonly WantedDocument[],
  words: FileWords,
): WantedDocument | null =>
  documentsFor(
    wanted.filter(({ wasAsked }) => wasAsked),
    words,
  )[0] ?? null
