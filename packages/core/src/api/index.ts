import { accountCalls } from './account.ts'
import { agentCalls } from './agents.ts'
import { applicationDraftCalls } from './application-drafts.ts'
import { applicationCalls } from './applications.ts'
import { assignmentCalls } from './assignments.ts'
import { assistCalls } from './assist.ts'
import { attachmentCalls } from './attachments.ts'
import { auditCalls } from './audit.ts'
import { botCalls } from './bot.ts'
import { briefCalls } from './brief.ts'
import { bulkCalls } from './bulk.ts'
import { businessHoursCalls } from './business-hours.ts'
import { cannedReplyCalls } from './canned-replies.ts'
import { routingCalls } from './routing.ts'
import { capabilityCalls } from './capabilities.ts'
import { conversationCalls } from './conversations.ts'
import { intentCalls } from './intent.ts'
import { issueCalls } from './issues.ts'
import { jobCalls } from './jobs.ts'
import { knowledgeCalls } from './knowledge.ts'
import { customerNoteCalls } from './customer-note.ts'
import { contactCalls } from './contacts.ts'
import { mergeCalls } from './merges.ts'
import { messageDraftCalls } from './message-drafts.ts'
import { messageCalls } from './messages.ts'
import { noteCalls } from './notes.ts'
import { notificationCalls } from './notifications.ts'
import { peopleCalls } from './people.ts'
import { personalDataCalls } from './personal-data.ts'
import { reminderCalls } from './reminders.ts'
import { reportCalls } from './reports.ts'
import { savedViewCalls } from './saved-views.ts'
import { searchCalls } from './search.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { setupCalls } from './setup.ts'
import { templateCalls } from './templates.ts'
import { ticketCalls } from './tickets.ts'
import { tryBotCalls } from './try-bot.ts'
import { unclearCalls } from './unclear.ts'
import { channelHealthCalls } from './channel-health.ts'
import { webhookCalls } from './webhooks.ts'
import { workCalls } from './work.ts'

/** Every call that the server answers. */
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
  ...setupCalls,
  ...jobCalls,
  ...auditCalls,
  ...webhookCalls,
  ...channelHealthCalls,
}

export { basePath } from '../words/paths.ts'
export type { Call } from './call.ts'
export { sockets } from './sockets.ts'
