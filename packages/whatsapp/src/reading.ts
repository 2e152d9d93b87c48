/** What reading one message or status gives before it is known which number it belongs to. */
export type Reading<T> = { read: T } | { ignored: string } | { refused: string }
