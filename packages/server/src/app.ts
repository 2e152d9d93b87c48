import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '@parley/core/calls'
import { Refusal } from '@parley/core/errors'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { addAgent } from './agents/add.ts'
import { leave } from './agents/leave.ts'
import { mailReset, type ResetMail } from './agents/mail-reset.ts'
import type { Presence } from './agents/presence.ts'
import { endOffersOf } from './assignments/end-offers.ts'
import { handBackOf } from './assignments/hand-back.ts'
import { withdrawOffer } from './assignments/offer.ts'
import { takeByReply } from './assignments/take-by-reply.ts'
import type { Assistant } from './assist/assistant.ts'
import type { Scanner } from './attachments/scanner.ts'
import type { FileStore } from './attachments/store.ts'
import { auditRoutes } from './audit/routes.ts'
import { AccessTokens } from './auth/access-token.ts'
import { AttachmentCookie } from './auth/attachment-cookie.ts'
import { type AttemptLimits, demoLimits, productionLimits } from './auth/attempts.ts'
import { authenticateBy, sessionOfToken } from './auth/authenticate.ts'
import { DeviceCookie } from './auth/device-cookie.ts'
import type { Leave } from './auth/end.ts'
import { OneTimeTokens } from './auth/one-time.ts'
import { callerOfSession } from './auth/queries.ts'
import type { Random } from './auth/random.ts'
import { RefreshTokens } from './auth/refresh-token.ts'
import { authRoutes } from './auth/routes.ts'
import { Seal } from './auth/sealed.ts'
import { sealingKeys } from './auth/sealing-key.ts'
import { redeemTicket } from './auth/socket-ticket.ts'
import { capabilityRoutes } from './capabilities/routes.ts'
import { takeBack } from './delivery/unsent.ts'
import { webhookLogRoutes } from './ingest/log.ts'
import type { Ingest } from './ingest/ingest.ts'
import { bridgeRoutes } from './ingest/bridge.ts'
import { recordChecks, webhookRoutes } from './ingest/whatsapp.ts'
import type { Config } from './config/config.ts'
import type { Writer } from './db/write.ts'
import type { Descriptor } from './descriptor.ts'
import { acceptBodies } from './http/bodies.ts'
import { standingOf } from './http/caller.ts'
import { compressAnswers } from './http/compress.ts'
import { consoleRoutes } from './http/console.ts'
import { connectionLimits, limitConnections } from './http/connections.ts'
import { commonHeaders } from './http/headers.ts'
import type { Http } from './http/mount.ts'
import { describeApi, serveApiDocs } from './http/openapi.ts'
import { ownOrigin } from './http/origin.ts'
import { answer, refuseInOneShape } from './http/refuse.ts'
import { hangUpOnRefusedUpgrade } from './http/refused-upgrade.ts'
import { hangUpOnSlowBodies, hangUpOnUnreadBody, patience } from './http/slow-bodies.ts'
import { type Budgets, demoBudgets, productionBudgets, spending } from './http/spending.ts'
import { answerUnreadable, refuseExpectations } from './http/unreadable.ts'
import { limitUnverifiedBodies, unverifiedLimits } from './http/unverified-bodies.ts'
import type { Understanding } from './intent/understanding.ts'
import type { Hub } from './live/hub.ts'
import { socketRoutes } from './live/sockets.ts'
import { channelHealthRoutes, type Health } from './channels/health.ts'
import type { Viewing } from './live/viewing.ts'
import { mergeRoutes } from './merges/routes.ts'
import type { FiguresPage, Metrics } from './operation/metrics.ts'
import { operationRoutes } from './operation/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import type { Readiness } from './operation/readiness.ts'
import type { WorkspaceDays } from './reports/days.ts'
import { planAsk } from './ratings/plan-ask.ts'
import { reportRoutes } from './reports/routes.ts'
import { resources } from './resources.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { requireSight } from './sight/queries.ts'

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
  /** The same database for work that may take long. */
  readonly unhurried: Writer['db']
  /** The same database for searching. */
  readonly search: Writer['db']
  /** The workspace's calendar, for the figures. */
  readonly days: WorkspaceDays
  readonly random: Random
  readonly understanding: Understanding
  /** Null: it is not configured. */
  readonly assistant: Assistant | null
  readonly hub: Hub
  readonly metrics: Metrics
  readonly readiness: Pick<Readiness, 'check'>
  readonly presence: Presence
  readonly viewing: Viewing
  readonly health: Health
  readonly store: FileStore
  readonly scanner: Scanner
  /** Where exports lie while they are made. */
  readonly scratch: string
  readonly ingest: Ingest
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  readonly wakeDelivery: () => void
  /** Null where no mail server is configured. */
  readonly resetMail: Pick<ResetMail, 'sendMail' | 'consoleUrl'> | null
  readonly log: FastifyBaseLogger
  /** For tests: a look at every reply, and other limits. */
  readonly inspect?: Http['inspect']
  readonly limits?: AttemptLimits
  readonly budgets?: Budgets
}

/** Query strings may hold customers' words and tokens, so only paths are logged. */
const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** What an answer names a failure by, and its line of the log: of several servers, and after a restart, none names two. */
function referencesOf(instance: string): () => string {
  let no = 0
  return () => `${instance}-${(no += 1)}`
}

/** Mounts the resources, and what stands above them. */
export async function createApp(deps: AppDeps): Promise<{ app: FastifyInstance; figures: FiguresPage }> {
  const { config, writer, hub, log } = deps
  const https = config.publicUrl?.startsWith('https:') ?? false
  const headers = await commonHeaders(https)
  const begin = (reply: FastifyReply) => {
    reply.headers(headers)
    hangUpOnRefusedUpgrade(reply)
  }
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: referencesOf(config.instance),
    routerOptions: { maxParamLength: 200 },
    // What callers claim of themselves counts for nothing; only these proxies' words do.
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: 1024 * 1024,
    requestTimeout: patience.upload,
    // A busy machine may take long to start, which is no fault of a plugin.
    pluginTimeout: 120_000,
    // No connection is silent for longer than the longest request may take.
    connectionTimeout: patience.upload,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.check },
    clientErrorHandler: answerUnreadable(headers),
    // Of an address that cannot be decoded, or that is too long for any, no route hears, nor the error handler.
    frameworkErrors: (error, request, reply) => {
      begin(reply)
      hangUpOnUnreadBody(reply, patience.linger)
      const path = pathOf(request.url)
      const unknown = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      const refusal = unknown
        ? new Refusal('route.not-found', { method: request.method, path })
        : Refusal.field('path', 'is not a well-formed address')
      void answer(reply, refusal)
    },
  })
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
    begin(reply)
    done()
  })
  refuseInOneShape(app)
  await acceptBodies(app)
  const cookie = new AttachmentCookie(config.publicUrl)
  await describeApi(app, cookie.name)
  const figures = operationRoutes(
    app,
    writer,
    hub,
    deps.health,
    deps.metrics,
    deps.readiness,
    config.metrics !== null,
  )

  const accessTokens = new AccessTokens(deps.authSecret)
  const refreshTokens = new RefreshTokens(deps.authSecret)
  const links = new OneTimeTokens(deps.authSecret, 'password link', deps.random)
  const tickets = new OneTimeTokens(deps.authSecret, 'socket ticket', deps.random)
  const recognition = { db: writer.db, now: writer.now, accessTokens, refreshTokens, cookie }
  await app.register(
    async api => {
      compressAnswers(api)
      const authenticate = authenticateBy(recognition)
      const { sampleAreas } = config
      const budgets = deps.budgets ?? (config.mode === 'demo' ? demoBudgets : productionBudgets)
      const http: Http = {
        app: api,
        authenticate,
        sampleAreas,
        requireSight: (caller, noun, id) => requireSight(writer.db, caller, noun, id),
        spend: spending(budgets, () => performance.now()),
        ...(deps.inspect && { inspect: deps.inspect }),
      }
      const leaves: Leave = (tx, emit, agentId, at) => leave(tx, emit, agentId, at, { endOffersOf })
      await authRoutes(http, {
        writer,
        accessTokens,
        refreshTokens,
        cookie,
        links,
        tickets,
        devices: new DeviceCookie(deps.authSecret, deps.random, config.publicUrl),
        limits: deps.limits ?? (config.mode === 'demo' ? demoLimits : productionLimits),
        random: deps.random,
        seal: new Seal(deps.authSecret),
        mode: config.mode,
        addAgent: (agent, by) => addAgent(writer, agent, by),
        mailReset: deps.resetMail && mailReset.bind(null, { writer, links, ...deps.resetMail }),
        leave: leaves,
      })
      const { timeZone, offerDeadlineMs, undoSendMs: holdMs } = config
      const routeDeps = {
        ...deps,
        timeZone,
        offerDeadlineMs,
        holdMs,
        links,
        leave: leaves,
        departure: { endOffersOf, handBackOf },
        followers: { withdrawOffer, onResolved: planAsk(config.ratingAfterMs) },
        takeBack: (id: number, agentId: number) => takeBack(writer, id, agentId),
        takeByReply,
        understand: deps.understanding.ofCustomer,
        languageOf: (text: string) => deps.understanding.ofCustomer(text).language,
        wait: sleep,
      }
      const mounted: readonly Descriptor<typeof routeDeps>[] = resources
      for (const { routes } of mounted) await routes?.(http, routeDeps)
      capabilityRoutes(http, deps.days.timeZone, sealingKeys(deps.authSecret), deps.assistant !== null)
      searchRoutes(http, deps.search, { now: () => performance.now(), pause: sleep })
      mergeRoutes(http, writer)
      personalDataRoutes(http, routeDeps)
      reportRoutes(http, writer, deps.days)
      settingsRoutes(http, writer, config.undoSendMs)
      auditRoutes(http, writer.db)
      webhookLogRoutes(http, writer, deps.days.timeZone)
      channelHealthRoutes(http, deps.health)
      jobRoutes(http, writer.db)
      setupRoutes(http, writer.db, { isDemo: config.mode === 'demo', numbers: config.channel.numbers })
      const keepSign = recordChecks(writer, error => log.error({ err: error }, 'webhook signs'))
      await webhookRoutes(api, deps.ingest, config.channel, keepSign)
      await bridgeRoutes(api, {
        writer,
        bridges: config.bridges,
        wakeMedia: deps.wakeMedia,
        wakeBot: deps.wakeBot,
        understand: deps.understanding.ofCustomer,
      })
      await socketRoutes(api, {
        hub,
        presence: deps.presence,
        viewing: deps.viewing,
        health: deps.health,
        secureOnly: https,
        callerOf: token => sessionOfToken(recognition, token),
        callerOfTicket: ticket => redeemTicket(writer.db, tickets, ticket, writer.now()),
        standingOf: async id => standingOf(await callerOfSession(writer.db, id, writer.now())),
        isOwnOrigin: ownOrigin(config.publicUrl),
        onTrouble: error => log.warn({ err: error }, 'socket'),
        clock: () => performance.now(),
      })
      await serveApiDocs(api, app, authenticate, config.mode === 'demo')
    },
    { prefix: basePath },
  )
  await consoleRoutes(app)
  return { app, figures }
}
