import fs from 'node:fs'
import path from 'node:path'

/** The headless shell first: the same engine without what only a window needs, it takes a third less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser for the end-to-end tests: CHROMIUM_PATH, else Chromium or Chrome as installed on this machine.
 * @returns {string | undefined} undefined when there is none
 */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = names.flatMap(name => folders.map(folder => path.join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...onPath, ...elsewhere].find(file => file && fs.existsSync(file))
}

/** Runs without a display, as root, and never calls home. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
