/** `npm run check`: everything that is checked without running the product; `npm run check -- types lint` only those. */
import { checks, runChecks } from './steps/checks.mjs'
import { Failure, runMain } from './steps/run.mjs'
import { ensureInstalled } from './steps/install.mjs'

await runMain(async () => {
  await ensureInstalled()
  const asked = process.argv.slice(2)
  const unknown = asked.find(name => !checks.some(check => check.name === name))
  if (unknown)
    throw new Failure(`There is no check "${unknown}": ${checks.map(check => check.name).join(', ')}.`)
  const { failures } = await runChecks(
    checks.filter(({ name }) => asked.length === 0 || asked.includes(name)),
  )
  process.exit(failures.length > 0 ? 1 : 0)
})
