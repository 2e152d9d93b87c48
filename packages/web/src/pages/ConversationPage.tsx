/** One conversation. */
export function ConversationPage() {
  return null
}
