import type { Scenario } from '../scenario.ts'
import { busyHour } from './busy-hour.ts'
import { formCustomers, scenarioOf } from './form-customers.ts'
import { tenAtOnce } from './ten-at-once.ts'
import { workingDay } from './working-day.ts'

/** The scenarios that are there to be played, by the name that a call gives. */
export const scenarios: readonly { readonly name: string; readonly scenario: Scenario }[] = [
  { name: 'ten-at-once', scenario: tenAtOnce },
  { name: 'busy-hour', scenario: busyHour },
  ...formCustomers.map(customer => ({ name: customer.name, scenario: scenarioOf(customer) })),
  { name: 'working-day', scenario: workingDay },
]
