/**
 * `npm test`: every check and every test that protects a change, from a fresh clone. Installs npm packages, and as root on
 * Debian also the browser. `npm run test:long` runs the tests that take minutes: crashes, random events, scripted days.
 * Both end with what failed, and "N passed, N failed" on a line of its own.
 */
import { checkNode, ensureBrowser, ensureInstalled } from './steps/install.mjs'
import { troubleLines } from './steps/outcome.mjs'
import { runMain } from './steps/run.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  await ensureInstalled()
  await ensureBrowser()
  const { runOnNode24 } = await import('./steps/node24.mjs')
  const { runAllChecks, runBuild, runPlaywright, runVitest } = await import('./steps/runners.mjs')

  const isLong = process.argv.includes('--long')
  if (isLong) process.env.PARLEY_LONG = '1'
  const ran = [
    ...(isLong ? [] : [await timed('checks', runAllChecks)]),
    await timed('build', runBuild),
    await timed('Node.js 24', () => runOnNode24(isLong)),
    await timed('unit and server tests', () => runVitest(isLong)),
    await timed('browser tests', runPlaywright),
  ]
  for (const { name, seconds, passed, failed, unstable } of ran) {
    const second = unstable.length > 0 ? ` (${unstable.length} only at the second try)` : ''
    console.log(`${name}: ${passed} passed${second}, ${failed} failed, ${seconds} s`)
  }
  for (const line of ran.flatMap(troubleLines)) console.log(line)
  const passed = ran.reduce((sum, one) => sum + one.passed, 0)
  const failed = ran.reduce((sum, one) => sum + one.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
})

/**
 * @param {string} name
 * @param {() => Promise<import('./steps/outcome.mjs').Outcome>} runner
 */
async function timed(name, runner) {
  console.log(`\n${name}`)
  const started = performance.now()
  const outcome = await runner()
  return { name, ...outcome, seconds: Math.round((performance.now() - started) / 1000) }
}
