import { mentionNotice } from '@parley/core/rules/notification'
import type { Tx } from '@parley/server/db/write'
import { accounts } from './accounts.ts'
import { cast } from './casting.ts'
import { insertRows, takeIds } from './insert.ts'

/** Agents by their place among the demo's. */
const [amina, brian, carol] = [0, 1, 2] as const

const nameOf = (agent: number): string => {
  const account = accounts[agent]
  return account === undefined ? '' : `${account.givenName} ${account.familyName}`
}

/** What an agent wrote for colleagues, after the last message of a conversation of the cast. */
interface DemoNote {
  /** The conversation's place in the cast. */
  readonly place: number
  readonly by: number
  /** Who is asked by name and has not looked yet; null: nobody is. */
  readonly mentions: number | null
  readonly text: string
}

const demoNotes: readonly DemoNote[] = [
  {
    place: 6,
    by: amina,
    mentions: null,
    text: 'The guardian’s ID came to the branch on paper. Do not ask for it again, only for the signed form.',
  },
  {
    place: 11,
    by: brian,
    mentions: carol,
    text: `@${nameOf(carol)} the police form reached Claims by e-mail. Only the receipt is missing now.`,
  },
]

/** Where they are written: the ids of the conversations and of the agents, and the customers' names, each by place. */
interface NoteSurroundings {
  readonly conversationIds: readonly number[]
  readonly agentIds: readonly number[]
  readonly nameAt: (place: number) => string
  readonly now: Date
}

/** Adds the notes, and what whoever is mentioned is told of it; those of conversations that are not there are left out. */
export async function addNotes(tx: Tx, around: NoteSurroundings): Promise<void> {
  const { conversationIds, agentIds, nameAt, now } = around
  const there = demoNotes.filter(({ place }) => conversationIds[place] !== undefined)
  const ids = await takeIds(tx, there.length)
  const idOf = (agent: number) => agentIds[agent] ?? 0
  const notes = there.map((note, index) => ({
    ...note,
    id: ids[index] ?? 0,
    conversationId: conversationIds[note.place] ?? 0,
    at: new Date(now.getTime() - ((cast[note.place]?.ago ?? 0) / 2) * 60_000),
  }))
  const mentions = notes.flatMap(({ mentions: who, ...note }) => (who === null ? [] : [{ ...note, who }]))
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
    mentions.map(({ id, who, at }) => ({ note_id: id, agent_id: idOf(who), written: nameOf(who), at })),
  )
  await insertRows(
    tx,
    'notifications',
    mentions.map(({ id, conversationId, place, by, who, at }) => ({
      agent_id: idOf(who),
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
