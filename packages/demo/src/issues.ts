import type { IssueEntity } from '@parley/core/entities/issue'
import { createIssue, reopenIssue, resolveIssue } from '@parley/core/rules/issue-change'
import { fillIn } from './facts.ts'
import type { Row } from './insert.ts'
import type { Planned } from './plan.ts'
import type { IssueScript } from './script.ts'

const maxAttached = 3

/** An issue, and which of the conversation's messages are attached to it, as places in its ledger. */
export interface RaisedIssue {
  readonly issue: Row<'issues'> & { readonly id: number }
  readonly attached: ReadonlySet<number>
}

/** What the row refers to. */
export interface IssueSurroundings {
  readonly conversationId: number
  /** Who raised it. */
  readonly agentId: number
  readonly nextId: () => number
}

/**
 * The issue that an agent raised about the last topic, with what the customer wrote first about it; null for most. It went
 * its way by the rules that hold for everybody, up to the conversation's last words.
 */
export function issueOf({ role, facts, ledger }: Planned, around: IssueSurroundings): RaisedIssue | null {
  const { issue: script } = role
  const topic = ledger.entries.flatMap((entry, place) =>
    entry.topic === role.topics.length - 1 ? [{ entry, place }] : [],
  )
  const attached = topic.filter(({ entry }) => entry.line.by === 'customer').slice(0, maxAttached)
  const last = attached.at(-1)
  if (script === undefined || last === undefined) return null
  const words = (text = '') => fillIn(text, facts, 0)
  const raisedAt = last.entry.arrivedAt
  const end = new Date(
    topic.reduce((newest, { entry }) => Math.max(newest, entry.arrivedAt.getTime()), raisedAt.getTime()),
  )
  const between = new Date((raisedAt.getTime() + end.getTime()) / 2)
  const raised = createIssue(
    {
      conversation_id: String(around.conversationId),
      title: words(script.title),
      description: words(script.description),
      category: script.category,
      priority: script.priority,
    },
    null,
    raisedAt,
  )
  const id = around.nextId()
  const now = lived({ ...raised, id: String(id) }, script, { between, end, words })
  return {
    issue: {
      id,
      conversation_id: around.conversationId,
      title: now.title,
      description: now.description,
      status: now.status,
      priority: now.priority,
      category: script.category,
      assigned_agent_id: around.agentId,
      resolution_summary: now.resolution_summary,
      resolution_minutes: now.resolution_time,
      reopen_reason: now.reopen_reason,
      created_at: raisedAt,
      updated_at: new Date(now.updated_at),
      closed_at: now.closed_at === null ? null : new Date(now.closed_at),
    },
    attached: new Set(attached.map(({ place }) => place)),
  }
}

interface Life {
  readonly between: Date
  readonly end: Date
  readonly words: (text?: string) => string
}

/** An issue as its script left it. */
function lived(issue: IssueEntity, { status, resolution, reason }: IssueScript, life: Life): IssueEntity {
  const { between, end, words } = life
  switch (status) {
    case 'OPEN':
      return issue
    case 'IN_PROGRESS':
      return { ...issue, status }
    case 'RESOLVED':
      return resolveIssue(issue, words(resolution), end)
    case 'REOPENED':
      return reopenIssue(resolveIssue(issue, words(resolution), between), words(reason), end)
  }
}
