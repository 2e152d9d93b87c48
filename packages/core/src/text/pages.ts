/** One page of a list that is in memory. */
export interface Page<T> {
  /** From 1 to `pages`. */
  readonly page: number
  /** At least 1, also for an empty list. */
  readonly pages: number
  readonly rows: readonly T[]
  /** The places of the first and last row shown, from 1; both 0 for an empty list. */
  readonly first: number
  readonly last: number
  readonly total: number
}

/** A page of `size` rows. A page beyond the last becomes the last one. */
export function pageOf<T>(list: readonly T[], wanted: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / size))
  const page = Math.min(Math.max(1, wanted), pages)
  const rows = list.slice((page - 1) * size, page * size)
  const first = rows.length === 0 ? 0 : (page - 1) * size + 1
  return { page, pages, rows, first, last: first === 0 ? 0 : first + rows.length - 1, total: list.length }
}

const run = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The numbers of the page buttons: from 2 before the current page to 2 after it, within the pages (MSTAT-15). */
export const pageWindow = (page: number, pages: number): readonly number[] =>
  run(Math.max(1, page - 2), Math.min(pages, page + 2))

/** Every page number if they all fit in a row, else the window around the current one. */
export const pageNumbers = (page: number, pages: number): readonly number[] =>
  pages <= 7 ? run(1, pages) : pageWindow(page, pages)
