import { api } from '../../client/client.ts'

/** The id of the conversation with somebody whose number stands on a card of a message. Rejects with `ApiFailure`. */
export async function openContact(messageId: string, number: string): Promise<string> {
  const { value } = await api.openContact({ params: { id: messageId }, body: { number } })
  return value.conversation_id
}
