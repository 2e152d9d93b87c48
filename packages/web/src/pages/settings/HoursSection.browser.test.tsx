import type { BusinessHours } from '@parley/core/business-hours/api'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'

const region = (name: string) => page.getByRole('region', { name })
const open = () =>
  openConsole('/settings/hours', {
    role: 'SUPERVISOR',
    given: api => api.answer('businessHours', { hours, version: 1 }),
  })

const workday = [{ from: '08:00', to: '17:00' }]
const hours: BusinessHours = {
  week: {
    monday: workday,
    tuesday: workday,
    wednesday: workday,
    thursday: workday,
    friday: workday,
    saturday: [],
    sunday: [],
  },
  holidays: [],
}
const changed: BusinessHours = {
  ...hours,
  week: {
    ...hours.week,
    monday: [{ from: '08:00', to: '12:30' }],
    sunday: [{ from: '10:00', to: '12:00' }],
  },
}

test('[Q-200] business hours are edited, with what is wrong named by its day', async () => {
  const api = await open()
  const panel = region('Business hours')
  await expect.element(panel).toHaveTextContent(/Open now|Closed until/)
  await panel.getByRole('button', { name: 'Edit hours and holidays' }).click()
  const dialog = page.getByRole('dialog', { name: 'Business hours' })
  await dialog.getByLabelText('Monday, to (1)').fill('8')
  await dialog.getByRole('button', { name: 'Add hours on Sunday' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(dialog.getByText('Monday ends at 08:00, which is not after 08:00, when it begins'))
    .toBeVisible()
  await expect.element(dialog.getByText('Sunday needs a time at which it begins')).toBeVisible()
  await expectAccessible()
  expect(api.askedFor('changeBusinessHours')).toEqual([])
  await dialog.getByLabelText('Monday, to (1)').fill('1230')
  await dialog.getByLabelText('Sunday, from (1)').fill('10')
  await dialog.getByLabelText('Sunday, to (1)').fill('12')
  api.answer('changeBusinessHours', { hours: changed, version: 2 })
  api.answer('businessHours', { hours: changed, version: 2 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel).toHaveTextContent('08:00 to 12:30')
  await expect.element(panel).toHaveTextContent('10:00 to 12:00')
  expect(api.askedFor('changeBusinessHours').map(({ body }) => body)).toEqual([
    { version: 1, hours: changed },
  ])
})

test('[Q-200] business hours that a colleague changes are there by themselves', async () => {
  const api = await open()
  await expect.element(region('Business hours')).toHaveTextContent('08:00 to 17:00')
  api.answer('businessHours', { hours: changed, version: 2 })
  api.publish({ event: 'bot', data: {} })
  await expect.element(region('Business hours')).toHaveTextContent('08:00 to 12:30')
})
