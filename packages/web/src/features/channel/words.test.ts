import { expect, test } from 'vitest'
import { nounLabel } from './words.ts'

test.each([
  ['message', 'Message'],
  ['status', 'Delivery status'],
  ['account_update', 'Account update'],
  ['message_template_status_update', 'Message template status update'],
  ['constructor', 'Constructor'],
  ['', ''],
])('[Q-177] %j reads %j', (noun, label) => expect(nounLabel(noun)).toBe(label))
