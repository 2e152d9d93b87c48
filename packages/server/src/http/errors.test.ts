import pg from 'pg'
import { expect, test } from 'vitest'
import { isPassing } from './errors.ts'

const of = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each<[string, Error, boolean]>([
  ['a cut connection', new Error('Connection terminated unexpectedly'), true],
  ['a connection that was closed', new Error('Connection terminated'), true],
  ['no connection in time', new Error('Connection terminated due to connection timeout'), true],
  ['no greeting in time', new Error('timeout expired'), true],
  ['no free connection', new Error('timeout exceeded when trying to connect'), true],
  ['no answer', new Error('Query read timeout'), true],
  ['a broken connection', new Error('Client has encountered a connection error and is not queryable'), true],
  ['a closed connection', new Error('Client was closed and is not queryable'), true],
  ['a closed pool', new Error('Cannot use a pool after calling end on the pool'), true],
  ['a reset', of('ECONNRESET', 'read ECONNRESET'), true],
  ['a broken pipe', of('EPIPE', 'write EPIPE'), true],
  ['no way there', of('EHOSTUNREACH'), true],
  ['a full disk', of('ENOSPC'), true],
  ['a full quota', of('EDQUOT'), true],
  ['a full disk of the database', of('53100'), true],
  ['a database that only reads', of('25006'), true],
  ['a bad disk of the database', of('58030'), true],
  ['a deadlock that stayed', of('40P01'), true],
  ['a mistake of ours', new TypeError('x is not a function'), false],
  ['a mistake in a statement', of('42601', 'syntax error'), false],
  ['a row that says so', new pg.DatabaseError('Connection terminated', 1, 'error'), false],
])('[Q-332] whether waiting helps: %s', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected)
})
