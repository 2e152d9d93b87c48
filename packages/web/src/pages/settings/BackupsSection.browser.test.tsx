import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { ReplyOf } from '../../../test/fake-api.ts'

type Backup = ReplyOf<'backups'>[number]
const finished = {
  at: '2026-03-02T00:31:00.000Z',
  bytes: 5_242_880,
  rows: 12_345,
  files: 67,
  missing: 0,
  damaged: 0,
}
const nightly: Backup = { begun_at: '2026-03-02T00:30:00.000Z', file: 'parley-2026-03-02.tar', finished }

const row = (words: string) =>
  page.getByRole('table', { name: 'Backups' }).getByRole('row').filter({ hasText: words })
const warning = () => page.getByRole('main').getByText(/finished backup is/)

function open(backups: Backup[]) {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole('/settings/backups', {
    role: 'ADMINISTRATOR',
    given: api => api.answer('backups', backups),
  })
}

test('[Q-398] the last backups are shown with time, file, size, content and result', async () => {
  await open([
    nightly,
    { ...nightly, begun_at: '2026-03-01T00:30:00.000Z', file: 'parley-2026-03-01.tar', finished: null },
    {
      begun_at: '2026-02-28T00:30:00.000Z',
      file: 'parley-2026-02-28.tar',
      finished: { ...finished, missing: 1, damaged: 1 },
    },
  ])
  await expect
    .element(row('parley-2026-03-02.tar'))
    .toHaveTextContent(/03:30.*5(\.0)? MB.*12,345 rows, 67 files.*Complete/)
  await expect.element(row('parley-2026-03-01.tar')).toHaveTextContent('Not finished')
  await expect.element(row('parley-2026-02-28.tar')).toHaveTextContent('2 files missing or damaged')
  await expect.element(warning()).not.toBeInTheDocument()
  await expectAccessible()
})

test.each<[string, Backup[], string]>([
  ['none', [], 'No finished backup is on record.'],
  ['one that was not finished', [{ ...nightly, finished: null }], 'No finished backup is on record.'],
  [
    'one of three days ago',
    [{ ...nightly, begun_at: '2026-02-27T00:30:00.000Z' }],
    'The last finished backup is older than a day.',
  ],
])(
  '[Q-398] with %s the page warns, and shows how to make, check and restore one',
  async (_, backups, words) => {
    await open(backups)
    await expect.element(page.getByText(words)).toBeVisible()
    for (const [title, command] of [
      ['Make one', 'parley backup'],
      ['Check it', 'systemctl status parley-backup'],
      ['Restore one', 'parley restore'],
    ] as const)
      await expect
        .element(page.getByRole('region', { name: `Commands: ${title}` }))
        .toHaveTextContent(command)
  },
)
