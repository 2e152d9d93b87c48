import path from 'node:path'
import { simulatorApp } from './app.ts'
import { pageFiles } from './page-files.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
if ('problems' in settings) {
  for (const problem of settings.problems) console.error(problem)
  process.exit(1)
}
const { host, port, options } = settings
const { app, verify } = await simulatorApp(options, { now: () => new Date(), random: Math.random })
// The build puts the pages beside this program.
pageFiles(app, path.join(import.meta.dirname, 'page'))

// The parent process holds the other end of the channel; without it nothing would stop this program.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(event, () => void app.close().finally(() => process.exit(0)))
}

try {
  const address = await app.listen({ host, port })
  console.log(`WhatsApp simulator on ${address}, webhooks to ${options.webhookUrl}`)
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  const reason = error instanceof Error ? error.message : String(error)
  console.error(taken ? `SIMULATOR_PORT ${port} is taken on ${host}.` : `Cannot listen: ${reason}`)
  process.exit(1)
}
await verify()
