/**
 * The order inside a package, lowest first: a unit may import what stands on its own line or above it, and units on
 * one line of the server must not import each other in a circle. A unit is a file or folder below the package's src.
 * @type {Record<string, string[][]>}
 */
export const layers = {
  core: [['errors', 'words'], ['api'], ['entities'], ['metrics', 'rules', 'read'], ['live']],
  server: [
    ['settings-list'],
    ['assist-config', 'bridges-config', 'environment', 'numbers-config'],
    [
      'at-most-every',
      'config',
      'every',
      'movement',
      'node-support',
      'private-directory',
      'progress',
      'thread',
    ],
    ['take-loop'],
    ['db'],
    ['live/log'],
    ['http'],
    ['audit', 'mail', 'notifications/notice'],
    ['settings'],
    ['sight'],
    [
      'auth',
      'agents',
      'capabilities',
      'customers',
      'attachments',
      'business-hours',
      'canned-replies',
      'knowledge',
      'notifications',
    ],
    ['conversations'],
    ['notes', 'customer-notes', 'reminders', 'saved-views'],
    ['search'],
    ['templates'],
    ['messages'],
    ['assist'],
    ['assignments', 'tickets', 'intent', 'applications', 'issues'],
    ['routing'],
    ['bot', 'bulk', 'merges', 'ratings', 'work', 'personal-data', 'setup'],
    ['channel'],
    ['reports'],
    ['backup', 'doctor'],
    ['live', 'housekeeping', 'nightly', 'metrics', 'backlog', 'operation', 'readiness'],
    ['app', 'loops', 'metrics-port'],
    ['administration', 'server'],
    ['main', 'parley'],
  ],
  web: [
    ['store'],
    ['ui', 'commands'],
    ['client'],
    ['sync'],
    [
      'data/capabilities',
      'data/session',
      'data/account',
      'data/agents',
      'data/assist',
      'data/intent',
      'data/people',
      'data/audit',
      'data/channel',
      'data/bot',
      'data/attachments',
      'data/canned-replies',
      'data/saved-views',
      'data/knowledge',
      'data/business-hours',
      'data/routing',
      'data/search',
      'data/settings',
      'data/setup',
      'data/templates',
    ],
    [
      'data/applications',
      'data/conversations',
      'data/notes',
      'data/reminders',
      'data/issues',
      'data/tickets',
    ],
    ['data/assignments', 'data/messages', 'data/notifications'],
    ['data/reports'],
    ['features'],
    ['pages'],
    ['app'],
    ['main'],
  ],
}

/** Which of our packages a package may import. */
export const packageArrows = /** @type {Record<string, string[]>} */ ({
  core: [],
  whatsapp: [],
  intents: ['core'],
  bot: ['core', 'intents'],
  server: ['core', 'whatsapp', 'intents', 'bot'],
  demo: ['core', 'whatsapp', 'server'],
  web: ['core'],
  simulator: ['whatsapp'],
})

/**
 * The units of a package that alone may import another: what speaks to WhatsApp stands in one place, and with it what a
 * second channel would have to bring.
 * @type {Record<string, Record<string, string[]>>}
 */
export const unitArrows = { server: { whatsapp: ['channel', 'doctor'] } }

/**
 * Who may load a package by `import()`, and from which unit: what it is needed for, it is loaded for, so that nothing of
 * it is in a bundle of the others.
 * @type {Record<string, { package: string, unit: string }>}
 */
export const lazyArrows = { demo: { package: 'server', unit: 'main' } }

/** Units of the server that its users outside may import: the database and the nouns, never what ties them together. */
export const serverDoors = new Set([
  'db',
  'auth',
  'agents',
  'customers',
  'attachments',
  'notifications',
  'conversations',
  'messages',
  'assignments',
  'tickets',
  'applications',
  'issues',
  'channel',
  'reports',
  'knowledge',
  'business-hours',
  'canned-replies',
])

/**
 * What a package's tests may import besides: the server is tried against the simulator, in one process, and with the
 * demo's repeatable chance.
 */
export const testArrows = /** @type {Record<string, string[]>} */ ({ server: ['simulator', 'demo'] })

/** Packages that run in the browser too. */
export const browserSide = new Set(['core', 'web'])

/** Folder names that say nothing about what is in them. */
export const emptyNames = new Set([
  'utils',
  'common',
  'shared',
  'helpers',
  'services',
  'types',
  'lib',
  'misc',
])

/** The only file that may do nothing but pass on other files' exports. */
export const contractBarrel = 'packages/core/src/api/index.ts'
