/** Whether `npm run test:long` runs: random tests then run more often, and tests of minutes run at all. */
export const isLong = process.env['PARLEY_LONG'] === '1'
