import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../test/mount.tsx'
import { ConflictNotice, useVersionedDraft } from './ConflictNotice.tsx'

interface Content {
  readonly title: string
  readonly body: string
}
/** The draft on the screen. */
let draft: ReturnType<typeof useVersionedDraft<Content>>

function Sample({ saved, version }: { saved: Content; version: number }) {
  const drawn = useVersionedDraft(saved, version)
  useLayoutEffect(() => {
    draft = drawn
  })
  return (
    <ConflictNotice conflict={drawn.conflict} by={null}>
      saved something else meanwhile.
    </ConflictNotice>
  )
}

const begun = { title: 'Fees', body: 'One' }
const theirs = { title: 'Fees', body: 'Two' }
const mine = { title: 'Prices', body: 'One' }

test.each([
  { saves: false, press: null, version: 1, values: mine, isOvertaken: false },
  { saves: true, press: null, version: 1, values: mine, isOvertaken: true },
  { saves: true, press: 'Keep mine', version: 2, values: mine, isOvertaken: false },
  { saves: true, press: 'Take theirs', version: 2, values: theirs, isOvertaken: false },
])('a colleague saves: $saves; pressed: $press', async ({ saves, press, version, values, isOvertaken }) => {
  const show = mount(<Sample saved={begun} version={1} />)
  await expect.poll(() => draft?.values).toEqual(begun)
  draft.onChange({ title: 'Prices' })
  await expect.poll(() => draft.values).toEqual(mine)
  if (saves) {
    show(<Sample saved={theirs} version={2} />)
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('A colleague saved something else meanwhile.')
  }
  if (press !== null) await page.getByRole('button', { name: press }).click()
  await expect.poll(() => draft.conflict.isOvertaken).toBe(isOvertaken)
  expect(draft.values).toEqual(values)
  expect(draft.version).toBe(version)
  expect(page.getByRole('status').elements()).toHaveLength(isOvertaken ? 1 : 0)
})
