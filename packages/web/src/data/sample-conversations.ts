import { type ConversationEntity, readConversation } from '@parley/core/read/conversation'

const HOUR_MS = 3_600_000

// Names say what they are, and the numbers are of the range kept free for fiction, so that nobody is mistaken for one.
const samples = [
  {
    name: 'Sample Customer One',
    phone: '+256700000901',
    status: 'ACTIVE',
    hours: 1,
    text: 'Good morning, is my payment in?',
  },
  {
    name: 'Sample Customer Two',
    phone: '+256700000902',
    status: 'ACTIVE',
    hours: 5,
    text: 'I sent the form yesterday.',
  },
  {
    name: 'Sample Customer Three',
    phone: '+256700000903',
    status: 'RESOLVED',
    hours: 30,
    text: 'Thank you very much!',
  },
  {
    name: 'Sample Customer Four',
    phone: '+256700000904',
    status: 'DORMANT',
    hours: 200,
    text: 'I will come back to you.',
  },
]

/** The built-in conversations that stand in when the list cannot be fetched. Never counted, opened or answered. */
export function sampleConversations(now: Date): readonly ConversationEntity[] {
  return samples.map((sample, index) => {
    const at = new Date(now.getTime() - sample.hours * HOUR_MS).toISOString()
    const row = readConversation({
      id: `sample-${index + 1}`,
      user: { name: sample.name, phone_number: sample.phone },
      status: sample.status,
      last_activity: at,
      last_message: { content: sample.text, created_at: at, direction: 'INBOUND', source: 'CUSTOMER' },
    })
    return { ...row, sample: true }
  })
}
