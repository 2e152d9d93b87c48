import { chooseIssueFor, type IssueWork } from '../issues/use-issue-work.ts'
import type { MessageKeys } from '../messages/thread/use-message-keys.ts'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'

/** The same until what it does changes. */
export function useMessageKeysOf(
  reminders: ThreadReminders | null,
  newest: string | null,
  issues: IssueWork | null,
): MessageKeys {
  'use memo'
  return {
    remindNewest: reminders === null || newest === null ? null : () => reminders.asked.set(newest),
    chooseIssue:
      issues === null || issues.source === null
        ? null
        : (message, from) => chooseIssueFor(issues, message, from),
  }
}
