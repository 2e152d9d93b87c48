import * as z from 'zod'
import {
  defaultWaitMarks,
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

/** Up to a hundred years. */
const days = z.int().min(1, 'must be at least 1 day').max(36_500, 'must be at most 36,500 days')

/** For how long a reply is held so that it can be taken back; 0: not at all. */
const undoSeconds = z
  .int()
  .min(0, 'must be at least 0 seconds')
  .max(mostUndoSeconds, `must be at most ${mostUndoSeconds} seconds`)

const templateName = typedText(512).min(1)

/** What a workspace decides for everybody in it. A setting that was never made has its default. */
export const Settings = z.object({
  /** Who must have a second factor. */
  second_factor: z.enum(secondFactorRule).default('off'),
  /** Who sees conversations that an agent of another department has. */
  colleague_conversations: z.enum(narrowed).default('everybody'),
  /** Who sees the figures of another agent. */
  colleague_figures: z.enum(narrowed).default('everybody'),
  /** Who approves and rejects applications. */
  application_decisions: z.enum(narrowed).default('everybody'),
  /** Which conversations a reply makes its writer's. */
  replies_take: z.enum(repliesTake).default('unassigned'),
  /** Whether customers see blue ticks and "typing…" while an agent writes. */
  customers_see_writing: z.enum(writingShown).default('from-first-key'),
  /** The template that tells customers outside of 24 hours how their application stands, by its name; null: none. */
  application_template: templateName.nullable().default(null),
  /** From when on the queue draws a wait amber and red. */
  wait_marks: WaitMarks.default(defaultWaitMarks),
  /** Seconds for which an agent's reply can be taken back; null: as the server is set up. */
  undo_send_seconds: undoSeconds.nullable().default(null),
  /** Whether customers are asked for a rating, 1 to 5, once their conversation is resolved. */
  ask_for_rating: z.enum(ratingAsked).default('off'),
  /** Whether administrators are led to the first steps while they are not done. */
  get_started: z.enum(getStarted).default('offered'),
  /** Days for which the words and files of messages are kept; null: for good. */
  keep_messages_days: days.nullable().default(null),
  /** Days for which raw webhooks are kept once they are done with; null: a week. */
  keep_events_days: days.nullable().default(null),
  /** Days for which raw webhooks with something refused in them are kept; null: until somebody tried them again. */
  keep_refused_days: days.nullable().default(null),
  /** Days for which the audit log is kept; null: for good. */
  keep_audit_days: days.nullable().default(null),
})
export type Settings = z.output<typeof Settings>

/** What a workspace has that never decided anything. */
export const defaultSettings: Settings = Settings.parse({})

/** The settings as they stand, the version that an edit names, and what the server is set up with where nothing is decided. */
export const WorkspaceSettings = z.object({
  settings: Settings,
  version: z.int(),
  server: z.object({ undo_send_seconds: z.number() }),
})
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>

/** Absent: as it is. Without the defaults, which would set what was not named. */
const Edit = z.object({
  second_factor: Settings.shape.second_factor.unwrap().optional(),
  colleague_conversations: Settings.shape.colleague_conversations.unwrap().optional(),
  colleague_figures: Settings.shape.colleague_figures.unwrap().optional(),
  application_decisions: Settings.shape.application_decisions.unwrap().optional(),
  replies_take: Settings.shape.replies_take.unwrap().optional(),
  customers_see_writing: Settings.shape.customers_see_writing.unwrap().optional(),
  application_template: Settings.shape.application_template.unwrap().optional(),
  wait_marks: WaitMarks.optional(),
  undo_send_seconds: undoSeconds.nullable().optional(),
  ask_for_rating: Settings.shape.ask_for_rating.unwrap().optional(),
  get_started: Settings.shape.get_started.unwrap().optional(),
  keep_messages_days: Settings.shape.keep_messages_days.unwrap().optional(),
  keep_events_days: Settings.shape.keep_events_days.unwrap().optional(),
  keep_refused_days: Settings.shape.keep_refused_days.unwrap().optional(),
  keep_audit_days: Settings.shape.keep_audit_days.unwrap().optional(),
})

export const settingsCalls = declare({
  settings: {
    method: 'GET',
    path: '/settings',
    summary: 'The settings of the workspace',
    access: 'session',
    policy: 'settings',
    reply: WorkspaceSettings,
    problems: [],
  },
  changeSettings: {
    method: 'PATCH',
    path: '/settings',
    summary: 'Change settings; those that are not named stay',
    access: 'session',
    policy: 'settings',
    body: z.object({ settings: Edit, version: z.int().optional() }),
    reply: WorkspaceSettings,
    problems: ['settings.changed'],
  },
})
