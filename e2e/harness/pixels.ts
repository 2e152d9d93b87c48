import type { Locator } from '@playwright/test'

/** A screenshot of an element; two are equal if they look the same. */
export const look = async (part: Locator): Promise<string> =>
  (await part.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')

/** The colours along the middle line of an element, left to right, one "r,g,b" for each pixel. */
export async function middleLine(part: Locator): Promise<string[]> {
  const png = [...(await part.screenshot({ animations: 'disabled' }))]
  return part.page().evaluate(async bytes => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    if (context === null) throw new Error('The browser has no canvas')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, Math.floor(picture.height / 2), picture.width, 1)
    return Array.from({ length: picture.width }, (_, x) => data.slice(4 * x, 4 * x + 3).join(','))
  }, png)
}
