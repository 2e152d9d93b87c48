import { setTimeout as sleep } from 'node:timers/promises'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { basePath } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'
import { addAgent } from './agents/accounts.ts'
import { leave } from './agents/leave.ts'
import { mailReset, type ResetMail } from './agents/password-links.ts'
import type { Presence } from './agents/presence.ts'
import { handBackOf } from './assignments/hand-back.ts'
import { endOffersOf, withdrawOffer } from './assignments/offer.ts'
import { takeByReply } from './assignments/take.ts'
import type { Assistant } from './assist/assistant.ts'
import type { Scanner } from './attachments/scanner.ts'
import type { FileStore } from './attachments/store.ts'
import { auditRoutes } from './audit/routes.ts'
import { authenticateBy, redeemTicket, sessionOfToken } from './auth/authenticate.ts'
import { AttachmentCookie, DeviceCookie } from './auth/cookies.ts'
import { callerOfSession } from './auth/queries.ts'
import { authRoutes } from './auth/routes.ts'
import { Seal, sealingKeys } from './auth/secrets.ts'
import type { Leave } from './auth/sessions.ts'
import { type AttemptLimits, demoLimits, productionLimits } from './auth/sign-in-limits.ts'
import { AccessTokens, OneTimeTokens, type Random, RefreshTokens } from './auth/tokens.ts'
import { backupRoutes } from './backup/routes.ts'
import { capabilityRoutes } from './capabilities/routes.ts'
import { channelHealthRoutes, type Health } from './channels/health.ts'
import type { Config } from './config/config.ts'
import type { Writer } from './db/write.ts'
import { takeBack } from './delivery/unsent.ts'
import type { Descriptor } from './descriptor.ts'
import {
  acceptBodies,
  hangUpOnSlowBodies,
  hangUpOnUnreadBody,
  limitUnverifiedBodies,
  patience,
  unverifiedLimits,
} from './http/bodies.ts'
import { sessionStateOf } from './http/caller.ts'
import { connectionLimits, hangUpOnRefusedUpgrade, limitConnections } from './http/connections.ts'
import { consoleRoutes } from './http/console.ts'
import { compressAnswers } from './http/encode.ts'
import { answer, answerUnreadable, refuseExpectations, refuseInOneShape } from './http/errors.ts'
import { commonHeaders, ownOrigin } from './http/headers.ts'
import type { Http } from './http/mount.ts'
import { describeApi, serveApiDocs } from './http/openapi.ts'
import { type Budgets, demoBudgets, productionBudgets, rateLimit } from './http/rate-limit.ts'
import { bridgeRoutes } from './ingest/bridge.ts'
import type { Ingest } from './ingest/ingest.ts'
import { webhookLogRoutes } from './ingest/log.ts'
import { recordChecks, webhookRoutes } from './ingest/whatsapp.ts'
import type { Understanding } from './intent/understanding.ts'
import { jobRoutes } from './jobs/routes.ts'
import type { Hub } from './live/hub.ts'
import { socketRoutes } from './live/sockets.ts'
import type { Viewing } from './live/viewing.ts'
import { mergeRoutes } from './merges/routes.ts'
import type { FiguresPage, Metrics } from './operation/metrics.ts'
import type { Readiness } from './operation/readiness.ts'
import { retentionRoutes } from './operation/retention-counts.ts'
import { operationRoutes } from './operation/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { planAsk } from './ratings/ask.ts'
import type { WorkspaceDays } from './reports/days.ts'
import { reportRoutes } from './reports/routes.ts'
import { resources, tableOf } from './resources.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { requireVisible } from './visibility/queries.ts'

export interface AppDeps {
  readonly config: Pick<
    Config,
    | 'instance'
    | 'metrics'
    | 'mode'
    | 'publicUrl'
    | 'trustedProxies'
    | 'bridges'
    | 'channel'
    | 'sampleAreas'
    | 'offerDeadlineMs'
    | 'ratingAfterMs'
    | 'undoSendMs'
    | 'timeZone'
  >
  readonly authSecret: string
  readonly writer: Writer
  /** The same database without a time limit, for long statements. */
  readonly longRunningDb: Writer['db']
  /** The same database for search queries. */
  readonly search: Writer['db']
  /** The workspace's calendar, for statistics. */
  readonly days: WorkspaceDays
  readonly random: Random
  readonly understanding: Understanding
  /** Null if it is not configured. */
  readonly assistant: Assistant | null
  readonly hub: Hub
  readonly metrics: Metrics
  readonly readiness: Pick<Readiness, 'check'>
  readonly presence: Presence
  readonly viewing: Viewing
  readonly health: Health
  readonly store: FileStore
  readonly scanner: Scanner
  /** The directory of exports while they are written. */
  readonly scratch: string
  readonly ingest: Ingest
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  readonly wakeDelivery: () => void
  readonly wakeTemplates: () => void
  /** Null if no mail server is configured. */
  readonly resetMail: Pick<ResetMail, 'sendMail' | 'consoleUrl'> | null
  readonly log: FastifyBaseLogger
  /** For tests: sees every reply. */
  readonly inspect?: Http['inspect']
  readonly limits?: AttemptLimits
  readonly budgets?: Budgets
}

/** Query strings may contain customers' words and tokens, so only paths are logged. */
const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** Numbers failures for the reply and the log line. The instance keeps them unique across servers and restarts. */
function referencesOf(instance: string): () => string {
  let no = 0
  return () => `${instance}-${(no += 1)}`
}

interface Tokens {
  readonly access: AccessTokens
  readonly refresh: RefreshTokens
  readonly links: OneTimeTokens
  readonly tickets: OneTimeTokens
  readonly cookie: AttachmentCookie
}

/** Mounts the resources, and the hooks and error handlers above them. */
export async function createApp(deps: AppDeps): Promise<{ app: FastifyInstance; figures: FiguresPage }> {
  const { authSecret, random, config } = deps
  const headers = await commonHeaders(isHttps(config))
  const app = newFastify(deps, headers)
  guardConnections(app, deps, headers)
  refuseInOneShape(app)
  await acceptBodies(app)
  const tokens: Tokens = {
    access: new AccessTokens(authSecret),
    refresh: new RefreshTokens(authSecret),
    links: new OneTimeTokens(authSecret, 'password link', random),
    tickets: new OneTimeTokens(authSecret, 'socket ticket', random),
    cookie: new AttachmentCookie(config.publicUrl),
  }
  await describeApi(app, tokens.cookie.name)
  const figures = operationRoutes(app, deps)
  await app.register(api => mountApi(app, api, deps, tokens), { prefix: basePath })
  await consoleRoutes(app)
  return { app, figures }
}

const isHttps = ({ publicUrl }: AppDeps['config']): boolean => publicUrl?.startsWith('https:') ?? false

type Headers = Awaited<ReturnType<typeof commonHeaders>>

/** Runs before any reply. */
function begin(reply: FastifyReply, headers: Headers): void {
  reply.headers(headers)
  hangUpOnRefusedUpgrade(reply)
}

function newFastify({ config, log }: AppDeps, headers: Headers): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: referencesOf(config.instance),
    routerOptions: { maxParamLength: 200 },
    // Only these proxies may name the client's address.
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: 1024 * 1024,
    requestTimeout: patience.upload,
    // Plugins may start slowly on a busy machine.
    pluginTimeout: 120_000,
    // A connection may be silent for as long as the longest request may take.
    connectionTimeout: patience.upload,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.check },
    clientErrorHandler: answerUnreadable(headers),
    // A URL that cannot be decoded or is too long reaches no route and no error handler.
    frameworkErrors: (error, request, reply) => {
      begin(reply, headers)
      hangUpOnUnreadBody(reply, patience.linger)
      const path = pathOf(request.url)
      const unknown = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      const apiError = unknown
        ? new ApiError('route.not-found', { method: request.method, path })
        : ApiError.field('path', 'is not a well-formed address')
      void answer(reply, apiError)
    },
  })
}

/** Limits connections and bodies, sets the common headers, and logs each reply at the level debug. */
function guardConnections(app: FastifyInstance, { config, log }: AppDeps, headers: Headers): void {
  if (log.level === 'debug' || log.level === 'trace') {
    app.addHook('onResponse', async (request, reply) => {
      const facts = { method: request.method, path: pathOf(request.url), status: reply.statusCode }
      request.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered')
    })
  }
  limitConnections(app.server, config.trustedProxies, connectionLimits)
  refuseExpectations(app.server, headers)
  app.decorateRequest('caller', null)
  hangUpOnSlowBodies(app, patience)
  limitUnverifiedBodies(app, unverifiedLimits)
  app.addHook('onRequest', (_request, reply, done) => {
    begin(reply, headers)
    done()
  })
}

/** Mounts everything below the API's base path. */
async function mountApi(
  app: FastifyInstance,
  api: FastifyInstance,
  deps: AppDeps,
  tokens: Tokens,
): Promise<void> {
  const { config, writer } = deps
  const isDemo = config.mode === 'demo'
  const recognition = {
    db: writer.db,
    now: writer.now,
    accessTokens: tokens.access,
    refreshTokens: tokens.refresh,
    cookie: tokens.cookie,
  }
  compressAnswers(api)
  const authenticate = authenticateBy(recognition)
  const http: Http = {
    app: api,
    authenticate,
    sampleAreas: config.sampleAreas,
    requireVisible: (caller, noun, id) => requireVisible(writer.db, tableOf, caller, noun, id),
    spend: rateLimit(deps.budgets ?? (isDemo ? demoBudgets : productionBudgets), () => performance.now()),
    ...(deps.inspect && { inspect: deps.inspect }),
  }
  const leaves: Leave = (context, agentId) => leave(context, agentId, { endOffersOf })
  await mountAuth(http, deps, tokens, leaves)
  await mountResources(http, deps, tokens, leaves)
  await mountChannels(api, deps)
  await socketRoutes(api, {
    ...deps,
    secureOnly: isHttps(config),
    callerOf: token => sessionOfToken(recognition, token),
    callerOfTicket: ticket => redeemTicket(writer.db, tokens.tickets, ticket, writer.now()),
    sessionStateOf: async id => sessionStateOf(await callerOfSession(writer.db, id, writer.now())),
    isOwnOrigin: ownOrigin(config.publicUrl),
    onTrouble: error => deps.log.warn({ err: error }, 'socket'),
    clock: () => performance.now(),
  })
  await serveApiDocs(api, app, authenticate, isDemo)
}

function mountAuth(http: Http, deps: AppDeps, tokens: Tokens, leaves: Leave): Promise<void> {
  const { config, writer, random, authSecret } = deps
  const { links, tickets, cookie } = tokens
  return authRoutes(http, {
    writer,
    accessTokens: tokens.access,
    refreshTokens: tokens.refresh,
    cookie,
    links,
    tickets,
    devices: new DeviceCookie(authSecret, random, config.publicUrl),
    limits: deps.limits ?? (config.mode === 'demo' ? demoLimits : productionLimits),
    random,
    seal: new Seal(authSecret),
    mode: config.mode,
    addAgent: (agent, by) => addAgent(writer, agent, by),
    mailReset: deps.resetMail && mailReset.bind(null, { writer, links, ...deps.resetMail }),
    leave: leaves,
  })
}

async function mountResources(http: Http, deps: AppDeps, { links }: Tokens, leaves: Leave): Promise<void> {
  const { config, writer, days, understanding } = deps
  const followers = { withdrawOffer, onResolved: planAsk(config.ratingAfterMs) }
  const routeDeps = {
    ...deps,
    timeZone: config.timeZone,
    offerDeadlineMs: config.offerDeadlineMs,
    holdMs: config.undoSendMs,
    links,
    leave: leaves,
    departure: { endOffersOf, handBackOf },
    followers,
    takeBack: takeBack.bind(null, writer, followers),
    takeByReply,
    understand: understanding.ofCustomer,
    languageOf: (text: string) => understanding.ofCustomer(text).language,
    wait: sleep,
  }
  const mounted: readonly Descriptor<typeof routeDeps>[] = resources
  for (const { routes } of mounted) await routes?.(http, routeDeps)
  capabilityRoutes(http, days.timeZone, sealingKeys(deps.authSecret), deps.assistant !== null)
  searchRoutes(http, deps.search, { now: () => performance.now(), pause: sleep })
  mergeRoutes(http, writer)
  personalDataRoutes(http, routeDeps)
  reportRoutes(http, writer, days)
  settingsRoutes(http, writer, config.undoSendMs)
  retentionRoutes(http, writer)
  auditRoutes(http, writer.db)
  backupRoutes(http, writer.db)
  webhookLogRoutes(http, writer, days.timeZone)
  channelHealthRoutes(http, deps.health)
  jobRoutes(http, writer.db)
  setupRoutes(http, writer.db, { isDemo: config.mode === 'demo', numbers: config.channel.numbers })
}

/** Mounts the webhook addresses of WhatsApp and the bridges. */
async function mountChannels(api: FastifyInstance, deps: AppDeps): Promise<void> {
  const { config, writer, log, understanding } = deps
  const recordCheck = recordChecks(writer, error => log.error({ err: error }, 'webhook checks'))
  await webhookRoutes(api, deps.ingest, config.channel, recordCheck)
  await bridgeRoutes(api, { ...deps, bridges: config.bridges, understand: understanding.ofCustomer })
}
