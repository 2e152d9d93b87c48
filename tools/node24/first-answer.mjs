/**
 * Starts the built product as a demo, has a customer write, and waits until the bot's answer is on their phone. Runs on the
 * Node.js that is to be tried; the server's own output goes to this one's.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { demoWorkspace } from '../steps/demo.mjs'
import { Failure, runMain } from '../steps/run.mjs'
import { freePort, waitForAnswer } from '../steps/ports.mjs'
import { startTogether } from '../steps/programs.mjs'

const customer = '256772000024'
const patienceSeconds = 120

await runMain(async () => {
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const demo = demoWorkspace({
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    SIMULATOR_PORT: String(simulatorPort),
  })
  const programs = startTogether([
    { name: 'simulator', script: 'dist/simulator/main.js', env: demo.simulatorEnv },
    { name: 'server', script: 'dist/server/main.js', env: demo.serverEnv },
  ])
  tellOnce(demo).then(
    () => programs.stop(0),
    error => {
      console.error(error.message)
      programs.stop(1)
    },
  )
  process.exit(await programs.ended)
})

/**
 * @param {ReturnType<typeof demoWorkspace>} demo
 * @throws {Failure} when no answer came
 */
async function tellOnce({ url, simulatorUrl }) {
  await Promise.all([
    waitForAnswer(`${simulatorUrl}/phones`, { seconds: patienceSeconds, what: 'simulator' }),
    waitForAnswer(`${url}/healthz`, { seconds: patienceSeconds, what: 'server' }),
  ])
  await post(`${simulatorUrl}/phones`, { number: customer, name: 'Node Twentyfour' })
  await post(`${simulatorUrl}/phones/${customer}/messages`, { type: 'text', text: 'Hello' })
  const until = performance.now() + patienceSeconds * 1000
  while (performance.now() < until) {
    const answer = await fetch(`${simulatorUrl}/phones/${customer}/messages`)
    /** @type {{ direction: string }[]} */
    const messages = JSON.parse(await answer.text())
    if (messages.some(({ direction }) => direction === 'OUTBOUND')) return
    await sleep(200)
  }
  throw new Failure(`The customer had no answer within ${patienceSeconds} seconds.`)
}

/**
 * @param {string} url
 * @param {unknown} body
 */
async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Failure(`POST ${url} was answered ${answer.status}: ${await answer.text()}`)
}
