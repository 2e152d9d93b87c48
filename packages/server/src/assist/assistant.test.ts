import { expect, test } from 'vitest'
import { openGate } from './assistant.ts'

test('[Q-214] one call for each agent and so many in all; whoever is done makes room', () => {
  const gate = openGate(2)
  const leave = gate.enter(1)
  expect(() => gate.enter(1)).toThrow(/already working on a request of yours/)
  gate.enter(2)
  expect(() => gate.enter(3)).toThrow(/busy with requests of colleagues/)
  leave()
  expect(() => gate.enter(3)).not.toThrow()
  expect(() => gate.enter(1)).toThrow(/busy with requests of colleagues/)
})
