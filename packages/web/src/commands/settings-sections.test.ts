import { expect, test } from 'vitest'
import { findSettings, settingsSections } from './settings-sections.ts'

const found = (typed: string) => findSettings(typed, settingsSections).map(({ name }) => name)

test.each([
  ['holiday', 'Business hours'],
  ['hours', 'Business hours'],
  ['user', 'People'],
  ['invite', 'People'],
  ['template', 'Templates'],
  ['GDPR', 'Customers’ data'],
  ['retention', 'Customers’ data'],
  ['erase', 'Export or erase a customer'],
  ['export', 'Export or erase a customer'],
  ['2FA', 'Who must have a second factor'],
  ['two-factor', 'Who must have a second factor'],
  ['password', 'People'],
  ['backup', 'Backups'],
  ['restore', 'Backups'],
  ['audit', 'Audit log'],
  ['who changed', 'Audit log'],
  ['rating', 'When customers are asked how they were served'],
  ['WhatsApp number', 'Numbers and channels'],
])('[Q-395] %j finds first %j', (typed, name) => {
  expect(found(typed)[0]).toBe(name)
})

test('[Q-395] every typed word must fit, and a name that begins with them stands first', () => {
  expect(found('holiday password')).toEqual([])
  expect(found('bot')[0]).toBe('Bot')
  expect(found('days audit')).toEqual(['Days for which the audit log is kept'])
})

test('[Q-395] no two sections share an address, and single settings have the section as their place', () => {
  const paths = settingsSections.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(findSettings('amber', settingsSections)).toMatchObject([
    { path: '/settings/workspace', within: 'Workspace' },
  ])
})
