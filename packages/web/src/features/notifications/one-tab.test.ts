import { expect, test } from 'vitest'
import { isTeller, type OneTabWorld } from './one-tab.ts'

type Ask = (lock: Lock | null) => Promise<unknown>

/** The locks of one browser, by name, as each of its tabs sees them. */
function browser() {
  const held = new Set<string>()
  const request = async (name: string, _: LockOptions, run: Ask) => {
    if (held.has(name)) return run(null)
    held.add(name)
    await run({ name, mode: 'exclusive' })
    held.delete(name)
  }
  return (isInFront: boolean, wait: OneTabWorld['wait']): OneTabWorld => ({
    locks: { request: request as LockManager['request'] },
    isInFront: () => isInFront,
    wait,
  })
}

const never = () => new Promise<void>(() => {})

test('[Q-347] of several tabs one tells of a notice, and of the next one again', async () => {
  const tab = browser()
  const tabs = [tab(true, never), tab(true, never), tab(true, never)]
  for (const name of ['1 09:00', '2 09:01']) {
    expect(await Promise.all(tabs.map(one => isTeller(one, name)))).toEqual([true, false, false])
  }
})

test('[Q-347] the tab in front goes before those behind it', async () => {
  const tab = browser()
  let goOn: () => void = () => {}
  const behind = isTeller(
    tab(false, () => new Promise(resolve => (goOn = resolve))),
    '1',
  )
  expect(await isTeller(tab(true, never), '1')).toBe(true)
  goOn()
  expect(await behind).toBe(false)
})

test('[Q-347] without locks each tab tells', async () => {
  expect(await isTeller({ locks: undefined, isInFront: () => false, wait: never }, '1')).toBe(true)
})
