import { KnowledgeContent } from '@parley/core/knowledge/api'
import { applicationKinds, applicationStatuses } from '@parley/core/applications/constants'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { issueCategories, issuePriorities, issueStatuses } from '@parley/core/issues/constants'
import { languages } from '@parley/core/text/languages'
import { roles } from '@parley/core/access/policies'
import { ticketPriorities } from '@parley/core/tickets/constants'
import { z } from 'zod'
import cannedJson from '../data/canned-replies.json' with { type: 'json' }
import castJson from '../data/cast.json' with { type: 'json' }
import knowledgeJson from '../data/knowledge.json' with { type: 'json' }
import peopleJson from '../data/people.json' with { type: 'json' }
import topicsJson from '../data/topics.json' with { type: 'json' }
import { sampleNames } from './samples.ts'

/* The demo's people and texts: data/*.json, checked by these schemas on load. Texts contain the placeholders of `fillIn`. */

const Account = z.object({
  email: z.string(),
  role: z.enum(roles),
  givenName: z.string(),
  familyName: z.string(),
  department: z.string(),
  skills: z.array(z.string()),
})
const People = z.object({
  agents: z.array(Account),
  administrator: Account,
  /** Names from all regions, for the phone numbers after those of the simulator; null: WhatsApp sent no name. */
  customers: z.array(z.string().nullable()),
  families: z.array(z.string()),
  given: z.array(z.string()),
  accountTypes: z.array(z.string()),
})
/** `agents` answer customers, `administrator` does not. All sign in with the demo's password. */
export const { agents, administrator, ...peopleNames } = People.parse(peopleJson)

/** The full name of the agent at this index. */
export const nameOf = (place: number): string => {
  const { givenName = '', familyName = '' } = agents[place] ?? {}
  return `${givenName} ${familyName}`
}

const LineOptions = z.object({
  file: z.enum(sampleNames).optional(),
  /** The result of an outbound message. Default: a likely one for its age. */
  outcome: z.enum(['sent', 'failed', 'unknown']).optional(),
  /** WhatsApp's error code of a failed message. Default: the code for a message outside the 24-hour window. */
  refusal: z.number().optional(),
  /** The customer's phone was offline: the message arrived this many minutes late. */
  lateMinutes: z.number().optional(),
  /** The line comes this many hours after the one before it. */
  hoursLater: z.number().optional(),
  /** It only thanks or agrees. */
  closes: z.boolean().optional(),
  /** The message's type. Default: text, or the file's type. */
  kind: z.string().optional(),
  /** Form fields of the topic's application that this line fills in, by path; null: the amount in its text. */
  says: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable())
    .optional(),
  /** The line submits the topic's application. */
  submits: z.boolean().optional(),
})
/** One message of a topic, before it has a time. */
export type Line = z.infer<typeof LineOptions> & {
  readonly by: 'customer' | 'bot' | 'agent' | 'system'
  readonly text: string
}
const Spoken = LineOptions.extend({
  customer: z.string().optional(),
  bot: z.string().optional(),
  agent: z.string().optional(),
  system: z.string().optional(),
}).transform(({ customer, bot, agent, system = '', ...more }): Line => {
  if (customer !== undefined) return { by: 'customer', text: customer, ...more }
  if (bot !== undefined) return { by: 'bot', text: bot, ...more }
  if (agent !== undefined) return { by: 'agent', text: agent, ...more }
  return { by: 'system', text: system, kind: 'system', ...more }
})
/** The bot's standard texts, by name. */
const Phrase = z
  .enum(['welcome', 'handover'])
  .transform((name): Line => ({ by: 'bot', text: topicsJson.phrases[name] }))
const Topic = z.object({
  tags: z.array(z.string()),
  ticket: z
    .object({
      title: z.string(),
      description: z.string(),
      priority: z.enum(ticketPriorities),
      /** The agent's note at the start of the work. */
      note: z.string(),
      resolution: z.string(),
    })
    .optional(),
  /** The form that the customer fills in. */
  form: z.enum(applicationKinds).optional(),
  lines: z.array(z.union([Phrase, Spoken])),
})
/** A customer's concern, from the first message to the last. */
export type Topic = z.infer<typeof Topic>
const Topics = z.object({ topics: z.record(z.string(), Topic), group: z.array(Topic) })
const { topics, group } = Topics.parse(topicsJson)

/** @throws RangeError when no topic has this name */
export function topicNamed(name: string): Topic {
  const topic = topics[name]
  if (topic === undefined) throw new RangeError(`There is no topic ${name}`)
  return topic
}

const minutesOf = { minutes: 1, hours: 60, days: 24 * 60 } as const
const agentNames = ['amina', 'brian', 'carol'] as const
const AgentPlace = z.enum(agentNames).transform(name => agentNames.indexOf(name))
const Issue = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(issueCategories),
  priority: z.enum(issuePriorities),
  status: z.enum(issueStatuses),
  resolution: z.string().optional(),
  /** The reason for reopening it. */
  reason: z.string().optional(),
})
/** An issue that an agent raised about a topic. */
export type IssueScript = z.infer<typeof Issue>
const oddities = [
  'shares',
  'short id number',
  'other gender',
  'past start',
  'minor',
  'unemployed',
  'ticked too early',
] as const
/** A contradiction in an application that a careful agent must find. */
export type Oddity = (typeof oddities)[number]
const Application = z.object({
  status: z.enum(applicationStatuses),
  odd: z.array(z.enum(oddities)).default([]),
  /** The agent's reason for the last change of status. */
  reason: z.string().optional(),
  /** The agent's note for colleagues. */
  note: z.string().optional(),
})
/** The course of the application about a topic. */
export type ApplicationScript = z.infer<typeof Application>
const Role = z.object({
  status: z.enum(conversationStatuses),
  /** The assignee's index among the agents; null: unassigned. */
  agent: AgentPlace.nullable(),
  /** Minutes since the last message. */
  ago: z.string().transform(text => {
    const [, count, unit = ''] = /^([\d.]+) (\w+)$/.exec(text) ?? []
    return Number(count) * minutesOf[z.enum(['minutes', 'hours', 'days']).parse(unit)]
  }),
  /** Oldest first; `group` stands for several topics of a group, taken in turn. */
  topics: z
    .array(
      z.union([
        z.string().transform(name => [topicNamed(name)]),
        z.object({ group: z.int() }).transform(inTurn),
      ]),
    )
    .transform(list => list.flat()),
  /** The number of lines of the last topic that exist so far. Default: all. */
  lines: z.int().optional(),
  /** The last message is as recent as `ago` says, even at night. */
  wakes: z.boolean().optional(),
  /** The index of the same customer's earlier conversation. */
  sameCustomerAs: z.int().optional(),
  /** The issue about the last topic. */
  issue: Issue.optional(),
  /** The application of the last topic with a form. */
  application: Application.optional(),
  /** An agent's internal note after the last message; the agent in `mentions` has not read it. */
  note: z.object({ by: AgentPlace, mentions: AgentPlace.optional(), text: z.string() }).optional(),
})
/** One conversation before it has texts and times. */
export type Role = z.infer<typeof Role>

function inTurn({ group: count }: { readonly group: number }): Topic[] {
  return Array.from({ length: count }, (_, at) => group[(at * 5 + Math.floor(at / 8)) % group.length]).filter(
    topic => topic !== undefined,
  )
}

/** The conversations of every demo, the most recent ones first. */
export const cast = z.array(Role).parse(castJson)

/** The bot's answers, for the fictional insurer Parley Life. */
export const demoAnswers = z.array(KnowledgeContent).parse(knowledgeJson)

const CannedReply = z.object({
  content: z.object({
    shortcut: z.string(),
    title: z.string(),
    body: z.string(),
    language: z.enum(languages).nullable(),
  }),
  /** The number of uses, by intent. */
  uses: z.record(z.string(), z.int()),
  file: z.enum(sampleNames).optional(),
})
/** Canned replies: all agents share `shared`; one agent owns `own`. */
export const cannedReplies = z
  .object({ shared: z.array(CannedReply), own: z.array(CannedReply) })
  .parse(cannedJson)
