import * as z from 'zod'
import { declare, type Plain } from '../call.ts'
import { ConversationId, MessageId, PathId, Time } from '../ids.ts'
import { maxTextLength } from '../messages/constants.ts'
import { textOf } from '../text/typed.ts'
import { intentNames, slotNames, unclearMeanings } from './constants.ts'

export const IntentName = z.enum(intentNames)
export type IntentName = z.output<typeof IntentName>

export const SlotName = z.enum(slotNames)
export type SlotName = z.output<typeof SlotName>

/** Each value once, in the order of the text; missing ones are absent. */
export const IntentEntities = z.object({
  /** Whole shillings. */
  amount_ugx: z.array(z.int()).optional(),
  /** Canonical: +256… */
  phone_number: z.array(z.string()).optional(),
  /** Upper case. */
  reference: z.array(z.string()).optional(),
  /** Calendar dates, "2026-03-02". */
  date: z.array(z.iso.date()).optional(),
  /** Lower case. */
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
  /** Assist chose the intent, since the recogniser was not sure; the confidence is still the recogniser's. */
  assisted: z.literal(true).optional(),
})
export type RecognisedIntent = z.output<typeof RecognisedIntent>

/** An analysis of a text as the console caches it, also from a server with its own intents (DATA-17). */
export const IntentAnalysis = z.object({
  success: z.boolean(),
  intent: z.string().nullable(),
  confidence: RecognisedIntent.shape.confidence,
  /** Stored in the metadata of the message. */
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
    policy: 'desk',
    body: z.object({
      text,
      /** Accepted but ignored: the recogniser reads only the text. */
      context: z.record(z.string().max(200), z.unknown()).optional(),
    }),
    reply: RecognisedIntent,
  },
  executeIntent: {
    method: 'POST',
    path: '/intent/execute/:id',
    summary: 'Analyse a text before it is sent to a conversation; nothing is sent, stored or changed',
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
    policy: 'desk',
    reply: z.array(z.object({ name: IntentName, label: z.string() })),
  },
  collectSlot: {
    method: 'POST',
    path: '/intent/collect-slot/:id',
    summary: 'Check one value of an intent and give it in its one form; nothing is stored',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    query: z.object({ slot_name: SlotName, slot_value: z.string().max(200) }),
    reply: z.object({
      /** Whether the value is valid for this slot. */
      success: z.boolean(),
      slot_name: SlotName,
      /** In its canonical form, or as given if it is invalid. */
      slot_value: z.string(),
    }),
    problems: ['conversation.not-found'],
  },
})

const Meaning = z.enum(unclearMeanings)

/** A text that customers wrote to the bot and that it did not understand, with all its repetitions. */
export const UnclearText = z.object({
  /** The id of the newest message with this text. */
  id: MessageId,
  conversation_id: ConversationId,
  text: z.string(),
  /** The number of messages with this text. */
  count: z.int(),
  /** The time of the newest one. */
  at: Time,
  /** The likeliest intent with its confidence, 0 to 1. */
  guess: z.object({ intent: IntentName, confidence: z.number() }).nullable(),
  /** Null: not labelled. */
  meaning: Meaning.nullable(),
})
export type UnclearText = z.output<typeof UnclearText>

export const UnclearTexts = z.object({
  texts: z.array(UnclearText),
  /** The number of distinct texts without a label, and with one. */
  open: z.int(),
  judged: z.int(),
})
export type UnclearTexts = z.output<typeof UnclearTexts>

export const unclearCalls = declare({
  unclearTexts: {
    method: 'GET',
    path: '/bot/unclear',
    summary:
      'What customers wrote that the bot did not understand: the most frequent first, or what has a meaning, newest first',
    policy: 'bot',
    query: z.object({ state: z.enum(['open', 'judged']).default('open') }),
    reply: UnclearTexts,
  },
  judgeUnclear: {
    method: 'PUT',
    path: '/bot/unclear/:id',
    summary: 'Say what a text means, for all messages with the same words; null takes that back',
    policy: 'bot',
    params: PathId,
    body: z.object({ meaning: Meaning.nullable() }),
    reply: UnclearText,
    problems: ['text.not-found'],
  },
})
