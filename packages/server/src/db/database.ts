// Made from the migrated schema by `npm run db-types`; not edited by hand.
import type { ColumnType, Generated } from 'kysely'

export interface AgentReactionsTable {
  message_id: number
  emoji: string
  agent_id: number
  at: Date
  version: number
  told: Generated<string>
  told_agent_id: number | null
  told_at: Date | null
  next_try_at: Date | null
  deadline: Date
  tries: Generated<number>
  busy_until: Date | null
  failure: ColumnType<unknown, string | null, string | null>
}

export interface AgentsTable {
  id: Generated<number>
  email: string
  name: string
  password_hash: string
  created_at: Date
  disabled_at: Date | null
  status: Generated<string>
  max_capacity: Generated<number>
  department: string | null
  skills: Generated<string[]>
  last_activity_at: Date | null
  baseline: Generated<number>
  baseline_messages: Generated<number>
  role: Generated<string>
  created_by: number | null
  invited_at: Date | null
  status_reason: string | null
  status_since: Date | null
  status_until: Date | null
}

export interface ApplicationDocumentAsksTable {
  id: Generated<number>
  application_id: number
  document_type: string
  agent_id: number
  message_id: number
  at: Date
  brought_by: number | null
  brought_at: Date | null
}

export interface ApplicationDocumentsTable {
  application_id: number
  attachment_id: number
  position: number
}

export interface ApplicationDraftsTable {
  application_id: number
  state: ColumnType<unknown, string, string>
  updated_at: Date
  reminded_at: Date | null
  is_asked: Generated<boolean>
}

export interface ApplicationFlagChangesTable {
  id: Generated<number>
  application_id: number
  flag: string
  value: boolean
  agent_id: number
  at: Date
}

export interface ApplicationFormsTable {
  application_id: number
  form_data: ColumnType<unknown, string, string>
  provenance: ColumnType<unknown, string, string>
}

export interface ApplicationNotesTable {
  id: Generated<number>
  application_id: number
  agent_id: number
  content: string
  client_note_id: string | null
  at: Date
}

export interface ApplicationStatusChangesTable {
  id: Generated<number>
  application_id: number
  from_status: string | null
  to_status: string
  notes: string | null
  agent_id: number | null
  client_change_id: string | null
  at: Date
  told_message_id: number | null
  untold: string | null
  despite: ColumnType<unknown, string | null, string | null>
}

export interface ApplicationsTable {
  id: Generated<number>
  kind: string
  customer_id: number
  conversation_id: number
  form_type: string
  form_name: string
  policy_type: string | null
  status: string
  customer_name: string
  customer_phone: string | null
  customer_email: string | null
  customer_id_number: string | null
  verification_flags: ColumnType<unknown, string, string>
  created_at: Date
  submitted_at: Date | null
  updated_at: Date
  version: Generated<number>
}

export interface AssignmentsTable {
  id: Generated<number>
  conversation_id: number
  agent_id: number
  by_id: number | null
  previous_owner_id: number | null
  state: string
  reason: string | null
  offered_at: Date
  deadline: Date | null
  was_online: boolean
  ended_at: Date | null
  reason_code: string | null
}

export interface AssistDaysTable {
  day: string
  calls: number
}

export interface AssistUsesTable {
  id: Generated<number>
  agent_id: number
  kind: string
  conversation_id: number | null
  at: Date
  ms: number | null
  outcome: string | null
}

export interface AttachmentsTable {
  id: Generated<number>
  uploaded_by: number | null
  name: string
  mime_type: string
  size: number | null
  document_type: Generated<string>
  description: Generated<string>
  state: string
  failure: string | null
  storage_key: string | null
  has_thumbnail: Generated<boolean>
  width: number | null
  height: number | null
  wa_media_id: string | null
  wa_sha256: string | null
  tries: Generated<number>
  next_try_at: Date | null
  created_at: Date
}

export interface AttemptsTable {
  id: Generated<number>
  message_id: number
  conversation_id: number
  no: number
  state: string
  lease_until: Date
  phone_number_id: string
  wamid: string | null
  failure: ColumnType<unknown, string | null, string | null>
  created_at: Date
  updated_at: Date
  accepted_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  played_at: Date | null
  failed_at: Date | null
  pricing: ColumnType<unknown, string | null, string | null>
}

export interface AuditTable {
  id: Generated<number>
  at: Date
  action: string
  agent_id: number | null
  address: string | null
  noun: string
  object_id: number | null
  before: ColumnType<unknown, string | null, string | null>
  after: ColumnType<unknown, string | null, string | null>
}

export interface BaselineMarksTable {
  conversation_id: number
  baseline: number
  seen_no: number
}

export interface BaselineTalliesTable {
  baseline: number
  assignee_id: number
  messages: number
}

export interface BotHandoversTable {
  id: Generated<number>
  conversation_id: number
  reason: string
  intent: string | null
  state: ColumnType<unknown, string, string>
  at: Date
}

export interface BotStatesTable {
  conversation_id: number
  state: ColumnType<unknown, string, string>
  updated_at: Date
}

export interface BridgeCustomersTable {
  phone_number_id: string
  peer: string
  customer_id: number
  wrote_at: Date
}

export interface BusinessHoursTable {
  id: Generated<number>
  value: ColumnType<unknown, string | null, string | null>
  version: Generated<number>
  updated_at: Date | null
  updated_by: number | null
}

export interface BusinessNumbersTable {
  phone_number_id: string
  is_served: boolean
  shown_as: string | null
  account_id: string | null
  bot_on: Generated<boolean>
}

export interface CannedRepliesTable {
  id: Generated<number>
  client_id: string | null
  owner_id: number | null
  shortcut: string
  title: string
  body: string
  language: string | null
  version: Generated<number>
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
}

export interface CannedReplyFilesTable {
  reply_id: number
  attachment_id: number
  position: number
}

export interface CannedReplyUsesTable {
  reply_id: number
  intent: string
  uses: number
}

export interface ChannelHealthTable {
  phone_number_id: string
  next_check_at: Date
  checked_at: Date | null
  unreached_since: Date | null
  access: string | null
  access_since: Date | null
  refusal: ColumnType<unknown, string | null, string | null>
  quality: string | null
  standing: string | null
  sending: string | null
  said: string | null
  standing_since: Date | null
  display_number: string | null
}

export interface ConversationNotesTable {
  id: Generated<number>
  conversation_id: number
  agent_id: number
  client_note_id: string | null
  text: string
  at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

export interface ConversationsTable {
  id: Generated<number>
  customer_id: number
  phone_number_id: string
  status: string
  assignee_id: number | null
  tags: Generated<string[]>
  inbound_no: Generated<number>
  last_message_id: number | null
  last_activity: Date
  human_wait_started_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
  first_baseline: Generated<number>
  last_baseline: Generated<number>
  erased_at: Date | null
  continued_in: number | null
  customer_wrote_at: Date | null
  window_refused_at: Date | null
  unreachable: string | null
  unreachable_at: Date | null
  pair_owed_until: Date | null
  number_gone: Generated<boolean>
  peer: string | null
  with_bot: Generated<boolean>
  bot_from: number | null
  owner_generation: Generated<number>
  rating_ask_id: number | null
  rated: number | null
  closing_soon: Generated<boolean>
  snoozed_until: Date | null
  snoozed_by: number | null
  snooze_reason: string | null
  ticket_priority: string | null
  last_reply_id: number | null
}

export interface CustomerAliasesTable {
  address: string
  customer_id: number
  until: Date
  kind: string
}

export interface CustomerNotesTable {
  customer_id: number
  text: string
  version: Generated<number>
  updated_at: Date
  updated_by: number
}

export interface CustomersTable {
  id: Generated<number>
  wa_id: string | null
  wa_user_id: string | null
  phone: string | null
  name: string | null
  account_type: string | null
  customer_number: string | null
  created_at: Date
  erased_at: Date | null
  erased_by: number | null
  merged_into: number | null
  marketing_opt_out_at: Date | null
  marketing_told_at: Date | null
}

export interface DemoMarksTable {
  made_at: Date
}

export interface EarlyStatusesTable {
  phone_number_id: string
  wamid: string
  status: string
  at: Date
  failure: ColumnType<unknown, string | null, string | null>
  pricing: ColumnType<unknown, string | null, string | null>
}

export interface ErasedMessageIdsTable {
  hash: string
  erased_at: Date
}

export interface InboundTalliesTable {
  baseline: number
  conversations: number
  messages: number
  assignee_id: number
}

export interface IssuesTable {
  id: Generated<number>
  conversation_id: number
  title: string
  description: string
  status: string
  priority: string
  category: string
  assigned_agent_id: number
  client_issue_id: string | null
  resolution_summary: string | null
  resolution_minutes: number | null
  reopen_reason: string | null
  created_at: Date
  updated_at: Date
  closed_at: Date | null
}

export interface KnowledgeAnswersTable {
  id: Generated<number>
  client_id: string | null
  published: ColumnType<unknown, string | null, string | null>
  draft: ColumnType<unknown, string | null, string | null>
  version: Generated<number>
  published_version: number | null
  published_at: Date | null
  updated_at: Date
  updated_by: number | null
  removed_at: Date | null
}

export interface KnowledgeEditionTable {
  id: Generated<number>
  edition: Generated<number>
}

export interface KnowledgeVersionsTable {
  answer_id: number
  version: number
  content: ColumnType<unknown, string, string>
  by_id: number | null
  at: Date
}

export interface LiveClockTable {
  one: Generated<boolean>
  seq: number
  log: string
  place: string | null
}

export interface LiveLogTable {
  seq: number
  noun: string
  entity_id: number
  kind: string
  agent_id: number | null
  at: Date
}

export interface MarkTalliesTable {
  agent_id: number
  messages: number
  conversations: number
  assignee_id: number
}

export interface MarksTable {
  agent_id: number
  conversation_id: number
  seen_no: number
}

export interface MergesTable {
  id: Generated<number>
  kept_id: number
  gone_id: number
  made_at: Date
  made_by: number
  undone_at: Date | null
  undone_by: number | null
  before: ColumnType<unknown, string, string>
}

export interface MessageAttachmentsTable {
  message_id: number
  attachment_id: number
  position: number
}

export interface MessageDraftsTable {
  agent_id: number
  conversation_id: number
  text: string
  quoted_id: number | null
  version: number
  page_id: string
  write_no: number
  updated_at: Date
}

export interface MessageFoldsTable {
  id: Generated<number>
  phone_number_id: string
  wamid: string
  target_wamid: string
  kind: string
  content: string | null
  at: Date
  arrived_at: Date
  wa_id: string | null
  wa_user_id: string | null
  message_id: number | null
}

export interface MessageTemplatesTable {
  account_id: string
  name: string
  language: string
  category: string
  status: string
  quality: string
  content: ColumnType<unknown, string, string>
}

export interface MessageWordsTable {
  message_id: number
  at: Date
  words: string
}

export interface MessagesTable {
  id: Generated<number>
  conversation_id: number
  direction: string
  source: string
  message_type: string
  content: string
  agent_id: number | null
  at: Date
  arrived_at: Date
  inbound_no: number | null
  phone_number_id: string | null
  wamid: string | null
  client_message_id: string | null
  status: string
  failure: ColumnType<unknown, string | null, string | null>
  send_deadline: Date | null
  next_try_at: Date | null
  tries: Generated<number>
  response_time_seconds: number | null
  wait_started_at: Date | null
  issue_id: number | null
  metadata: ColumnType<unknown, string | null, string | null>
  first_seen_at: Date | null
  quoted_wamid: string | null
  quoted_id: number | null
  forwarded: string | null
  details: ColumnType<unknown, string | null, string | null>
  reaction: string | null
  reaction_at: Date | null
  original_content: string | null
  edited_at: Date | null
  revoked_at: Date | null
  waits: ColumnType<unknown, string | null, string | null>
  waits_until: Date | null
  give_up_at: Date | null
  owner_generation: number | null
}

export interface NoteMentionsTable {
  note_id: number
  agent_id: number
  at: Date
  seen_at: Date | null
}

export interface NoteReactionsTable {
  note_id: number
  agent_id: number
  emoji: string
  at: Date
}

export interface NotificationsTable {
  id: Generated<number>
  agent_id: number
  cause: string
  type: string
  title: string
  message: string
  conversation_id: number | null
  ticket_id: number | null
  importance: Generated<string>
  auto_close: Generated<boolean>
  read_at: Date | null
  dismissed_at: Date | null
  created_at: Date
  updated_at: Date
  note_id: number | null
  reminder_id: number | null
}

export interface OwnerChangesTable {
  id: Generated<number>
  conversation_id: number
  assignment_id: number | null
  from_id: number | null
  to_id: number | null
  by_id: number | null
  at: Date
}

export interface PasswordResetsTable {
  token_hash: string
  agent_id: number
  expires_at: Date
  used_at: Date | null
}

export interface PresenceTable {
  agent_id: number
  process: string
  seen_at: Date
}

export interface RatingAsksTable {
  id: Generated<number>
  conversation_id: number
  owner_id: number | null
  inbound_no: number
  due_at: Date
  not_asked: string | null
  asked_at: Date | null
  message_id: number | null
  language: string | null
  why_at: Date | null
}

export interface RatingsTable {
  id: Generated<number>
  conversation_id: number
  owner_id: number | null
  rating: number
  at: Date
  ask_id: number | null
  message_id: number | null
  reason_id: number | null
  line_id: number | null
}

export interface RecoveryCodesTable {
  agent_id: number
  code_hash: string
  used_at: Date | null
}

export interface RemindersTable {
  id: Generated<number>
  conversation_id: number
  message_id: number
  agent_id: number
  text: string
  due_at: Date
  set_at: Date
  told_at: Date | null
  done_at: Date | null
  done_by: number | null
}

export interface ReportDaysTable {
  day: number
  writer: number
  agent_id: number
  messages: number
  response_count: number
  response_seconds: number
}

export interface ReportReturnsTable {
  series: number
  agent_id: number
  day: number
  previous: number
  n: number
}

export interface ReportStateTable {
  one: Generated<boolean>
  log: string
  seq: number
  time_zone: string
  through: number
}

export interface ReportTicketAgentsTable {
  ticket_id: number
  agent_id: number
  conversation_id: number
  raised_day: number
  is_done: boolean
  before_day: number | null
  after_day: number | null
}

export interface ReportTicketDaysTable {
  agent_id: number
  raised_day: number
  raised: number
  done: number
}

export interface ReportTicketsTable {
  ticket_id: number
  conversation_id: number
  raised_day: number
  is_done: boolean
  resolved_day: number | null
  resolution_ms: number | null
  first_contact: boolean | null
}

export interface ReportUnitsTable {
  conversation_id: number
  day: number
  writer: number
  agent_id: number
  customer_id: number
  messages: number
  response_count: number
  response_seconds: number
}

export interface RetentionStateTable {
  one: Generated<boolean>
  messages_through: Generated<Date>
  ran_on: Generated<number>
}

export interface RoutingTable {
  id: Generated<number>
  value: ColumnType<unknown, string | null, string | null>
  version: Generated<number>
  updated_at: Date | null
  updated_by: number | null
}

export interface SavedViewsTable {
  id: Generated<number>
  owner_id: number | null
  name: string
  filter: ColumnType<unknown, string, string>
}

export interface SearchStateTable {
  one: Generated<boolean>
  seq: number
  older_than: number
}

export interface SearchWordsTable {
  word: string
  messages: number
}

export interface SecondFactorsTable {
  agent_id: number
  sealed_secret: string
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

export interface SendingHoldsTable {
  phone_number_id: string
  kind: string
  told: string
  failure: ColumnType<unknown, string, string>
  refusals: number
  since: Date
  until: Date
}

export interface SessionsTable {
  id: Generated<number>
  agent_id: number
  family: string
  generation: number
  refresh_hash: string
  previous_hash: string | null
  renewal_id: string | null
  cookie_hash: string
  lifetime_seconds: number
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  device: string | null
  address: string | null
  used_at: Date
}

export interface SettingsTable {
  id: Generated<number>
  value: ColumnType<unknown, string, string>
  version: Generated<number>
}

export interface SignInTriesTable {
  counter: string
  agent_id: number | null
  failures: number
  last_at: Date
  locked_until: Date | null
  told_until: Date | null
}

export interface SocketTicketsTable {
  token_hash: string
  session_id: number
  expires_at: Date
}

export interface StatusTalliesTable {
  status: string
  assignee_id: number
  conversations: number
}

export interface TemplateReadingsTable {
  account_id: string
  read_at: Date | null
  problem: string | null
}

export interface TicketChangesTable {
  id: Generated<number>
  ticket_id: number
  from_status: string | null
  to_status: string
  agent_id: number | null
  at: Date
}

export interface TicketNotesTable {
  id: Generated<number>
  ticket_id: number
  agent_id: number
  at: Date
  text: string
}

export interface TicketsTable {
  id: Generated<number>
  ticket_number: string
  conversation_id: number
  title: string
  description: Generated<string>
  status: string
  priority: string
  created_at: Date
  updated_at: Date
  resolution: string | null
  resolved_at: Date | null
  reopened_at: Date | null
  created_by: number | null
  client_ticket_id: string | null
  version: Generated<number>
}

export interface UnclearTextsTable {
  message_id: number
  words_sum: string
  guess: string | null
  confidence: number
  at: Date
  meaning: string | null
  judged_at: Date | null
  judged_by: number | null
}

export interface WebhookEventsTable {
  id: Generated<number>
  received_at: Date
  body: string
  done_at: Date | null
  items: Generated<number>
  shown: Generated<number>
  folded: Generated<number>
  noted: Generated<number>
  refused: Generated<number>
}

export interface WebhookItemsTable {
  event_id: number
  item_no: number
  reason: string | null
  ended: string
  noun: string
  code: string | null
  message_id: number | null
  digest: string | null
}

export interface WebhookSignsTable {
  kind: string
  at: Date
}

export interface Database {
  agent_reactions: AgentReactionsTable
  agents: AgentsTable
  application_document_asks: ApplicationDocumentAsksTable
  application_documents: ApplicationDocumentsTable
  application_drafts: ApplicationDraftsTable
  application_flag_changes: ApplicationFlagChangesTable
  application_forms: ApplicationFormsTable
  application_notes: ApplicationNotesTable
  application_status_changes: ApplicationStatusChangesTable
  applications: ApplicationsTable
  assignments: AssignmentsTable
  assist_days: AssistDaysTable
  assist_uses: AssistUsesTable
  attachments: AttachmentsTable
  attempts: AttemptsTable
  audit: AuditTable
  baseline_marks: BaselineMarksTable
  baseline_tallies: BaselineTalliesTable
  bot_handovers: BotHandoversTable
  bot_states: BotStatesTable
  bridge_customers: BridgeCustomersTable
  business_hours: BusinessHoursTable
  business_numbers: BusinessNumbersTable
  canned_replies: CannedRepliesTable
  canned_reply_files: CannedReplyFilesTable
  canned_reply_uses: CannedReplyUsesTable
  channel_health: ChannelHealthTable
  conversation_notes: ConversationNotesTable
  conversations: ConversationsTable
  customer_aliases: CustomerAliasesTable
  customer_notes: CustomerNotesTable
  customers: CustomersTable
  demo_marks: DemoMarksTable
  early_statuses: EarlyStatusesTable
  erased_message_ids: ErasedMessageIdsTable
  inbound_tallies: InboundTalliesTable
  issues: IssuesTable
  knowledge_answers: KnowledgeAnswersTable
  knowledge_edition: KnowledgeEditionTable
  knowledge_versions: KnowledgeVersionsTable
  live_clock: LiveClockTable
  live_log: LiveLogTable
  mark_tallies: MarkTalliesTable
  marks: MarksTable
  merges: MergesTable
  message_attachments: MessageAttachmentsTable
  message_drafts: MessageDraftsTable
  message_folds: MessageFoldsTable
  message_templates: MessageTemplatesTable
  message_words: MessageWordsTable
  messages: MessagesTable
  note_mentions: NoteMentionsTable
  note_reactions: NoteReactionsTable
  notifications: NotificationsTable
  owner_changes: OwnerChangesTable
  password_resets: PasswordResetsTable
  presence: PresenceTable
  rating_asks: RatingAsksTable
  ratings: RatingsTable
  recovery_codes: RecoveryCodesTable
  reminders: RemindersTable
  report_days: ReportDaysTable
  report_returns: ReportReturnsTable
  report_state: ReportStateTable
  report_ticket_agents: ReportTicketAgentsTable
  report_ticket_days: ReportTicketDaysTable
  report_tickets: ReportTicketsTable
  report_units: ReportUnitsTable
  retention_state: RetentionStateTable
  routing: RoutingTable
  saved_views: SavedViewsTable
  search_state: SearchStateTable
  search_words: SearchWordsTable
  second_factors: SecondFactorsTable
  sending_holds: SendingHoldsTable
  sessions: SessionsTable
  settings: SettingsTable
  sign_in_tries: SignInTriesTable
  socket_tickets: SocketTicketsTable
  status_tallies: StatusTalliesTable
  template_readings: TemplateReadingsTable
  ticket_changes: TicketChangesTable
  ticket_notes: TicketNotesTable
  tickets: TicketsTable
  unclear_texts: UnclearTextsTable
  webhook_events: WebhookEventsTable
  webhook_items: WebhookItemsTable
  webhook_signs: WebhookSignsTable
}
