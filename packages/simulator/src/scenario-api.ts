import type { FastifyInstance } from 'fastify'
import { readPlay, readRecording } from './control-input.ts'
import { act } from './customer-actions.ts'
import { Refused } from './refusals.ts'
import { playerOf } from './scenario-player.ts'
import { scenarios } from './scenarios/scenarios.ts'
import type { World } from './world.ts'

const largestScenario = 140 * 1024 * 1024

/** Scenarios: those that are there, playing one of them or one's own, and recording what customers do. */
export function scenarioApi(app: FastifyInstance, world: World): void {
  const { book, live, recorder } = world
  const player = playerOf({
    act: (number, name, body) => act(world, number, name, body).id ?? null,
    open: (number, name) => book.open(number, name),
    changed: playing => live.publish('scenario', { playing }),
  })
  app.addHook('preClose', async () => player.stop())

  app.get('/scenarios', async () => ({
    scenarios: scenarios.map(({ name, scenario: { title, steps, phones } }) => {
      const lasts_ms = steps.at(-1)?.at_ms ?? 0
      return { name, title, steps: steps.length, phones: phones.length, lasts_ms }
    }),
    playing: player.playing(),
    recording: recorder.isOn(),
  }))

  app.post('/scenarios/play', { bodyLimit: largestScenario }, async request => {
    const { name, scenario, speed } = readPlay(request.body)
    const chosen = scenario ?? scenarios.find(one => one.name === name)?.scenario
    if (chosen === undefined) {
      const names = scenarios.map(one => one.name).join(', ')
      throw new Refused(400, 'input.invalid', `The name is one of ${names}.`, 'name')
    }
    player.play(chosen, speed)
    return { playing: player.playing() }
  })

  app.post('/scenarios/stop', async () => {
    player.stop()
    return { playing: null }
  })

  app.post('/recording', async request => {
    const { on, title } = readRecording(request.body)
    const scenario = on ? null : recorder.stop(title)
    if (on) recorder.start()
    live.publish('recording', { recording: on })
    return { recording: on, scenario }
  })
}
