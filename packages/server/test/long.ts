/** Whether `npm run test:long` runs: what is tried at random is tried more often then, and what takes minutes runs at all. */
export const isLong = process.env['PARLEY_LONG'] === '1'
