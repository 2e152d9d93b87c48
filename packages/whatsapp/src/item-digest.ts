import { createHash } from 'node:crypto'

/** The same for the same content, however its fields are ordered: by it an item without an id is known again. */
export const itemDigest = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content, inOrder) ?? '')
    .digest('base64')

const inOrder = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
