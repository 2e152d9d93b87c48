import type { MetricId } from './constants.ts'
import type { Metric } from './metric.ts'

const notCounted =
  'System lines, reactions, edits, deletions, and outbound messages that failed for good are not counted.'

// What the figures of a family share. An entry states what differs.
const customers = {
  exclusions: 'Who got no answer is in none of the three.',
  unit: 'customers',
  span: 'range',
  better: null,
  counts: 'customer',
} as const
const messages = {
  exclusions: notCounted,
  unit: 'messages',
  span: 'range',
  better: null,
  counts: 'message',
} as const
const waits = {
  exclusions: 'Messages of the bot neither start nor end a wait, and waits that still run are not in it.',
  unit: 'minutes',
  span: 'range',
  better: 'down',
  counts: 'message',
} as const
const tickets = { exclusions: null, unit: 'percent', span: 'range', better: 'up', counts: 'ticket' } as const
const ratings = {
  exclusions: 'Conversations without a rating are not in it.',
  unit: 'rating',
  span: 'range',
  better: 'up',
  counts: 'rating',
} as const
const conversations = {
  exclusions: notCounted,
  unit: 'conversations',
  span: 'range',
  better: 'up',
  counts: 'conversation',
} as const
const conversationsNow = {
  exclusions: null,
  unit: 'conversations',
  span: 'now',
  better: 'down',
  counts: 'conversation',
} as const
const agentsNow = {
  exclusions: 'Disabled accounts are not counted.',
  unit: 'agents',
  span: 'now',
  better: 'up',
  counts: 'agent',
} as const

/**
 * Every figure of Parley, with its only definition. docs/metrics.md has their common rules.
 */
export const metrics = {
  total_unique_users: {
    ...customers,
    name: 'Total Unique Users',
    definition: 'Customers who wrote at least one message in the range.',
    exclusions: 'A person counts once, however many conversations they have.',
    better: 'up',
  },
  total_new_users: {
    ...customers,
    name: 'New Users',
    definition: 'Of the unique users, those whose first message ever lies in the range.',
    exclusions: null,
    better: 'up',
  },
  total_bot_users: {
    ...customers,
    name: 'Automated Interaction',
    definition: 'Of the unique users, those who in the range got answers from the bot and from no agent.',
  },
  total_agent_users: {
    ...customers,
    name: 'Human Interaction',
    definition: 'Of the unique users, those who in the range got answers from agents and none from the bot.',
  },
  total_mixed_users: {
    ...customers,
    name: 'Mixed Interaction',
    definition: 'Of the unique users, those who in the range got answers from the bot and from agents.',
  },
  bot_handling_rate: {
    ...customers,
    name: 'Bot Handling Rate',
    definition: 'The share of the unique users whom the bot alone answered.',
    exclusions: 'Who got answers from an agent too is not handled by the bot.',
    unit: 'percent',
  },
  total_messages: {
    ...messages,
    name: 'Total Messages',
    definition: 'Messages from customers and to customers in the range.',
  },
  inbound_messages: {
    ...messages,
    name: 'Inbound Messages',
    definition: 'Messages that customers wrote in the range, by the time WhatsApp gives them.',
  },
  outbound_messages: {
    ...messages,
    name: 'Outbound Messages',
    definition: 'Messages that the bot or an agent sent in the range, by the time the server accepted them.',
  },
  bot_messages: {
    ...messages,
    name: 'Bot Messages',
    definition: 'Outbound messages in the range that the bot wrote, automatic templates among them.',
  },
  agent_messages: {
    ...messages,
    name: 'Agent Messages',
    definition: 'Outbound messages in the range that an agent wrote, templates sent by an agent among them.',
  },
  range_conversations: {
    ...conversations,
    name: 'Active Conversations',
    definition: 'Conversations with at least one message in the range.',
    better: null,
  },
  bot_automation_rate: {
    ...messages,
    name: 'Bot Automation Rate',
    definition: 'The share of the outbound messages in the range that the bot wrote.',
    unit: 'fraction',
  },
  agent_handling_rate: {
    ...messages,
    name: 'Agent Handling Rate',
    definition: 'The share of the outbound messages in the range that an agent wrote.',
    unit: 'fraction',
  },
  agent_conversations: {
    ...conversations,
    name: 'Conversations',
    definition: 'Conversations in which the agent wrote a message in the range.',
  },
  total_conversations: {
    ...conversations,
    name: 'Total Conversations',
    definition: "The sum of the agents' conversations in the range.",
    exclusions: 'Nothing is left out: a conversation in which two agents wrote counts for each of them.',
  },
  agent_responses: {
    ...messages,
    name: 'Total Responses',
    definition: 'Messages that the agent sent in the range.',
  },
  agent_response_time: {
    ...waits,
    name: 'Avg. Response',
    definition: "The mean time customers waited for the agent's answers in the range.",
  },
  agent_resolution_rate: {
    ...tickets,
    name: 'Resolution %',
    definition:
      'Of the tickets raised in the range on conversations in which the agent wrote in the range, the share that is resolved or closed now.',
  },
  agent_satisfaction: {
    ...ratings,
    name: 'Satisfaction',
    definition:
      'The mean of the ratings, 1 to 5, given in the range for conversations that the agent owned when they were resolved.',
  },
  avg_response_time: {
    ...waits,
    name: 'Avg. Response Time',
    definition: "The mean time customers waited for an agent's answer, over all such answers in the range.",
  },
  avg_resolution_time: {
    ...tickets,
    name: 'Avg. Resolution Time',
    definition: 'The mean time from raising to resolving, over the tickets resolved in the range.',
    exclusions: 'A reopened ticket counts only once it is resolved again.',
    unit: 'minutes',
    better: 'down',
  },
  avg_satisfaction: {
    ...ratings,
    name: 'Satisfaction',
    definition: 'The mean of the ratings, 1 to 5, that customers gave in the range.',
  },
  avg_fcr_rate: {
    ...tickets,
    name: 'First-Contact Resolution',
    definition:
      'Of the tickets resolved in the range, the share that was never reopened and after which no other ticket was raised for the customer within 72 hours.',
    exclusions: 'A ticket counts only once its 72 hours are over, since nobody knows before.',
  },
  total_agents: {
    ...agentsNow,
    name: 'Total Agents',
    definition: 'Agents who may sign in.',
    better: null,
  },
  overloaded_agents: {
    ...agentsNow,
    name: 'Overloaded Agents',
    definition: 'Agents whose workload is at or above their capacity.',
    better: 'down',
  },
  avg_utilization: {
    ...agentsNow,
    name: 'Avg Utilization',
    definition: 'The mean over the agents of workload divided by capacity. It may exceed 100 %.',
    exclusions: 'Agents with a capacity of 0 and disabled accounts are not in it.',
    unit: 'percent',
    better: null,
  },
  max_workload: {
    ...agentsNow,
    name: 'Max Workload',
    definition:
      'The largest workload of an agent: active conversations of theirs, and offers that wait for their answer.',
    unit: 'conversations',
    better: 'down',
  },
  available_agents: {
    ...agentsNow,
    name: 'Available Agents',
    definition: 'Agents who are available and have the console open, or closed it under 60 seconds ago.',
  },
  agents_with_capacity: {
    ...agentsNow,
    name: 'With Capacity',
    definition: 'Available agents whose workload is below their capacity, which is 5 where none is set.',
  },
  pending_conversations: {
    ...conversationsNow,
    name: 'Pending Conversations',
    definition: 'Conversations with messages that you have not read.',
  },
  active_conversations: {
    ...conversationsNow,
    name: 'Active Conversations',
    definition: 'Conversations with the status ACTIVE now.',
    better: null,
  },
  waiting_now: {
    ...conversationsNow,
    name: 'Waiting Now',
    definition: 'Conversations whose customer waits for an answer from a person at this moment.',
    exclusions:
      'Conversations that the bot answers, and resolved and archived ones, where somebody decided that nothing is owed, are not counted.',
  },
  longest_wait: {
    ...conversationsNow,
    name: 'Longest Wait',
    definition: 'How long the customer who has waited longest has waited for an answer from a person.',
    exclusions: 'Of the conversations that wait now; where none does, there is no longest wait.',
    unit: 'minutes',
  },
  week_response_time: {
    ...waits,
    name: 'Response Time',
    definition: "The mean time customers waited for an agent's answer, over all such answers since Monday.",
    span: 'week',
  },
  week_resolution_rate: {
    ...tickets,
    name: 'Resolution Rate',
    definition: 'Of the tickets raised since Monday, the share that is resolved or closed.',
    span: 'week',
  },
  week_satisfaction: {
    ...ratings,
    name: 'Customer Satisfaction',
    definition: 'The mean of the ratings, 1 to 5, that customers gave since Monday.',
    span: 'week',
  },
  week_conversations: {
    ...conversations,
    name: 'Conversations',
    definition: 'Conversations in which an agent wrote a message since Monday.',
    span: 'week',
  },
  handled_today: {
    ...conversations,
    name: 'Handled today',
    definition: 'Conversations in which you wrote a message today, whoever has them.',
    span: 'today',
  },
} as const satisfies Record<MetricId, Metric>
