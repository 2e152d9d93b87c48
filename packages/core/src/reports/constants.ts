/** Ten years: a list of more days is a mistake. */
export const longestDaily = 3_660

/** The specification's constants; screens always send their own dates. */
export const defaultDays = { start_date: '2025-04-01', end_date: '2025-04-30' } as const

/** The figures of the metric catalogue, by the names that calls use. */
export const metricIds = [
  'total_unique_users',
  'total_new_users',
  'total_bot_users',
  'total_agent_users',
  'total_mixed_users',
  'bot_handling_rate',
  'total_messages',
  'inbound_messages',
  'outbound_messages',
  'bot_messages',
  'agent_messages',
  'range_conversations',
  'bot_automation_rate',
  'agent_handling_rate',
  'agent_conversations',
  'total_conversations',
  'agent_responses',
  'agent_response_time',
  'agent_resolution_rate',
  'agent_satisfaction',
  'avg_response_time',
  'avg_resolution_time',
  'avg_satisfaction',
  'avg_fcr_rate',
  'total_agents',
  'overloaded_agents',
  'avg_utilization',
  'max_workload',
  'available_agents',
  'agents_with_capacity',
  'pending_conversations',
  'active_conversations',
  'waiting_now',
  'longest_wait',
  'week_response_time',
  'week_resolution_rate',
  'week_satisfaction',
  'week_conversations',
  'handled_today',
] as const
export type MetricId = (typeof metricIds)[number]

/** Figures of one agent: their rows need the agent. */
export const agentMetrics = [
  'agent_conversations',
  'agent_responses',
  'agent_response_time',
  'agent_resolution_rate',
  'agent_satisfaction',
] as const satisfies readonly MetricId[]

/** Figures of all conversations, of one agent's, or of those without an owner. */
export const ownerMetrics = ['waiting_now', 'longest_wait'] as const satisfies readonly MetricId[]

/** In place of an agent's id: conversations without an owner. */
export const unassigned = 'unassigned'
