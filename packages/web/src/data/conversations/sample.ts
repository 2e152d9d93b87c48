import { samplePrefix } from '@parley/core/conversations/rules'
import { readConversation } from '@parley/core/read/entities'

const HOUR_MS = 3_600_000

// Names say what they are, and the numbers are of the range kept free for fiction, so that nobody is mistaken for one.
const samples = [
  {
    nth: 'One',
    status: 'ACTIVE',
    hours: 1,
    openIssueCount: 1,
    offers: [{ state: 'accepted', hours: 2, ended: 2 }],
    text: 'Good morning, is my payment in?',
  },
  {
    nth: 'Two',
    status: 'ACTIVE',
    hours: 5,
    openIssueCount: 0,
    offers: [],
    text: 'I sent the form yesterday.',
  },
  {
    nth: 'Three',
    status: 'RESOLVED',
    hours: 30,
    openIssueCount: 0,
    offers: [
      { state: 'rejected', hours: 34, ended: 33 },
      { state: 'accepted', hours: 33, ended: 32 },
    ],
    text: 'Thank you very much!',
  },
  {
    nth: 'Four',
    status: 'DORMANT',
    hours: 200,
    openIssueCount: 2,
    offers: [{ state: 'expired', hours: 204, ended: 203 }],
    text: 'I will come back to you.',
  },
] as const

/**
 * The built-in conversations that stand in when the list cannot be fetched. Never counted, opened or answered. Only
 * these carry how they were offered and how many issues are open (DATA-06).
 */
export function sampleConversations(now: Date) {
  return samples.map((sample, index) => {
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
    const at = ago(sample.hours)
    const row = readConversation({
      id: `${samplePrefix}${index + 1}`,
      user: { name: `Sample Customer ${sample.nth}`, phone_number: `+25670000090${index + 1}` },
      status: sample.status,
      last_activity: at,
      openIssueCount: sample.openIssueCount,
      last_message: { content: sample.text, created_at: at, direction: 'INBOUND', source: 'CUSTOMER' },
    })
    const assignment_history = sample.offers.map(({ state, hours, ended }, nth) => ({
      id: `${samplePrefix}${index + 1}-offer-${nth + 1}`,
      agent_name: 'Sample Agent',
      by: { name: 'Sample Supervisor' },
      state,
      reason: null,
      reason_code: null,
      offered_at: ago(hours),
      ended_at: ago(ended),
    }))
    return { ...row, assignment_history, openIssueCount: sample.openIssueCount }
  })
}
