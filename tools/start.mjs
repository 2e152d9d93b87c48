/**
 * `npm start`: the whole product as a demo, from a fresh clone. Installs and builds what is missing, then runs the
 * server and the phone simulator until Ctrl-C.
 */
import fs from 'node:fs'
import path from 'node:path'
import { demoWorkspace } from './steps/demo.mjs'
import { Failure, runMain } from './steps/run.mjs'
import { checkNode, ensureInstalled } from './steps/install.mjs'
import { checkFree, waitForAnswer } from './steps/ports.mjs'
import { startTogether } from './steps/programs.mjs'
import { shown } from './steps/root.mjs'
import { ensureBuilt } from './steps/sources.mjs'

await runMain(async () => {
  checkNode(process.versions.node)
  const demo = demoWorkspace(process.env)
  if (demo.port === demo.simulatorPort) throw new Failure('PORT and SIMULATOR_PORT must differ.')
  makeDirectory(demo.logs)
  await checkFree({ setting: 'PORT', host: demo.host, port: demo.port })
  await checkFree({ setting: 'SIMULATOR_PORT', host: demo.simulatorHost, port: demo.simulatorPort })
  await ensureInstalled()
  await ensureBuilt()

  console.log('Starting …')
  let heard = 0
  const programs = startTogether(
    [
      {
        name: 'simulator',
        script: 'dist/simulator/main.js',
        env: demo.simulatorEnv,
        log: path.join(demo.logs, 'simulator.log'),
      },
      {
        name: 'server',
        script: 'dist/server/main.js',
        env: demo.serverEnv,
        log: path.join(demo.logs, 'server.log'),
      },
    ],
    line => {
      heard = performance.now()
      console.log(line)
    },
  )
  const ready = Promise.all([
    waitForAnswer(`${demo.simulatorUrl}/phones`, { seconds: 120, what: 'simulator' }),
    waitForAnswer(`${demo.url}/healthz`, { seconds: 120, what: 'server', lastHeard: () => heard }),
  ])
  ready.then(
    () => console.log(welcome(demo)),
    error => {
      console.error(error.message)
      programs.stop(1)
    },
  )
  process.exit(await programs.ended)
})

/** @param {string} directory */
function makeDirectory(directory) {
  try {
    fs.mkdirSync(directory, { recursive: true })
  } catch (cause) {
    throw new Failure(`${directory} cannot be made: set DATA_DIR to a directory that can be written.`, {
      cause,
    })
  }
}

/** @param {ReturnType<typeof demoWorkspace>} demo */
function welcome({ url, simulatorUrl, logs }) {
  return `
Parley is running with a demo workspace.

  Console           ${url}
  Phone simulator   ${simulatorUrl}
  Web chat          ${simulatorUrl}/web-chat/
  Sign in with      agent@parley.example, password parley-demo (filled in for you)
  Logs              ${shown(logs)}

Ctrl-C stops everything.
`
}
