import { describe, expect, test } from 'vitest'
import { notificationTypes } from '../notifications/constants.ts'
import { readAgent, readIntent, readNotification, readUnreadStats } from './entities.ts'

describe('[DATA-17 API-35] an analysis of a text', () => {
  const result = { intent: 'claim_status', confidence: 0.9, entities: { reference: ['LF-1'] } }
  const read = { success: true, ...result, suggestions: ['One', 'Two'] }
  test.each([
    ['as our server writes it', [{ text: 'One' }, { text: 'Two' }]],
    ['with bare texts', ['One', 'Two']],
    ['with other names', [{ label: 'One' }, {}, null, { title: 'Two' }]],
  ])('%s', (_, suggestions) => {
    expect(readIntent({ success: true, intent_result: result, response: { suggestions } })).toEqual(read)
    expect(readIntent({ success: true, ...result, suggestions })).toEqual(read)
  })
  test('[INTENT-09] of many suggestions three are kept', () => {
    expect(readIntent({ suggestions: ['1', '2', '3', '4'] }).suggestions).toEqual(['1', '2', '3'])
  })
  test.each([85, -1, 'high', null])('a confidence of %j tells nothing', confidence => {
    expect(readIntent({ success: true, intent_result: { intent: 'x', confidence } }).confidence).toBe(0)
  })
  test.each([undefined, 'true', 1])('success %j is none', success => {
    expect(readIntent({ success, intent_result: result }).success).toBe(false)
  })
})

test('[DATA-16] unread stats: missing and negative counts read as 0, only counts above 0 are kept', () => {
  expect(
    readUnreadStats({ total_unread_messages: '3', conversation_unread_counts: { '1': 3, '2': 0, '3': -1 } }),
  ).toEqual({
    total_unread_messages: 3,
    conversations_with_unread: 0,
    conversation_unread_counts: { '1': 3 },
    unread_notifications: 0,
    unread_conversations: [],
  })
})

describe('[DATA-13] an agent', () => {
  test('every field, as our server writes it', () => {
    const written = {
      id: '7',
      name: 'Amina',
      department: 'Claims',
      status: 'AVAILABLE',
      is_online: true,
      current_workload: 1,
      max_capacity: 4,
      availability_percentage: 75,
      skills: ['Motor', 'Luganda'],
      last_activity_at: '2026-03-02T09:00:00.000Z',
      status_reason: 'Lunch',
      status_since: '2026-03-02T09:00:00.000Z',
      status_until: '2026-03-02T09:30:00.000Z',
      offers_paused_until: '2026-03-02T09:05:00.000Z',
    }
    const profile = { ...written, user_id: '7', user_name: 'Amina' }
    expect(readAgent(profile)).toEqual(profile)
  })
  test('the names that providers use', () => {
    expect(
      readAgent({
        user_id: 7,
        user_name: 'Amina',
        status: 'available',
        current_workload: '4',
        max_concurrent_tickets: 8,
        skills: ['Motor', null],
      }),
    ).toEqual({
      id: '7',
      user_id: '7',
      name: 'Amina',
      user_name: 'Amina',
      department: null,
      status: 'AVAILABLE',
      is_online: true,
      current_workload: 4,
      max_capacity: 8,
      availability_percentage: 50,
      skills: ['Motor'],
      last_activity_at: null,
      status_reason: null,
      status_since: null,
      status_until: null,
      offers_paused_until: null,
    })
  })
  test.each([
    [{ id: 1, status: 'AVAILABLE', is_online: false }, false],
    [{ id: 1, status: 'AWAY', is_online: true }, false],
    [{ id: 1 }, false],
  ])('[AGENT-01] %j is online: %s', (raw, online) => {
    expect(readAgent(raw).is_online).toBe(online)
  })
})

describe('[DATA-14] a notice', () => {
  test('[BELL-16] importance defaults to medium and auto-close to on', () => {
    expect(readNotification({ id: '1', type: 'info' })).toMatchObject({
      data: { importance: 'medium' },
      auto_close: true,
    })
    const raw = { id: '1', data: { importance: 'HIGH' }, autoClose: false, conversationId: 5, ticketId: 6 }
    expect(readNotification(raw)).toMatchObject({
      data: { importance: 'high' },
      auto_close: false,
      conversation_id: '5',
      ticket_id: '6',
    })
  })
  test.each<[string, string]>([
    ...notificationTypes.map((type): [string, string] => [type, type]),
    ['SYSTEM', 'system'],
    ['other', 'info'],
  ])('[DATA-15] type %j reads as %j', (type, read) => {
    expect(readNotification({ type }).type).toBe(read)
  })
})
