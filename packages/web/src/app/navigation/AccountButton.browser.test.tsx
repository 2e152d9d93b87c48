import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import { me } from '../../../test/samples.ts'

test('[Q-165] an agent whom a supervisor sets offline sees it in the sidebar by itself', async () => {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const api = await openConsole('/', { given: one => one.answer('availableAgents', [me]) })
  await expect.element(sidebar.getByText('Available')).toBeVisible()
  const away = { ...me, status: 'OFFLINE', is_online: false }
  api.answer('availableAgents', [away])
  api.publish({ event: 'agent', data: { ...away, disabled: false } })
  await expect.element(sidebar.getByText('Offline')).toBeVisible()
})
