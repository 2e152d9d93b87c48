import { capabilityCalls } from './access/capabilities.ts'
import { accountCalls } from './account/api.ts'
import { sessionCalls } from './account/session.ts'
import { agentCalls } from './agents/api.ts'
import { peopleCalls } from './agents/people.ts'
import { applicationCalls } from './applications/api.ts'
import { applicationDraftCalls } from './applications/drafts.ts'
import { assignmentCalls } from './assignments/api.ts'
import { assistCalls } from './assist/api.ts'
import { attachmentCalls } from './attachments/api.ts'
import { auditCalls } from './audit/api.ts'
import { backupCalls } from './backups/api.ts'
import { botCalls, tryBotCalls } from './bot/api.ts'
import { briefCalls } from './bot/brief.ts'
import { bulkCalls } from './bulk/api.ts'
import { businessHoursCalls } from './business-hours/api.ts'
import { cannedReplyCalls } from './canned-replies/api.ts'
import { channelHealthCalls } from './channel/api.ts'
import { webhookCalls } from './channel/webhooks.ts'
import { contactCalls, conversationCalls } from './conversations/api.ts'
import { mergeCalls } from './customers/merges.ts'
import { customerNoteCalls } from './customers/note.ts'
import { personalDataCalls } from './customers/personal-data.ts'
import { intentCalls, unclearCalls } from './intent/api.ts'
import { issueCalls } from './issues/api.ts'
import { jobCalls } from './jobs/api.ts'
import { knowledgeCalls } from './knowledge/api.ts'
import { messageCalls } from './messages/api.ts'
import { messageDraftCalls } from './messages/drafts-api.ts'
import { noteCalls } from './notes/api.ts'
import { notificationCalls } from './notifications/api.ts'
import { reminderCalls } from './reminders/api.ts'
import { reportCalls } from './reports/api.ts'
import { routingCalls } from './routing/api.ts'
import { savedViewCalls } from './saved-views/api.ts'
import { searchCalls } from './search/api.ts'
import { settingsCalls } from './settings/api.ts'
import { retentionCalls } from './settings/retention.ts'
import { setupCalls } from './setup/api.ts'
import { templateCalls } from './templates/api.ts'
import { ticketCalls } from './tickets/api.ts'
import { workCalls } from './work/api.ts'

export const api = {
  ...sessionCalls,
  ...accountCalls,
  ...capabilityCalls,
  ...agentCalls,
  ...notificationCalls,
  ...conversationCalls,
  ...bulkCalls,
  ...messageCalls,
  ...messageDraftCalls,
  ...templateCalls,
  ...cannedReplyCalls,
  ...savedViewCalls,
  ...noteCalls,
  ...customerNoteCalls,
  ...reminderCalls,
  ...mergeCalls,
  ...contactCalls,
  ...assignmentCalls,
  ...ticketCalls,
  ...issueCalls,
  ...applicationCalls,
  ...applicationDraftCalls,
  ...workCalls,
  ...searchCalls,
  ...intentCalls,
  ...assistCalls,
  ...botCalls,
  ...briefCalls,
  ...unclearCalls,
  ...tryBotCalls,
  ...knowledgeCalls,
  ...businessHoursCalls,
  ...routingCalls,
  ...attachmentCalls,
  ...reportCalls,
  ...peopleCalls,
  ...personalDataCalls,
  ...settingsCalls,
  ...retentionCalls,
  ...backupCalls,
  ...setupCalls,
  ...jobCalls,
  ...auditCalls,
  ...webhookCalls,
  ...channelHealthCalls,
}

export { basePath } from './paths.ts'
export type { Call } from './call.ts'
export { sockets } from './sockets/api.ts'
