/** What the chat server tells the page, as `src/web-chat/visitor-api.ts` writes it. */
export type ChatMessage = {
  id: string
  from: 'visitor' | 'agent'
  /** What a page called it; null for an agent's. */
  key: string | null
  at: string
  text: string
  file: { id: string; name: string; size: number; picture: boolean } | null
  quotes: string | null
  state: 'here' | 'passed' | 'refused' | 'delivered' | 'read'
}

export type ServerFrame =
  | { kind: 'thread'; messages: ChatMessage[] }
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'refused'; key: string; detail: string }
  | { kind: 'beat' }

/** A message that the chat server has not confirmed yet. */
export type Waiting = {
  /** Under which it goes, however often. */
  key: string
  at: string
  name: string
  text: string
  quotes: string | null
  file: File | null
  /** The picture's id, once it is at the chat server. */
  fileId: string | null
  /** Why it cannot go. */
  problem: string | null
}
