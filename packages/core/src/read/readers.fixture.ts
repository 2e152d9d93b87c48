/** Random numbers in [0, 1), the same for the same seed (mulberry32). */
export function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e308,
  8.64e15,
  8.64e15 + 1,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '0',
  '-3',
  '1e999',
  'inbound',
  'OUTBOUND',
  'Agent',
  'active',
  'system',
  '5127',
  '2026-03-02T09:00:00.000Z',
  '2026-03-02 09:00',
  '+275760-09-13T00:00:00.000Z',
  'not a time',
  '\u0000',
  '\ud83d',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'é🙂'.repeat(50),
]

/** A random JSON value, mostly objects with these names, at most five levels deep. */
export function anyJson(draw: () => number, names: readonly string[], depth = 0): unknown {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const kind = depth === 5 ? 0 : draw()
  if (kind < (depth === 0 ? 0.1 : 0.5)) return pick(scalars)
  const size = Math.floor(draw() * (depth === 0 ? 20 : 6))
  const items = Array.from({ length: size }, () => anyJson(draw, names, depth + 1))
  if (kind < (depth === 0 ? 0.2 : 0.65)) return items
  // Through JSON, so that a name like __proto__ becomes a plain one.
  return JSON.parse(
    `{${items.map(item => `${JSON.stringify(pick(names))}:${JSON.stringify(item)}`).join(',')}}`,
  )
}

const names = [
  'id',
  'message_id',
  'conversation_id',
  'content',
  'text',
  'body',
  'created_at',
  'timestamp',
  'direction',
  'source',
  'status',
  'user',
  'agent',
  'name',
  'phone_number',
  'customer_name',
  'last_message',
  'lastMessage',
  'ticket',
  'ticket_number',
  'title',
  'priority',
  'agent_notes',
  'notes',
  'resolution',
  'resolved_at',
  'version',
  'tags',
  'metadata',
  'inbound_no',
  'seen_no',
  'unread_count',
  'attachments',
  'documents',
  'messages',
  'data',
  'has_more',
  'type',
  'title',
  'offer',
  'agent_id',
  'deadline',
  'issue_id',
  'assigned_agent',
  'attached_messages',
  'resolution_time',
  'open_issues',
  'kind',
  'form_type',
  'submission_date',
  'customer',
  'form_data',
  'personal_details',
  'date_of_birth',
  'full_name',
  'employment_details',
  'monthly_income',
  'contribution_details',
  'beneficiaries',
  'percentage',
  'declarations',
  'policy_details',
  'health_information',
  'existing_conditions',
  'smoker',
  'verification_flags',
  'id_verified',
  'status_history',
  'document_asks',
  'takes_fields',
  'document_type',
  'to_status',
  'changed_by',
  'created_by',
  'provenance',
  '__proto__',
  'constructor',
  'toString',
]

/** Responses that no server gives, made of names that the readers know. */
export const strangeAnswers = Array.from({ length: 1_500 }, (_, seed) => anyJson(draws(seed), names))

export const isText = (value: unknown): boolean => value === null || typeof value === 'string'

export const isTime = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && new Date(value).toISOString() === value)
