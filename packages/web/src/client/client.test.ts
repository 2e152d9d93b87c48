/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api as calls } from '@parley/core/calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { createClient } from './client.ts'
import { forOneAgent, type Session } from './session-store.ts'
import { type BegunRenewal, createRenewal } from './renewal.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly bearer: string | undefined
  readonly body: string
}

let server: Server
let base: string
let seen: Seen[]
let answer: (request: Seen, response: ServerResponse) => void

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
const json = (response: ServerResponse, status: number, value: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    const take = (body: string) => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        bearer: request.headers.authorization,
        body,
      }
      seen.push(one)
      answer(one, response)
    }
    // Who gave up while asking gets no answer.
    bodyOf(request).then(take, () => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

const user = { id: '7', name: 'amina', role: 'AGENT' } as const

/** A browser: its storage, its journal, and the client of one tab or of several. */
function browser(session: Session | null = { token: 't0', refreshToken: 'r0', user }) {
  const state = { session, journal: null as BegunRenewal | null, cleared: 0 }
  let lock: Promise<unknown> = Promise.resolve()
  let ids = 0
  /** @param lagging sees what is stored at once, or only after it has waited for it, or not even then */
  const tab = (lagging?: 'till it waits' | 'for ever') => {
    let copy = lagging === undefined ? null : { session: state.session }
    const client = createClient<typeof calls>(calls, {
      base,
      token: () => (copy ?? state).session?.token ?? null,
      renew: token => renew(token),
      fetch,
    })
    const renew = createRenewal({
      session: () => (copy ?? state).session,
      store: next => {
        copy = null
        state.session = next
      },
      clear: () => {
        copy = null
        state.session = null
        state.cleared += 1
      },
      seesOther: async () => {
        if (lagging === 'till it waits') copy = null
      },
      alone: async run => {
        const mine = lock.then(run)
        lock = mine.catch(() => undefined)
        return mine
      },
      journal: {
        read: async () => state.journal,
        write: async begun => {
          state.journal = begun
        },
        clear: async () => {
          state.journal = null
        },
      },
      ask: async ({ refreshToken, renewalId }) => {
        const body = {
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          renewal_id: renewalId,
        } as const
        return (await client.token({ body })).value as never
      },
      newId: () => `renewal-${ids++}`,
    })
    return client
  }
  return { state, tab }
}

/** A server whose access tokens end in the number of the refresh token that they came with. */
function renewing() {
  let generation = 0
  answer = (request, response) => {
    if (request.url === '/auth/token') {
      generation += 1
      return json(response, 200, {
        access_token: `t${generation}`,
        refresh_token: `r${generation}`,
        user_id: '7',
        token_type: 'bearer',
        expires_in: 900,
      })
    }
    const isGood = generation > 0 && request.bearer === `Bearer t${generation}`
    return isGood ? json(response, 200, {}) : json(response, 401, { detail: 'expired' })
  }
  return () => seen.filter(({ url }) => url === '/auth/token')
}

test('[AUTH-07 API-03] a call carries its path, query and bearer; headers come with the body', async () => {
  answer = (_, response) =>
    json(response, 200, [], { 'Parley-Seq': '12', 'Parley-Total': '3', 'Parley-Counts': '{"ACTIVE":3}' })
  const client = browser().tab()
  const reply = await client.conversations({ query: { limit: 5, search: 'a&b ü' } })
  expect(reply).toEqual({ value: [], seq: 12, total: 3, counts: '{"ACTIVE":3}' })
  expect(seen).toEqual([
    {
      method: 'GET',
      url: '/messages/admin/conversations?limit=5&search=a%26b+%C3%BC',
      bearer: 'Bearer t0',
      body: '',
    },
  ])
})

test('[AUTH-08 AUTH-07 Q-133] a 401 renews the token and repeats the call once', async () => {
  const renewals = renewing()
  const { state, tab } = browser()
  await tab().unreadStats()
  expect(seen.map(({ url, bearer }) => [url, bearer])).toEqual([
    ['/messages/agent/unread-stats', 'Bearer t0'],
    ['/auth/token', undefined],
    ['/messages/agent/unread-stats', 'Bearer t1'],
  ])
  expect(renewals()[0]?.body).toBe('grant_type=refresh_token&refresh_token=r0&renewal_id=renewal-0')
  expect(state.session).toEqual({ token: 't1', refreshToken: 'r1', user })
  expect(state.journal).toEqual({ refreshToken: 'r0', renewalId: 'renewal-0', isStored: true })
})

test('[AUTH-08 Q-046] many calls in two tabs share one renewal', async () => {
  const renewals = renewing()
  const { tab } = browser()
  const [one, other] = [tab(), tab()]
  await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other).unreadStats()))
  expect(renewals()).toHaveLength(1)
})

test('[AUTH-08 Q-046] a tab that does not see yet what another has stored waits for it', async () => {
  const renewals = renewing()
  const { state, tab } = browser()
  const [one, behind] = [tab(), tab('till it waits')]
  await Promise.all([one.unreadStats(), behind.unreadStats()])
  expect(renewals()).toHaveLength(1)
  expect(state.session?.token).toBe('t1')
})

test('[AUTH-08 Q-046] a tab that waited in vain asks for the same renewal again, which is no theft', async () => {
  const renewals = renewing()
  const { tab } = browser()
  const [one, behind] = [tab(), tab('for ever')]
  await one.unreadStats()
  await behind.unreadStats()
  const [first, second] = renewals()
  expect(second?.body).toBe(first?.body)
})

test('[AUTH-09] a 401 without a refresh token ends the session', async () => {
  const renewals = renewing()
  const { state, tab } = browser({ token: 't0', refreshToken: '', user })
  await expect(tab().unreadStats()).rejects.toMatchObject({ status: 401 })
  expect([state.session, renewals().length]).toEqual([null, 0])
})

test('[AUTH-10] a refused renewal ends the session', async () => {
  answer = (_, response) => json(response, 401, { detail: 'no', code: 'session.refresh-refused' })
  const { state, tab } = browser()
  await expect(tab().unreadStats()).rejects.toMatchObject({ kind: 'refused', status: 401 })
  expect([state.session, state.cleared]).toEqual([null, 1])
})

test.each([
  ['the server fails', (response: ServerResponse) => json(response, 503, {})],
  ['the line breaks', (response: ServerResponse) => response.socket?.destroy()],
])(
  '[AUTH-10 Q-080] %s during a renewal: nobody is signed out, and the same renewal is asked again',
  async (_, fail) => {
    answer = ({ url }, response) =>
      url === '/auth/token' ? fail(response) : json(response, 401, { detail: 'expired' })
    const { state, tab } = browser()
    const client = tab()
    await expect(client.unreadStats()).rejects.toMatchObject({ kind: 'network' })
    expect(state.session?.token).toBe('t0')
    expect(state.journal).toEqual({ refreshToken: 'r0', renewalId: 'renewal-0' })
    const renewals = renewing()
    await client.unreadStats()
    const [first, second] = renewals()
    expect(second?.body).toBe(first?.body)
  },
)

test('[AUTH-08] signing out while a renewal is under way stays signed out', async () => {
  const { state, tab } = browser()
  answer = ({ url }, response) => {
    if (url !== '/auth/token') return json(response, 401, {})
    state.session = null
    return json(response, 200, { access_token: 't1', refresh_token: 'r1' })
  }
  await expect(tab().unreadStats()).rejects.toMatchObject({ status: 401 })
  expect(state.session).toBeNull()
})

test('[AUTH-08 ERR-01 Q-046] /auth/token is exempt: a wrong password is just refused', async () => {
  answer = (_, response) => json(response, 401, { detail: 'Invalid credentials' })
  const { state, tab } = browser()
  const refused = tab().token({ body: { username: 'a', password: 'b' } })
  await expect(refused).rejects.toMatchObject({ status: 401, detail: 'Invalid credentials' })
  expect([seen.length, state.session?.token]).toEqual([1, 't0'])
})

test('[AUTH-08] a call whose retry is refused too is not repeated again', async () => {
  answer = ({ url }, response) =>
    url === '/auth/token'
      ? json(response, 200, { access_token: 't1', refresh_token: 'r1' })
      : json(response, 401, {})
  await expect(browser().tab().unreadStats()).rejects.toMatchObject({ status: 401 })
  expect(seen).toHaveLength(3)
})

test('[AUTH-11] a 403 is a warning about credentials and nothing else', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answer = (_, response) => json(response, 403, { detail: 'no' })
  const { state, tab } = browser()
  await expect(tab().unreadStats()).rejects.toMatchObject({ status: 403 })
  expect(warned.mock.calls.flat().join()).toMatch(/credentials/)
  expect(state.session?.token).toBe('t0')
})

test('[API-03] refusals, unreadable answers and broken lines each have their kind', async () => {
  const client = browser().tab()
  answer = (_, response) =>
    json(response, 400, { detail: 'Bad', code: 'input.invalid', fields: { content: 'too long' } })
  await expect(client.unreadStats()).rejects.toMatchObject({
    kind: 'refused',
    code: 'input.invalid',
    fields: { content: 'too long' },
    message: 'Bad',
  })
  answer = (_, response) => response.writeHead(502).end('<html>')
  await expect(client.unreadStats()).rejects.toMatchObject({ kind: 'refused', status: 502 })
  answer = (_, response) => response.writeHead(200).end('<html>')
  await expect(client.unreadStats()).rejects.toMatchObject({ kind: 'malformed' })
  answer = (_, response) => response.socket?.destroy()
  await expect(client.unreadStats()).rejects.toBeInstanceOf(ApiFailure)
})

test('[API-03] a call that gets no answer is given up after 10 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    expect(ms).toBe(10_000)
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), 30)
    return controller.signal
  })
  answer = () => undefined
  await expect(browser().tab().unreadStats()).rejects.toMatchObject({ kind: 'timeout' })
  expect(timeout).toHaveBeenCalled()
})

const brian: Session = {
  token: 'token of Brian',
  refreshToken: 'refresh of Brian',
  user: { id: '8', name: 'brian', role: 'AGENT' },
}

const moments = [
  'refused',
  'in turn',
  'journal read',
  'waited',
  'journal written',
  'renewed',
  'noted',
  'answered',
] as const

/** Amina's page, her token run out, and Brian who signs in at a moment of her call. */
function handedOver(moment: (typeof moments)[number], isStored?: true) {
  let stored: Session | null = { token: 't0', refreshToken: 'r0', user }
  let journal: BegunRenewal | null = isStored ? { refreshToken: 'r0', renewalId: 'x', isStored } : null
  const at = async (now: typeof moment) => {
    await Promise.resolve()
    if (now === moment) stored = brian
  }
  const page = forOneAgent(() => stored)
  const client = createClient<typeof calls>(calls, {
    base,
    token: () => page.session()?.token ?? null,
    renew: token => renew(token),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.url.endsWith('/auth/token')) await at('renewed')
      else await at(response.ok ? 'answered' : 'refused')
      return response
    },
  })
  const renew = createRenewal({
    session: () => page.session(),
    store: next => {
      stored = next
    },
    clear: () => {
      stored = null
    },
    seesOther: () => at('waited'),
    alone: async run => {
      await at('in turn')
      return run()
    },
    journal: {
      read: async () => {
        const held = journal
        await at('journal read')
        return held
      },
      write: async begun => {
        journal = begun
        await at(begun.isStored ? 'noted' : 'journal written')
      },
      clear: async () => {
        journal = null
      },
    },
    ask: async ({ refreshToken, renewalId }) => {
      const body = {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        renewal_id: renewalId,
      } as const
      return (await client.token({ body })).value as never
    },
    newId: () => 'a renewal',
  })
  return { client, stored: () => stored, journal: () => journal }
}

const saidAs = () =>
  seen.flatMap(({ bearer, body }) => [bearer ?? '', body]).filter(text => /Brian/.test(text))

test.each(moments)(
  '[AUTH-07 Q-137] another signs in while a call is on its way (%s): it is never made as theirs, and they stay',
  async moment => {
    renewing()
    // A server that would take Brian's token too.
    const amina = answer
    answer = (request, response) =>
      request.bearer === `Bearer ${brian.token}` ? json(response, 200, {}) : amina(request, response)
    const { client, stored } = handedOver(moment, moment === 'waited' ? true : undefined)
    const reply = client.send({ params: { id: '5' }, body: { content: 'Mine', client_message_id: 'c' } })
    if (moment === 'answered') await reply
    else
      await expect(reply).rejects.toMatchObject({ kind: 'refused', status: 401, code: 'session.signed-out' })
    expect(saidAs()).toEqual([])
    expect(stored()).toBe(brian)
    await expect(client.unreadStats()).rejects.toMatchObject({ code: 'session.signed-out' })
    expect(saidAs()).toEqual([])
  },
)

test.each(['journal written', 'renewed'] as const)(
  '[AUTH-07 Q-137 Q-174] a renewal whose agent leaves under way (%s) leaves nothing to open the session with',
  async moment => {
    renewing()
    const { client, journal } = handedOver(moment)
    await expect(client.unreadStats()).rejects.toMatchObject({ code: 'session.signed-out' })
    expect(journal()).toBeNull()
  },
)

test('[AUTH-10 Q-137] a renewal that is refused after another has signed in does not sign them out', async () => {
  answer = (_, response) => json(response, 401, { detail: 'no' })
  const { client, stored } = handedOver('renewed')
  await expect(client.unreadStats()).rejects.toMatchObject({ status: 401 })
  expect(stored()).toBe(brian)
})

test('[AUTH-07 Q-137] while nobody is signed in, a call is refused without being made', async () => {
  answer = (_, response) => json(response, 200, {})
  await expect(browser(null).tab().unreadStats()).rejects.toMatchObject({ code: 'session.signed-out' })
  expect(seen).toEqual([])
})
