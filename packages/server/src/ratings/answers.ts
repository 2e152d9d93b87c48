import type { Understand } from '@parley/bot/meaning'
import type { Rating } from '@parley/bot/rating'
import { type AskedRating, type RatingAnswer, ratingAnswer } from '@parley/bot/rating-answer'
import type { MessageDetails } from '@parley/core/messages/details'
import type { OpenConversation } from '../conversations/open.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'

/** A customer's message before it is stored. */
export interface Incoming {
  readonly type: string
  readonly text: string | null
  /** The channel's id of the message that it answers. */
  readonly contextId: string | null
  readonly details: MessageDetails | null
  readonly at: Date
}

/** An answer, and the question that it is to. */
export interface Found {
  readonly askId: number
  readonly answer: RatingAnswer
}

/**
 * Whether a message, which comes into a locked conversation behind so many others of its customer, answers a question for a
 * rating. Asked of each message once and in their order, since one tells what the next one is.
 */
export type FindAnswer = (message: Incoming, conversation: OpenConversation, before: number) => Found | null

const nothing: Understand = () => ({ intent: null, confidence: 0, guesses: [], language: null })

const never: FindAnswer = () => null

interface Ask {
  readonly id: number
  readonly conversation_id: number
  readonly inbound_no: number
  readonly asked_at: Date
  readonly why_at: Date | null
  /** The channel's ids of the question, one for each try that reached it. */
  readonly wamids: readonly string[]
  readonly rating: number | null
  readonly rated_at: Date | null
  readonly reason_id: number | null
}

const asking = statement<Ask>(
  'rating_asks_of',
  `select a.id, a.conversation_id, a.inbound_no, a.asked_at, a.why_at, r.rating, r.at as rated_at, r.reason_id,
     array(select t.wamid from attempts t where t.message_id = a.message_id and t.wamid is not null) as wamids
   from rating_asks a left join ratings r on r.ask_id = a.id
   where a.conversation_id = any($1::bigint[]) and a.asked_at is not null order by a.id desc`,
)

/** What may be an answer: a choice whenever it comes, words only where the conversation is resolved. */
const mayAnswer = (message: Incoming, { rating_ask_id: askId, status }: OpenConversation): boolean =>
  askId !== null && (pressedIn(message) !== null || (status === 'RESOLVED' && message.type === 'text'))

const pressedIn = ({ details }: Incoming): string | null => details?.choice?.title ?? null

/**
 * How answers are found among messages. The database is asked only where one of them may be an answer, so that a message
 * into a conversation that was never asked about costs nothing.
 * @param understand null: what is written answers nothing, only what is pressed does
 */
export async function answersAmong<Message extends Incoming>(
  tx: Tx,
  messages: readonly Message[],
  conversationOf: (message: Message) => OpenConversation | undefined,
  understand: Understand | null,
): Promise<FindAnswer> {
  const ids = new Set<number>()
  for (const message of messages) {
    const conversation = conversationOf(message)
    if (conversation !== undefined && mayAnswer(message, conversation)) ids.add(conversation.id)
  }
  if (ids.size === 0) return never
  const asks = await asking(tx, [[...ids]])
  const given = new Map(asks.map(ask => [ask.id, givenTo(ask)]))
  return (message, conversation, before) => {
    if (!mayAnswer(message, conversation)) return null
    const own = asks.filter(ask => ask.conversation_id === conversation.id)
    const [newest] = own
    const { contextId } = message
    const quoted = contextId === null ? undefined : own.find(ask => ask.wamids.includes(contextId))
    const pressed = pressedIn(message)
    const ask = pressed === null ? newest : (quoted ?? newest)
    if (ask === undefined) return null
    const isLast = conversation.status === 'RESOLVED' && ask === newest && before === ask.inbound_no
    const asked = { at: ask.asked_at, isLast, given: given.get(ask.id) ?? null }
    const text = understand !== null && message.type === 'text' ? message.text : null
    const answer = ratingAnswer({ pressed, text, at: message.at }, asked, understand ?? nothing)
    if (answer === null) return null
    given.set(ask.id, givenAfter(asked.given, answer, message.at))
    return { askId: ask.id, answer }
  }
}

const givenTo = ({ rating, rated_at: at, reason_id: reasonId, why_at: why }: Ask): AskedRating['given'] =>
  rating === null || at === null
    ? null
    : { rating: rating as Rating, at, hasReason: reasonId !== null, askedWhyAt: why }

/** What comes along with a rating may be its reason already. */
function givenAfter(given: AskedRating['given'], answer: RatingAnswer, at: Date): AskedRating['given'] {
  if (answer.kind === 'rated')
    return { rating: answer.rating, at, hasReason: answer.hasReason, askedWhyAt: at }
  if (given === null) return null
  if (answer.kind === 'changed') return { ...given, rating: answer.rating }
  return answer.kind === 'reason' ? { ...given, hasReason: true } : given
}
