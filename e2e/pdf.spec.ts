import type { Page } from '@playwright/test'
import { wholeApplications } from './harness/applications.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import type { Phone } from './harness/phone.ts'
import { expect, test } from './harness.ts'

/** A PDF of three pages, as a browser writes it. */
async function threePages(page: Page): Promise<Buffer> {
  const sheet = await page.context().newPage()
  await sheet.setContent(
    ['one', 'two', 'three']
      .map(word => `<h1 style="break-after: page">Claim form, page ${word}</h1>`)
      .join(''),
  )
  const pdf = await sheet.pdf({ format: 'A4', pageRanges: '1-3' })
  await sheet.close()
  return pdf
}

/** Of one empty page, and locked: whatever the password, it is not the empty one. */
const lockedPdf = (): Buffer => {
  const bytes = (fill: string) => `<${fill.repeat(32)}>`
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >> endobj',
      `4 0 obj << /Filter /Standard /V 1 /R 2 /O ${bytes('4f')} /U ${bytes('55')} /P -4 >> endobj`,
      `trailer << /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [${bytes('49')} ${bytes('49')}] >>`,
      '%%EOF',
    ].join('\n'),
  )
}

const sendPdf = (phone: Phone, filename: string, bytes: Buffer): Promise<string> =>
  phone.send({
    type: 'document',
    filename,
    mime_type: 'application/pdf',
    data_base64: bytes.toString('base64'),
  })

test('[Q-159] a PDF of a message is seen in place: every page, as wide as the window, nearer on demand', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Here is the form'])
  await sendPdf(phone, 'claim.pdf', await threePages(page))
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await openThread(page, id)
  const view = messageOf(page, 'claim.pdf').getByRole('button', { name: 'View file claim.pdf' })
  await expect(view).toBeVisible()
  expect(asked.filter(url => /pdf\.worker|PdfPages/.test(url))).toEqual([])

  await view.click()
  const dialog = page.getByRole('dialog', { name: 'claim.pdf' })
  await expect(dialog.getByText('3 pages', { exact: true })).toBeVisible()
  const first = dialog.getByRole('img', { name: 'Page 1 of 3' })
  await expect(dialog.getByText('Claim form, page one')).toHaveCount(1)
  const inked = () =>
    first.evaluate(element => {
      const canvas = element as HTMLCanvasElement
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      }
      let dark = 0
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 255) < 100 && data[at + 3] === 255) dark += 1
      return dark
    })
  await expect.poll(inked).toBeGreaterThan(200)
  const width = async () => (await first.boundingBox())?.width ?? 0
  const fitted = await width()
  const place = (await dialog.boundingBox())?.width ?? 0
  expect(fitted).toBeGreaterThan(Math.min(1100, place - 80) - 10)
  expect(fitted).toBeLessThanOrEqual(place)
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByLabel('Zoom', { exact: true })).toHaveText('150%')
  await expect.poll(width).toBeCloseTo(fitted * 1.5, -1)
  await dialog.getByRole('button', { name: 'Fit width' }).click()
  await expect.poll(width).toBeCloseTo(fitted, -1)

  await dialog.getByRole('img', { name: 'Page 3 of 3' }).scrollIntoViewIfNeeded()
  await expect(dialog.getByText('Claim form, page three')).toHaveCount(1)
  await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    /\/api\/v1\/attachments\/documents\/\d+\/download$/,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(view).toBeFocused()
})

test('[Q-159] a PDF that is locked, damaged or gone says which, and what to do', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Here are the papers'])
  await sendPdf(phone, 'locked.pdf', lockedPdf())
  await sendPdf(phone, 'damaged.pdf', Buffer.from('This was a PDF once, before the line was cut.'))
  await sendPdf(phone, 'gone.pdf', await threePages(page))
  await openThread(page, id)
  const words = async (name: string) => {
    await page.getByRole('button', { name: `View file ${name}` }).click()
    const alert = page.getByRole('dialog', { name }).getByRole('alert')
    await expect(alert).toContainText('The document cannot be shown')
    return alert
  }
  await expect(await words('locked.pdf')).toContainText('locked with a password. Download it')
  await page.keyboard.press('Escape')
  await expect(await words('damaged.pdf')).toContainText(
    'damaged or is not a PDF. Ask the customer to send it again',
  )
  await page.keyboard.press('Escape')

  await page.route('**/attachments/documents/*/download', route => route.fulfill({ status: 503 }))
  const failed = await words('gone.pdf')
  await expect(failed).toContainText('The file could not be loaded: the server answered 503.')
  await page.unroute('**/attachments/documents/*/download')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByText('3 pages', { exact: true })).toBeVisible()
})

test('[Q-159] a PDF of an application is seen in place', async ({ openAs }) => {
  const page = await openAs('agent')
  const isPdf = (file: { readonly mime_type: string; readonly state: string }) =>
    file.mime_type === 'application/pdf' && file.state === 'ready'
  const application = (await wholeApplications(page, 'ipp')).find(({ attachments }) =>
    attachments.some(isPdf),
  )
  const name = application?.attachments.find(isPdf)?.name ?? ''
  await page.goto(`/applications/${application?.id}`)
  await page.getByRole('tab', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: `View ${name}` }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText(/^\d+ pages?$/)).toBeVisible()
  await expect(dialog.getByRole('img', { name: /^Page 1 of / })).toBeVisible()
  await expect(dialog.locator('p').first()).toHaveText(/\w+/)
})
