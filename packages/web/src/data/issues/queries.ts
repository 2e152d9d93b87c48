import type { IssueEntity } from '@parley/core/issues/api'
import type { MessageEntity } from '@parley/core/messages/api'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { ownSession } from '../../client/own-session.ts'
import { type Loaded, useLiveQuery, useLoaded } from '../../sync/live-query.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { systemDelay } from '../capabilities/sample-delay.ts'
import { isSampleIssue, linkedIn, sampleIssues, sampleIssuesKey } from './sample-source.ts'
import { type CachedIssues, type IssueSource, servedIssues } from './source.ts'

const noIssues: readonly IssueEntity[] = []

/** The issues of a conversation, newest first. off: it is not known who serves them. */
export interface IssuesView extends Loaded {
  readonly area: AreaState
  readonly issues: readonly IssueEntity[]
  /** Null while nobody can be asked. */
  readonly source: IssueSource | null
}

/** A conversation's issues: the server's, fetched again when an event says so, or the built-in samples. */
export function useIssues(conversationId: string, enabled: boolean): IssuesView {
  'use memo'
  const client = useQueryClient()
  const area = useArea('issues')
  const source = sourceFor(client, area)
  const query = useLiveQuery<CachedIssues>(
    {
      key: source?.keyOf(conversationId) ?? ['issues-of-nobody'],
      load: source === null || !enabled ? null : () => source.list(conversationId),
      onFailure: cause => logFailure('fetchIssues', cause),
    },
    // What is changed in the samples is nowhere else.
    area === 'sample' ? { gcTime: Number.POSITIVE_INFINITY } : {},
  )
  const loaded = useLoaded(query)
  const issues = query.data?.value ?? noIssues
  return { ...loaded, area, issues, source }
}

function sourceFor(client: QueryClient, area: AreaState): IssueSource | null {
  if (area === 'served') return servedIssues(client)
  return area === 'sample' ? samplesOf(client) : null
}

const samplesOf = (client: QueryClient): IssueSource =>
  sampleIssues({
    delay: systemDelay,
    now: () => new Date(),
    newId,
    agent: () => ownSession()?.user ?? null,
    cached: conversationId => client.getQueryData<CachedIssues>(sampleIssuesKey(conversationId)),
    hold: (conversationId, issues) => client.setQueryData(sampleIssuesKey(conversationId), issues),
  })

/** The issue that a message belongs to: as the server says, or as this page's samples do. */
export const issueOf = (issues: readonly IssueEntity[], message: MessageEntity): string | null =>
  message.issue_id ?? linkedIn(issues, message.id)

/**
 * After a message was sent with a sample issue selected, which no server knows: it is attached in this page. The message
 * is sent already, so a failure of this is logged only.
 */
export function linkSent(client: QueryClient, issueId: string | null, message: MessageEntity): void {
  if (issueId === null || !isSampleIssue(issueId)) return
  const cached = client.getQueryData<CachedIssues>(sampleIssuesKey(message.conversation_id))
  const issue = cached?.value.find(one => one.id === issueId)
  if (issue === undefined) return
  samplesOf(client)
    .attach(issue, message)
    .catch((cause: unknown) => logFailure('attachMessage', cause))
}
