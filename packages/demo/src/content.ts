import { customerName } from '@parley/core/conversations/rules'
import { defaultBusinessHours } from '@parley/core/business-hours/rules'
import { mentionNotice } from '@parley/core/notifications/rules'
import { fileFacts } from '@parley/server/attachments/stored-file'
import type { Tx } from '@parley/server/db/write'
import { cannedReplies, cast, demoAnswers, nameOf } from './data.ts'
import { insertRows, takeIds } from './insert.ts'
import { type PlanOptions, planAt } from './plan.ts'
import { type StoredSamples, samples } from './samples.ts'

/** Uganda's public holidays with a fixed date. */
export const demoHolidays = [
  ['01-01', 'New Year’s Day'],
  ['01-26', 'Liberation Day'],
  ['02-16', 'Archbishop Janani Luwum Day'],
  ['03-08', 'International Women’s Day'],
  ['05-01', 'Labour Day'],
  ['06-03', 'Martyrs’ Day'],
  ['06-09', 'National Heroes’ Day'],
  ['10-09', 'Independence Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
].map(([day, name = '']) => ({ date: `2026-${day}`, name, yearly: true }))

/** Publishes the demo's answers and sets its business hours, both as this agent. */
export async function addKnowledge(tx: Tx, agentId: number, now: Date): Promise<void> {
  const ids = await takeIds(tx, demoAnswers.length)
  const rows = demoAnswers.map((content, place) => ({ id: ids[place] ?? 0, content }))
  await insertRows(
    tx,
    'knowledge_answers',
    rows.map(({ id, content }) => ({
      id,
      published: content,
      published_version: 1,
      published_at: now,
      updated_at: now,
      updated_by: agentId,
    })),
  )
  await insertRows(
    tx,
    'knowledge_versions',
    rows.map(({ id, content }) => ({ answer_id: id, version: 1, content, by_id: agentId, at: now })),
  )
  await tx.updateTable('knowledge_edition').set({ edition: 1 }).execute()
  const hours = { ...defaultBusinessHours, holidays: demoHolidays }
  await tx
    .updateTable('business_hours')
    .set({ value: JSON.stringify(hours), version: 2, updated_at: now, updated_by: agentId })
    .execute()
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** Adds the shared replies as `editorId`, and the personal ones of `agentId`. */
export async function addCannedReplies(
  tx: Tx,
  { editorId, agentId, files }: { editorId: number; agentId: number; files: StoredSamples },
  now: Date,
): Promise<void> {
  const all = [
    ...cannedReplies.shared.map(one => ({ ...one, ownerId: null, by: editorId })),
    ...cannedReplies.own.map(one => ({ ...one, ownerId: agentId, by: agentId })),
  ]
  const ids = await takeIds(tx, all.length)
  const rows = all.map((one, place) => ({ ...one, id: ids[place] ?? 0 }))
  await insertRows(
    tx,
    'canned_replies',
    rows.map(({ id, content, ownerId, by }, place) => ({
      id,
      owner_id: ownerId,
      ...content,
      version: 1,
      created_at: daysBefore(now, 40 + 3 * place),
      created_by: by,
      updated_at: daysBefore(now, 2 + 3 * place),
      updated_by: by,
    })),
  )
  await insertRows(
    tx,
    'canned_reply_uses',
    rows.flatMap(({ id, uses }) =>
      Object.entries(uses).map(([intent, count]) => ({ reply_id: id, intent, uses: count })),
    ),
  )
  const carried = rows.flatMap(({ id, by, file }) => {
    const stored = file && files.get(file)
    return !stored ? [] : [{ replyId: id, by, sample: samples[file], stored }]
  })
  const fileIds = await takeIds(tx, carried.length)
  await insertRows(
    tx,
    'attachments',
    carried.map(({ by, sample, stored }, place) => ({
      id: fileIds[place] ?? 0,
      uploaded_by: by,
      name: sample.name,
      document_type: sample.documentType,
      description: '',
      ...fileFacts(stored),
      created_at: daysBefore(now, 40),
    })),
  )
  await insertRows(
    tx,
    'canned_reply_files',
    carried.map(({ replyId }, place) => ({
      reply_id: replyId,
      attachment_id: fileIds[place] ?? 0,
      position: 0,
    })),
  )
}

/** Adds the internal notes of the cast's conversations, and the notifications of mentioned agents. Ids are by index. */
export async function addNotes(
  tx: Tx,
  { conversationIds, agentIds }: { conversationIds: readonly number[]; agentIds: readonly number[] },
  plan: PlanOptions,
): Promise<void> {
  const there = conversationIds.flatMap((conversationId, place) => {
    const { note, ago = 0 } = cast[place] ?? {}
    const at = new Date(plan.now.getTime() - (ago / 2) * 60_000)
    return note === undefined ? [] : [{ ...note, place, conversationId, at }]
  })
  const ids = await takeIds(tx, there.length)
  const idOf = (agent: number) => agentIds[agent] ?? 0
  const notes = there.map((note, index) => ({ ...note, id: ids[index] ?? 0 }))
  const mentions = notes.flatMap(({ mentions: agent, ...note }) =>
    agent === undefined ? [] : [{ ...note, agent }],
  )
  await insertRows(
    tx,
    'conversation_notes',
    notes.map(({ id, conversationId, by, text, at }) => ({
      id,
      conversation_id: conversationId,
      agent_id: idOf(by),
      text,
      at,
    })),
  )
  await insertRows(
    tx,
    'note_mentions',
    mentions.map(({ id, agent, at }) => ({ note_id: id, agent_id: idOf(agent), written: nameOf(agent), at })),
  )
  const nameAt = (place: number) => {
    const { name, phone } = planAt(place, plan).person
    return customerName(name, phone)
  }
  await insertRows(
    tx,
    'notifications',
    mentions.map(({ id, conversationId, place, by, agent, at }) => ({
      agent_id: idOf(agent),
      cause: 'mention',
      type: 'mention',
      ...mentionNotice(nameOf(by), nameAt(place)),
      conversation_id: conversationId,
      note_id: id,
      created_at: at,
      updated_at: at,
    })),
  )
}
