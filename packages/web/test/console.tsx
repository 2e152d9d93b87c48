import { permissionsOf } from '@parley/core/access/rules'
import type { Role } from '@parley/core/access/policies'
import { Capabilities } from '@parley/core/access/capabilities'
import { areas } from '@parley/core/areas'
import { defaultSettings, type Settings } from '@parley/core/settings/api'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type * as z from 'zod'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { App } from '../src/app/App.tsx'
import { queryClient } from '../src/app/query-client.ts'
import { openDevice, sealedDevice } from '../src/client/device/device-store.ts'
import { agentStorage, flushDrafts } from '../src/client/device/own-kept.ts'
import { clearSession, storeSession } from '../src/client/session-store.ts'
import { closeOffer } from '../src/data/assignments/actions.ts'
import { hiddenNotices, unhideNotices } from '../src/data/notifications/queries.ts'
import { startChoices } from '../src/data/session/preferences.ts'
import { startLive } from '../src/sync/start-live.ts'
import { holdComposingKeys } from '../src/commands/composing-keys.ts'
import { refuseStrayDrops } from '../src/ui/files/use-file-drop.ts'
import { FakeApi } from './fake-api.ts'
import { me } from './samples.ts'
import { sampleOf } from './sample-of.ts'
import '@fontsource-variable/inter/wght.css'
import '../src/ui/inter/inter.css'
import '../src/ui/tokens.css'
import '../src/ui/base.css'
import '../src/ui/forced-colors.css'

/** The words of a log line, with React's places filled in. */
const format = ([first, ...rest]: readonly unknown[]): string => {
  const left = [...rest]
  return [String(first).replaceAll('%s', () => String(left.shift())), ...left].join(' ')
}

/** How the console opens. */
export interface Opening {
  readonly role?: Role
  /** CSS pixels; default: 1366 × 768. */
  readonly size?: readonly [width: number, height: number]
  /** Says what the server has, before the page opens. */
  readonly given?: (api: FakeApi) => void
  /** False: nobody is signed in. */
  readonly signedIn?: boolean
  /** Errors that the page may log, since the requirements want it. */
  readonly logs?: RegExp
  /** The agent's name; default: agent. */
  readonly name?: string
}

/** A token of our server's form that does not run out, of one session. */
export const token = `e30.${btoa(JSON.stringify({ exp: 4_102_444_800, sid: '1' }))}.e30`

let root: Root | undefined
let uninstall: (() => void) | undefined
let current: FakeApi | undefined
let allowed: RegExp | undefined
const logged: string[] = []
/** What the browser says when something is measured in a later frame: no failure of the page. */
const measuredLater = 'ResizeObserver loop completed with undelivered notifications.'
/** What fails the page, or is logged as an error by it or by React, fails the test. */
const log = (text: string) => {
  if (allowed?.test(text) !== true && !text.endsWith(measuredLater)) logged.push(text)
}
const { error: printError } = console
console.error = (...words: unknown[]) => {
  log(format(words))
  printError(...words)
}
window.addEventListener('error', ({ message }) => log(message))
/** Tells the outboxes, which live as long as the page, what is theirs no more. */
const otherTab = new BroadcastChannel('parley-outbox')
holdComposingKeys(window)
refuseStrayDrops()
startLive(queryClient)

/** Sets the page's clock until the test ends; timers stay real. For tests that open the console. */
export function setTime(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(time)
}

/** The server serves every area, and says what the role may do where the workspace has decided so. */
export function giveCapabilities(
  api: FakeApi,
  role: Role = 'AGENT',
  decided: Partial<Settings> = {},
  more: Partial<z.input<typeof Capabilities>> = {},
): void {
  const settings = { ...defaultSettings, ...decided }
  api.answer('capabilities', {
    ...sampleOf(Capabilities),
    areas: [...areas],
    time_zone: 'Africa/Kampala',
    role,
    may: [...permissionsOf({ agentId: me.id, role, settings })],
    sealing_key: 'A'.repeat(43),
    wait_marks: { long: 5, too_long: 15 },
    ...more,
  })
}

/**
 * Opens the console at a path, as an agent who is signed in, over a server that has nothing but what the test gives it. It is closed
 * with the test.
 */
export async function openConsole(path: string, opening: Opening = {}): Promise<FakeApi> {
  // For each test: this module is loaded once for all files, so a hook of its own would be the first file's alone.
  onTestFinished(close)
  const { role = 'AGENT', size = [1366, 768], given, signedIn = true, name = me.name, logs } = opening
  await page.viewport(...size)
  const api = new FakeApi()
  current = api
  allowed = logs
  uninstall = api.install()
  giveCapabilities(api, role)
  given?.(api)
  await startChoices()
  if (signedIn) storeSession({ token, refreshToken: 'refresh', user: { id: me.id, name, role: 'AGENT' } })
  history.replaceState(null, '', path)
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'
  root = createRoot(place)
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  return api
}

/** Leaves the page as it was. The test fails for a breach of the contract, and for an error that the page logged. */
async function close(): Promise<void> {
  vi.useRealTimers()
  // A draft that is not on the server yet would be held for the next test.
  await flushDrafts.written?.()
  root?.unmount()
  // What was written last would come to the device after it was emptied.
  await agentStorage.lock()
  document.body.replaceChildren()
  clearSession()
  closeOffer()
  unhideNotices([...hiddenNotices()])
  queryClient.clear()
  uninstall?.()
  localStorage.clear()
  sessionStorage.clear()
  for (const { body } of current?.askedFor('send') ?? []) otherTab.postMessage(body?.client_message_id)
  for (const device of [openDevice, sealedDevice])
    for (const [place] of await device.entries()) {
      if (place.startsWith('outbox:')) otherTab.postMessage(place.split(':').at(-1))
      await device.del(place)
    }
  const errors = logged.splice(0)
  expect(current?.breaches ?? []).toEqual([])
  expect(errors).toEqual([])
}
