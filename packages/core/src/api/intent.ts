import * as z from 'zod'
import { intentNames, slotNames } from '../words/intent.ts'
import { maxTextLength } from '../words/messages.ts'
import { declare, type Plain } from './call.ts'
import { PathId } from './ids.ts'
import { textOf } from './text.ts'

export const IntentName = z.enum(intentNames)
export type IntentName = z.output<typeof IntentName>

export const SlotName = z.enum(slotNames)
export type SlotName = z.output<typeof SlotName>

/** Each value once, in the order of the text; what was not found is absent. */
export const IntentEntities = z.object({
  /** Whole shillings. */
  amount_ugx: z.array(z.int()).optional(),
  /** Canonical: +256… */
  phone_number: z.array(z.string()).optional(),
  /** Upper case. */
  reference: z.array(z.string()).optional(),
  /** Calendar dates, "2026-03-02". */
  date: z.array(z.iso.date()).optional(),
  /** Small letters. */
  email: z.array(z.string()).optional(),
  /** Upper case, without blanks. */
  national_id: z.array(z.string()).optional(),
})
export type IntentEntities = z.output<typeof IntentEntities>

export const RecognisedIntent = z.object({
  /** Null: nothing was recognised. */
  intent: IntentName.nullable(),
  /** 0 to 1. */
  confidence: z.number().min(0).max(1),
  entities: IntentEntities,
  /** The intent is assist's, since the recogniser was not sure; the confidence stays the recogniser's in it. */
  assisted: z.literal(true).optional(),
})
export type RecognisedIntent = z.output<typeof RecognisedIntent>

/** An analysis of a text as the console holds it, from a server with intents of its own too (DATA-17). */
export const IntentAnalysis = z.object({
  success: z.boolean(),
  intent: z.string().nullable(),
  confidence: RecognisedIntent.shape.confidence,
  /** Kept for the metadata of the message. */
  entities: z.record(z.string(), z.unknown()),
  /** Replies that the agent can choose, at most three. */
  suggestions: z.array(z.string()),
})
export type IntentAnalysis = Plain<z.output<typeof IntentAnalysis>>

const text = textOf(maxTextLength)

export const intentCalls = declare({
  recogniseIntent: {
    method: 'POST',
    path: '/intent/recognize',
    summary: "What a text's writer most likely wants",
    access: 'session',
    policy: 'desk',
    body: z.object({
      text,
      /** Taken and not used: the recogniser looks at the text alone. */
      context: z.record(z.string().max(200), z.unknown()).optional(),
    }),
    reply: RecognisedIntent,
    problems: [],
  },
  executeIntent: {
    method: 'POST',
    path: '/intent/execute/:id',
    summary: 'Analyse a text before it is sent to a conversation; nothing is sent, stored or changed',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z.object({ text }),
    reply: z.object({
      success: z.boolean(),
      intent_result: RecognisedIntent,
      response: z.object({ suggestions: z.array(z.object({ text: z.string() })) }),
    }),
    problems: ['conversation.not-found'],
  },
  availableIntents: {
    method: 'GET',
    path: '/intent/available-intents',
    summary: 'The intents that can be recognised',
    access: 'session',
    policy: 'desk',
    reply: z.array(z.object({ name: IntentName, label: z.string() })),
    problems: [],
  },
  collectSlot: {
    method: 'POST',
    path: '/intent/collect-slot/:id',
    summary: 'Check one value of an intent and give it in its one form; nothing is stored',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    query: z.object({ slot_name: SlotName, slot_value: z.string().max(200) }),
    reply: z.object({
      /** Whether the value is one for this slot. */
      success: z.boolean(),
      slot_name: SlotName,
      /** In its one form, or as it was given where it is none. */
      slot_value: z.string(),
    }),
    problems: ['conversation.not-found'],
  },
})
