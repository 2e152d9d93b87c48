import {
  applicationOf,
  applicationsOf,
  chooseStatus,
  statusBadge,
  wholeApplications,
} from './harness/applications.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

test('[GEN-11 APPD-12 Q-030] documents open and are had; a note that is being written is kept over a reload', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const all = await wholeApplications(page, 'ipp')
  const ready = (type: RegExp) =>
    all.find(one => one.attachments.some(({ state, mime_type }) => state === 'ready' && type.test(mime_type)))
  const withPicture = ready(/^image\//)
  const withPaper = ready(/pdf/)
  if (withPicture === undefined || withPaper === undefined) throw new Error('The demo lacks documents')

  for (const [one, kind, magic] of [
    [withPicture, /^image\//, /^(89504e47|ffd8ff|52494646)/],
    [withPaper, /pdf/, /^25504446/],
  ] as const) {
    await page.goto(`/applications/${one.id}?tab=documents`)
    const file = one.attachments.find(({ mime_type }) => kind.test(mime_type))
    const card = page
      .getByRole('list', { name: 'Documents' })
      .getByRole('listitem')
      .filter({ hasText: file?.name ?? '' })
    await expect(card.getByRole('heading')).toHaveText(/document|proof|report/i)
    await expect(card).toContainText(/\d (B|KB|MB)/)
    const url = await card.getByRole('link', { name: /^Download / }).getAttribute('href')
    const answer = await page.evaluate(async address => {
      const response = await fetch(address)
      const bytes = new Uint8Array(await response.arrayBuffer()).slice(0, 4)
      const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
      return { status: response.status, type: response.headers.get('content-type') ?? '', hex }
    }, url ?? '')
    expect(answer).toMatchObject({
      status: 200,
      type: expect.stringMatching(kind),
      hex: expect.stringMatching(magic),
    })
    const download = page.waitForEvent('download')
    await card.getByRole('link', { name: /^Download / }).click()
    expect((await download).suggestedFilename()).toBe(file?.name)
  }
  await page.goto(`/applications/${withPicture.id}?tab=documents`)
  const picture = page.getByRole('list', { name: 'Documents' }).locator('img').first()
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const open = page.getByRole('link', { name: /^Open / }).first()
  await expect(open).toHaveAttribute('target', '_blank')
  const shown = await page.request.get((await open.getAttribute('href')) ?? '')
  expect(shown.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^image\//),
    'content-disposition': expect.stringMatching(/^inline/),
  })

  await page.getByRole('tab', { name: /^Notes/ }).click()
  const words = page.getByLabel('New note')
  await words.fill('Called about the payslip')
  await expectKept(page, 'Called about the payslip')
  await page.reload()
  await expect(words).toHaveValue('Called about the payslip')
})

test('[Q-127 Q-129] of two agents who set a status at once the second is shown what the first did, and both are kept', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await applicationsOf(page, 'ipp', '&status=SUBMITTED')
  const id = row?.id ?? ''
  const colleague = await openAs('brian')
  await colleague.goto(`/applications/${id}`)
  await page.goto(`/applications/${id}`)
  const mine = await chooseStatus(page, 'Rejected')
  await mine.getByLabel('Notes').fill('Income too low')
  const theirs = await chooseStatus(colleague, 'Under review')
  await theirs.getByLabel('Notes').fill('All there')
  await theirs.getByRole('button', { name: 'Update Status' }).click()
  await expect(statusBadge(colleague)).toHaveText('Under review')
  await expect(mine).toContainText(/Submitted → Under review by Brian.*: All there/)
  await mine.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect(statusBadge(colleague)).toHaveText('Rejected')
  expect((await applicationOf(page, 'ipp', id)).status_history.slice(-2)).toMatchObject([
    { to_status: 'UNDER_REVIEW', notes: 'All there' },
    { from_status: 'UNDER_REVIEW', to_status: 'REJECTED', notes: 'Income too low' },
  ])
})
