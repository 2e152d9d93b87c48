import { t } from '../text/translate.ts'
import type { MetricId } from './constants.ts'
import type { Metric } from './metric.ts'

const notCounted = t(
  'System lines, reactions, edits, deletions, and outbound messages that failed for good are not counted.',
)

// What the figures of a family share. An entry states what differs.
const customers = {
  exclusions: t('Who got no answer is in none of the three.'),
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
  exclusions: t('Messages of the bot neither start nor end a wait, and waits that still run are not in it.'),
  unit: 'minutes',
  span: 'range',
  better: 'down',
  counts: 'message',
} as const
const tickets = { exclusions: null, unit: 'percent', span: 'range', better: 'up', counts: 'ticket' } as const
const ratings = {
  exclusions: t('Conversations without a rating are not in it.'),
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
  exclusions: t('Disabled accounts are not counted.'),
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
    name: t('Total Unique Users'),
    definition: t('Customers who wrote at least one message in the range.'),
    exclusions: t('A person counts once, however many conversations they have.'),
    better: 'up',
  },
  total_new_users: {
    ...customers,
    name: t('New Users'),
    definition: t('Of the unique users, those whose first message ever lies in the range.'),
    exclusions: null,
    better: 'up',
  },
  total_bot_users: {
    ...customers,
    name: t('Automated Interaction'),
    definition: t('Of the unique users, those who in the range got answers from the bot and from no agent.'),
  },
  total_agent_users: {
    ...customers,
    name: t('Human Interaction'),
    definition: t(
      'Of the unique users, those who in the range got answers from agents and none from the bot.',
    ),
  },
  total_mixed_users: {
    ...customers,
    name: t('Mixed Interaction'),
    definition: t('Of the unique users, those who in the range got answers from the bot and from agents.'),
  },
  bot_handling_rate: {
    ...customers,
    name: t('Bot Handling Rate'),
    definition: t('The share of the unique users whom the bot alone answered.'),
    exclusions: t('Who got answers from an agent too is not handled by the bot.'),
    unit: 'percent',
  },
  total_messages: {
    ...messages,
    name: t('Total Messages'),
    definition: t('Messages from customers and to customers in the range.'),
  },
  inbound_messages: {
    ...messages,
    name: t('Inbound Messages'),
    definition: t('Messages that customers wrote in the range, by the time WhatsApp gives them.'),
  },
  outbound_messages: {
    ...messages,
    name: t('Outbound Messages'),
    definition: t(
      'Messages that the bot or an agent sent in the range, by the time the server accepted them.',
    ),
  },
  bot_messages: {
    ...messages,
    name: t('Bot Messages'),
    definition: t('Outbound messages in the range that the bot wrote, automatic templates among them.'),
  },
  agent_messages: {
    ...messages,
    name: t('Agent Messages'),
    definition: t(
      'Outbound messages in the range that an agent wrote, templates sent by an agent among them.',
    ),
  },
  range_conversations: {
    ...conversations,
    name: t('Active Conversations'),
    definition: t('Conversations with at least one message in the range.'),
    better: null,
  },
  bot_automation_rate: {
    ...messages,
    name: t('Bot Automation Rate'),
    definition: t('The share of the outbound messages in the range that the bot wrote.'),
    unit: 'fraction',
  },
  agent_handling_rate: {
    ...messages,
    name: t('Agent Handling Rate'),
    definition: t('The share of the outbound messages in the range that an agent wrote.'),
    unit: 'fraction',
  },
  agent_conversations: {
    ...conversations,
    name: t('Conversations'),
    definition: t('Conversations in which the agent wrote a message in the range.'),
  },
  total_conversations: {
    ...conversations,
    name: t('Total Conversations'),
    definition: t("The sum of the agents' conversations in the range."),
    exclusions: t('Nothing is left out: a conversation in which two agents wrote counts for each of them.'),
  },
  agent_responses: {
    ...messages,
    name: t('Total Responses'),
    definition: t('Messages that the agent sent in the range.'),
  },
  agent_response_time: {
    ...waits,
    name: t('Avg. Response'),
    definition: t("The mean time customers waited for the agent's answers in the range."),
  },
  agent_resolution_rate: {
    ...tickets,
    name: t('Resolution %'),
    definition: t(
      'Of the tickets raised in the range on conversations in which the agent wrote in the range, the share that is resolved or closed now.',
    ),
  },
  agent_satisfaction: {
    ...ratings,
    name: t('Satisfaction'),
    definition: t(
      'The mean of the ratings, 1 to 5, given in the range for conversations that the agent owned when they were resolved.',
    ),
  },
  avg_response_time: {
    ...waits,
    name: t('Avg. Response Time'),
    definition: t(
      "The mean time customers waited for an agent's answer, over all such answers in the range.",
    ),
  },
  avg_resolution_time: {
    ...tickets,
    name: t('Avg. Resolution Time'),
    definition: t('The mean time from raising to resolving, over the tickets resolved in the range.'),
    exclusions: t('A reopened ticket counts only once it is resolved again.'),
    unit: 'minutes',
    better: 'down',
  },
  avg_satisfaction: {
    ...ratings,
    name: t('Satisfaction'),
    definition: t('The mean of the ratings, 1 to 5, that customers gave in the range.'),
  },
  avg_fcr_rate: {
    ...tickets,
    name: t('First-Contact Resolution'),
    definition: t(
      'Of the tickets resolved in the range, the share that was never reopened and after which no other ticket was raised for the customer within 72 hours.',
    ),
    exclusions: t('A ticket counts only once its 72 hours are over, since nobody knows before.'),
  },
  total_agents: {
    ...agentsNow,
    name: t('Total Agents'),
    definition: t('Agents who may sign in.'),
    better: null,
  },
  overloaded_agents: {
    ...agentsNow,
    name: t('Overloaded Agents'),
    definition: t('Agents whose workload is at or above their capacity.'),
    better: 'down',
  },
  avg_utilization: {
    ...agentsNow,
    name: t('Avg Utilization'),
    definition: t('The mean over the agents of workload divided by capacity. It may exceed 100 %.'),
    exclusions: t('Agents with a capacity of 0 and disabled accounts are not in it.'),
    unit: 'percent',
    better: null,
  },
  max_workload: {
    ...agentsNow,
    name: t('Max Workload'),
    definition: t(
      'The largest workload of an agent: active conversations of theirs, and offers that wait for their answer.',
    ),
    unit: 'conversations',
    better: 'down',
  },
  available_agents: {
    ...agentsNow,
    name: t('Available Agents'),
    definition: t('Agents who are available and have the console open, or closed it under 60 seconds ago.'),
  },
  agents_with_capacity: {
    ...agentsNow,
    name: t('With Capacity'),
    definition: t('Available agents whose workload is below their capacity, which is 5 where none is set.'),
  },
  pending_conversations: {
    ...conversationsNow,
    name: t('Pending Conversations'),
    definition: t('Your own conversations with messages that you have not read.'),
  },
  active_conversations: {
    ...conversationsNow,
    name: t('Active Conversations'),
    definition: t('Conversations with the status ACTIVE now.'),
    better: null,
  },
  waiting_now: {
    ...conversationsNow,
    name: t('Waiting Now'),
    definition: t('Conversations whose customer waits for an answer from a person at this moment.'),
    exclusions: t(
      'Conversations that the bot answers, and resolved and archived ones, where somebody decided that nothing is owed, are not counted.',
    ),
  },
  longest_wait: {
    ...conversationsNow,
    name: t('Longest Wait'),
    definition: t('How long the customer who has waited longest has waited for an answer from a person.'),
    exclusions: t('Of the conversations that wait now; where none does, there is no longest wait.'),
    unit: 'minutes',
  },
  week_response_time: {
    ...waits,
    name: t('Response Time'),
    definition: t(
      "The mean time customers waited for an agent's answer, over all such answers since Monday.",
    ),
    span: 'week',
  },
  week_resolution_rate: {
    ...tickets,
    name: t('Resolution Rate'),
    definition: t('Of the tickets raised since Monday, the share that is resolved or closed.'),
    span: 'week',
  },
  week_satisfaction: {
    ...ratings,
    name: t('Customer Satisfaction'),
    definition: t('The mean of the ratings, 1 to 5, that customers gave since Monday.'),
    span: 'week',
  },
  week_conversations: {
    ...conversations,
    name: t('Conversations'),
    definition: t('Conversations in which an agent wrote a message since Monday.'),
    span: 'week',
  },
  handled_today: {
    ...conversations,
    name: t('Handled today'),
    definition: t('Conversations in which you wrote a message today, whoever has them.'),
    span: 'today',
  },
} as const satisfies Record<MetricId, Metric>
