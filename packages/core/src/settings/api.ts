import * as z from 'zod'
import {
  defaultWaitMarks,
  mostRetentionDays,
  mostUndoSeconds,
  narrowed,
  ratingAsked,
  repliesTake,
  secondFactorRule,
  writingShown,
} from './constants.ts'
import { getStarted } from '../setup/constants.ts'
import { WaitMarks } from '../access/capabilities.ts'
import { declare } from '../call.ts'
import { typedText } from '../text/typed.ts'

const days = z.int().min(1, 'must be at least 1 day').max(mostRetentionDays, 'must be at most 36,500 days')

/** The undo time of a reply; 0: none. */
const undoSeconds = z
  .int()
  .min(0, 'must be at least 0 seconds')
  .max(mostUndoSeconds, `must be at most ${mostUndoSeconds} seconds`)

const templateName = typedText(512).min(1)

/** The settings of a workspace. A setting that was never changed has its default. */
export const Settings = z.object({
  /** The users who must have a second factor. */
  second_factor: z.enum(secondFactorRule).default('off'),
  /** The users who see conversations of an agent in another department. */
  colleague_conversations: z.enum(narrowed).default('everybody'),
  /** The users who see another agent's figures. */
  colleague_figures: z.enum(narrowed).default('everybody'),
  /** The users who may approve and reject applications. */
  application_decisions: z.enum(narrowed).default('everybody'),
  /** The conversations that a reply assigns to its writer. */
  replies_take: z.enum(repliesTake).default('unassigned'),
  /** Whether customers see blue ticks and "typing…" while an agent writes. */
  customers_see_writing: z.enum(writingShown).default('from-first-key'),
  /** The name of the template that informs customers about their application after the 24 hours; null: none. */
  application_template: templateName.nullable().default(null),
  /** The waits from which the queue shows amber and red. */
  wait_marks: WaitMarks.default(defaultWaitMarks),
  /** Seconds for which an agent's reply can be taken back; null: the server's default. */
  undo_send_seconds: undoSeconds.nullable().default(null),
  /** Whether customers are asked for a rating, 1 to 5, once their conversation is resolved. */
  ask_for_rating: z.enum(ratingAsked).default('off'),
  /** Whether administrators are sent to the first steps until they are done. */
  get_started: z.enum(getStarted).default('offered'),
  /** Days for which the text and files of messages are kept; null: forever. */
  keep_messages_days: days.nullable().default(null),
  /** Days for which processed raw webhooks are kept; null: a week. */
  keep_events_days: days.nullable().default(null),
  /** Days for which raw webhooks with a rejected item are kept; null: until a person retries them. */
  keep_refused_days: days.nullable().default(null),
  /** Days for which the audit log is kept; null: forever. */
  keep_audit_days: days.nullable().default(null),
})
export type Settings = z.output<typeof Settings>

/** The settings of a workspace that never changed any. */
export const defaultSettings: Settings = Settings.parse({})

/** The current settings, the version that an edit names, and the server's defaults. */
export const WorkspaceSettings = z.object({
  settings: Settings,
  version: z.int(),
  server: z.object({ undo_send_seconds: z.number() }),
})
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>

type Fields = typeof Settings.shape

/** An absent field stays unchanged. The defaults are removed, since they would set absent fields. */
const Edit = z.object(
  Object.fromEntries(
    Object.entries(Settings.shape).map(([name, field]) => [name, field.unwrap().optional()]),
  ) as {
    [Name in keyof Fields]: z.ZodOptional<ReturnType<Fields[Name]['unwrap']>>
  },
)

export const settingsCalls = declare({
  settings: {
    method: 'GET',
    path: '/settings',
    summary: 'The settings of the workspace',
    policy: 'settings',
    reply: WorkspaceSettings,
  },
  changeSettings: {
    method: 'PATCH',
    path: '/settings',
    summary: 'Change settings; those that are not named stay',
    policy: 'settings',
    body: z.object({ settings: Edit, version: z.int().optional() }),
    reply: WorkspaceSettings,
    problems: ['settings.changed'],
  },
})
