/*
 * Which file may import which, for oxlint (`overrides` of oxlint.config.mjs). A unit is a folder or a file below a package's
 * src, and may import the units before it. Every regex is of the Rust kind, without look-around.
 */
import fs from 'node:fs'
import { inRoot } from './steps/root.mjs'

/** @typedef {{ regex: string, message: string, allowTypeImports?: boolean }} Forbidden */

/** The units of a package in order. Where one is inside another ("live/log"), its own place counts. */
const units = {
  server: `config timers thread db live/log http descriptor audit mail notifications/notice
    personal-data/erased-ids personal-data/forget-webhooks ingest/descriptor merges/descriptor settings visibility auth agents
    capabilities customers attachments business-hours canned-replies knowledge notifications conversations notes customer-notes
    reminders search templates messages assist assignments tickets intent applications issues routing bot bulk ratings work
    setup resources audit/queries audit/routes merges personal-data channels
    ingest/rejection ingest/log ingest/message-changes delivery ingest reports backup doctor live operation jobs app loops
    administration server main parley`.split(/\s+/),
  web: `store ui commands client sync data/capabilities data/session data/account data/agents data/assist data/intent data/people
    data/audit data/channel data/bot data/attachments data/canned-replies data/saved-views data/knowledge data/business-hours
    data/routing data/search data/settings data/setup data/templates data/applications data/conversations data/notes
    data/reminders data/issues data/tickets data/assignments data/messages data/notifications data/reports features pages app
    main`.split(/\s+/),
}

/** Resources without a place: they may import every other resource, and none imports them. */
const unplaced = fs
  .readdirSync(inRoot('packages/server/src'))
  .filter(name => fs.existsSync(inRoot('packages/server/src', name, 'descriptor.ts')))
  .filter(name => !units.server.includes(name))
units.server.splice(units.server.indexOf('resources'), 0, ...unplaced)

/** Which of our packages a package may import. @type {Record<string, string[]>} */
const allowed = {
  core: [],
  whatsapp: ['core'],
  intents: ['core'],
  bot: ['core', 'intents'],
  server: ['core', 'whatsapp', 'intents', 'bot'],
  demo: ['core', 'whatsapp', 'server'],
  web: ['core'],
  simulator: ['core', 'whatsapp'],
}

/** More packages for single units of the server: some speak WhatsApp, and main loads the demo. */
const besides = /** @type {Record<string, string[]>} */ ({
  channels: ['whatsapp'],
  delivery: ['whatsapp'],
  ingest: ['whatsapp'],
  'ingest/message-changes': ['whatsapp'],
  doctor: ['whatsapp'],
  main: ['demo'],
})

/** The units of the server that the demo may import: the database and resources. */
const doors = new Set(
  `db auth agents customers attachments notifications conversations messages assignments tickets applications issues channels delivery ingest reports
    knowledge business-hours canned-replies`.split(/\s+/),
)

const tests = ['**/*.test.*', '**/*.fixture.*', '**/test/**']

/**
 * @param {string[]} files
 * @param {Forbidden[]} patterns
 */
const forbid = (files, patterns) => ({
  files,
  excludeFiles: tests,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

/**
 * The rules of a whole package.
 * @param {string} name
 * @param {string[]} may
 * @returns {Forbidden[]}
 */
function inPackage(name, may) {
  const others = Object.keys(allowed).filter(other => !may.includes(other))
  return [
    {
      regex: `^@parley/(?:${others.join('|')})(?:/|$)`,
      message: `${name} may import ${may.join(', ') || 'none of our packages'}. Move what both need, or pass it in.`,
    },
    { regex: '^(?:\\.\\./)+(?:packages/)?[a-z]+/src/', message: 'Import another package by its name.' },
    { regex: '\\.(?:test|fixture)\\.tsx?$|/test/', message: 'Only tests import what is made for tests.' },
  ]
}

/**
 * The units that a unit may not import, since they stand behind it.
 * @param {'server' | 'web'} name
 * @param {string} unit
 * @param {boolean} isFile its files stand beside the other units
 * @returns {Forbidden[]}
 */
function above(name, unit, isFile = false) {
  const order = units[name]
  const at = order.indexOf(unit)
  const folder = unit.includes('/') ? `${unit.split('/')[0]}/` : ''
  const later = order.slice(at + 1).flatMap(other => {
    const earlier = order.slice(0, at).filter(one => one.startsWith(`${other}/`))
    if (earlier.length > 0) return filesIn(name, other).filter(file => !earlier.includes(file))
    return folder !== '' && other.startsWith(folder) ? [other.slice(folder.length)] : [other]
  })
  const from = isFile && folder === '' ? '\\./' : '(?:\\.\\./)+'
  const message = `This is above "${unit}" (tools/import-rules.mjs). Move the shared part down, or let the caller pass it in.`
  return [
    ...(later.length > 0 ? [{ regex: `^${from}(?:${later.join('|')})(?:/|\\.tsx?$)`, message }] : []),
    // "live/log" comes before the other files of "live".
    ...(isFile && order.indexOf(folder.slice(0, -1)) > at
      ? [{ regex: `^\\./(?:${othersIn(name, folder, order.slice(0, at)).join('|')})\\.tsx?$`, message }]
      : []),
  ]
}

/**
 * The files of a folder that none of the units before is: "hub" and so on.
 * @param {string} name
 * @param {string} folder such as "live/"
 * @param {string[]} before
 */
const othersIn = (name, folder, before) =>
  filesIn(name, folder.slice(0, -1))
    .filter(file => !before.includes(file))
    .map(file => file.slice(folder.length))

/**
 * "live/hub" and so on.
 * @param {string} name
 * @param {string} folder
 */
const filesIn = (name, folder) =>
  fs
    .readdirSync(inRoot(`packages/${name}/src/${folder}`))
    .map(file => `${folder}/${file.replace(/\.tsx?$/, '')}`)

/**
 * The rules of each unit of a package: for the files below its folder, and for the file of its name.
 * @param {'server' | 'web'} name
 * @param {(unit: string) => Forbidden[]} more
 */
const inOrder = (name, more) =>
  // Units inside others last: of several overrides the last one counts.
  units[name]
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
    .flatMap(unit => [
      forbid([`packages/${name}/src/${unit}/**`], [...more(unit), ...above(name, unit)]),
      forbid([`packages/${name}/src/${unit}/descriptor.ts`], [...more('descriptor'), ...above(name, unit)]),
      forbid([`packages/${name}/src/${unit}.{ts,tsx}`], [...more(unit), ...above(name, unit, true)]),
    ])

const coreResources = fs
  .readdirSync(inRoot('packages/core/src'))
  .filter(name => !/\.ts$|^(?:read|live)$/.test(name))
const features = fs.readdirSync(inRoot('packages/web/src/features'))
/** Features that are built of others, the lowest first. All others stand below them, and apart from each other. */
const builtOfOthers = ['messages', 'customer', 'conversation', 'inbox']

/**
 * The features that a feature may not import.
 * @param {string} feature
 */
function closedTo(feature) {
  const place = builtOfOthers.indexOf(feature)
  const closed = place === -1 ? features : builtOfOthers.slice(place)
  return closed.filter(other => other !== feature)
}
const inConsole = [
  ...inPackage('web', ['core']),
  {
    regex: '^@parley/core/calls$',
    message:
      'Only client/client.ts takes the calls, since the build strips them there. Import types from calls, schemas from …/api',
    allowTypeImports: true,
  },
]
const closed = units.server.filter(unit => !doors.has(unit))

export const importRules = [
  forbid(
    ['e2e/**', 'bench/**'],
    [
      {
        regex: '^@parley/|packages/[a-z]+/src/',
        message: 'This side speaks HTTP only. Call the running product (types may be imported).',
        allowTypeImports: true,
      },
    ],
  ),
  ...['whatsapp', 'intents', 'bot', 'simulator'].map(name =>
    forbid([`packages/${name}/**`], inPackage(name, allowed[name] ?? [])),
  ),
  forbid(
    ['packages/demo/**'],
    [
      ...inPackage('demo', allowed['demo'] ?? []),
      {
        regex: `^@parley/server/(?:(?:${closed.join('|')}|test)(?:/|$)|.*/routes$)`,
        message: 'Import the database or a resource. Only main assembles the server.',
      },
    ],
  ),
  forbid(['packages/core/src/**'], inPackage('core', [])),
  forbid(
    coreResources.map(folder => `packages/core/src/${folder}/**`),
    [
      ...inPackage('core', []),
      {
        regex: '^(?:\\.\\./)+(?:read|live)/',
        message: 'Parsers and live data use resources. Move the shared part down.',
      },
      {
        regex: '^(?:\\.\\./)+calls\\.ts$',
        message: 'calls.ts lists the resources. Import the resource itself.',
      },
    ],
  ),
  ...inOrder('server', unit => [
    ...inPackage('server', ['core', 'intents', 'bot', ...(besides[unit] ?? [])]),
    ...(['app', 'resources', 'descriptor'].includes(unit)
      ? []
      : [
          {
            regex: '/routes\\.ts$',
            message: 'Only descriptors, resources.ts and app.ts mount routes. Import actions or queries.',
          },
        ]),
  ]),
  ...inOrder('web', () => inConsole),
  forbid(['packages/web/src/client/client.ts'], [...inPackage('web', ['core']), ...above('web', 'client')]),
  ...features.map(feature =>
    forbid(
      [`packages/web/src/features/${feature}/**`],
      [
        ...inConsole,
        ...above('web', 'features'),
        ...(closedTo(feature).length > 0
          ? [
              {
                regex: `^(?:\\.\\./)+(?:${closedTo(feature).join('|')})/`,
                message: `This feature is beside or above "${feature}" (tools/import-rules.mjs). Let the screen compose both.`,
              },
            ]
          : []),
      ],
    ),
  ),
  {
    files: ['packages/core/src/**', 'packages/web/src/**'],
    excludeFiles: tests,
    rules: { 'import/no-nodejs-modules': 'error' },
  },
]
