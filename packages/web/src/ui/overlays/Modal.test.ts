import fs from 'node:fs'
import { expect, test } from 'vitest'
import { modalSizes } from './Modal.tsx'

const styles = fs.readFileSync(new URL('./Modal.module.css', import.meta.url), 'utf8')
const widthOf = (size: string) => /max-width: ([^;]+);/.exec(styles.split(`.${size} {`)[1] ?? '')?.[1]

test('[CONST-07] windows come in the sizes sm, md, lg, xl and full, each wider than the one before', () => {
  expect(modalSizes).toEqual(['sm', 'md', 'lg', 'xl', 'full'])
  expect(modalSizes.map(widthOf)).toEqual(['400px', '560px', '760px', '1040px', 'none'])
})
