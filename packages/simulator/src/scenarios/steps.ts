import type { ScenarioStep } from '../scenario.ts'
import type { Chat } from './chats.ts'

/** A chat as what one phone does, from so many milliseconds on. */
export const stepsOf = (chat: Chat, number: string, fromMs: number): ScenarioStep[] =>
  chat.map(([atSeconds, words]) => ({
    at_ms: fromMs + atSeconds * 1_000,
    number,
    do: 'messages',
    body: typeof words === 'string' ? { type: 'text', text: words } : { ...words },
  }))
