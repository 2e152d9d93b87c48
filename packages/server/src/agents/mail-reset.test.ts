import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { api } from '@parley/core/calls'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../test/models/agent-client.ts'
import { disable } from '../../test/models/departure.ts'
import { links } from '../../test/reset.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { atTheServer } from '../audit/record.ts'
import { addAgent } from './accounts.ts'
import { invite } from './password-links.ts'

/** A received mail, with its soft line breaks removed. */
interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

async function mailServer() {
  const taken: Taken[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _, callback) =>
      callback(refused.has(address) ? new Error(`Nobody is called ${address}`) : null),
    onData: (stream, session, callback) => {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (piece: string) => {
        raw += piece
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(one => one.address),
          text,
        })
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    refused,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

describe('[Q-025] a forgotten password, by mail', () => {
  let mails: Awaited<ReturnType<typeof mailServer>>
  const lines: string[] = []
  let at: TestServer
  beforeAll(async () => {
    mails = await mailServer()
    const mail = { url: mails.url, from: 'Parley <no-reply@parley.example>' }
    at = await startTestServer({ mail }, pino({ level: 'error' }, { write: line => lines.push(line) }))
  })
  afterAll(async () => {
    await at.close()
    await mails.close()
  })

  const askFor = (email: string) => ask(at.server.app, api.resetPassword, { body: { email } })
  const mailsTo = (email: string) => mails.taken.filter(mail => mail.to.includes(email))
  const tokenIn = (mail: Taken | undefined) => /\/login\?reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const newAgent = async () => {
    const email = `${unique()}@parley.example`
    await addAgent(at.server.writer, { email, name: 'Ruth', password: 'plums and 7 pears' })
    return email
  }

  test('its owner is sent a link that sets a new one, once; nobody else is sent anything, and the answer is one', async () => {
    const email = await newAgent()
    const known = await askFor(email.toUpperCase())
    const unknown = await askFor('nobody@parley.example')
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    const mail = await eventually('a mail', () => mailsTo(email)[0])
    expect(mail).toMatchObject({ from: 'no-reply@parley.example', to: [email] })
    expect(mail.text).toContain('Hello Ruth,')
    const body = { token: tokenIn(mail), newPassword: 'nine grey herons 4' }
    expect((await ask(at.server.app, api.updatePassword, { body })).status).toBe(200)
    expect((await ask(at.server.app, api.updatePassword, { body })).status).toBe(400)
    const signIn = { body: { username: email, password: body.newPassword } }
    expect((await ask(at.server.app, api.token, signIn)).status).toBe(200)
    expect(mails.taken).toHaveLength(1)
    const { reply } = await at.ann.get('audit', { query: { action: 'password.reset-asked' } })
    expect(reply).toMatchObject([{ by: null, address: '127.0.0.1', on: { name: 'Ruth' } }])
  })

  test('however often somebody asks, the owner has one mail in five minutes, and each link goes on working', async () => {
    const email = await newAgent()
    await Promise.all([askFor(email), askFor(email), askFor(email)])
    const first = await eventually('a mail', () => mailsTo(email)[0])
    at.clock.advance(5 * 60 + 1)
    await askFor(email)
    await eventually('the second mail', () => mailsTo(email)[1])
    expect(mailsTo(email)).toHaveLength(2)
    const body = { token: tokenIn(first), newPassword: 'nine grey herons 4' }
    expect((await ask(at.server.app, api.updatePassword, { body })).status).toBe(200)
  })

  test('[Q-300] a link that was used counts as one: no mail follows it within five minutes; an invitation does not', async () => {
    const email = await newAgent()
    await askFor(email)
    const mail = await eventually('a mail', () => mailsTo(email)[0])
    const body = { token: tokenIn(mail), newPassword: 'nine grey herons 4' }
    expect((await ask(at.server.app, api.updatePassword, { body })).status).toBe(200)
    await askFor(email)
    const invited = `${unique()}@parley.example`
    await invite(at.server.writer, links, { email: invited, role: 'AGENT' }, atTheServer)
    await askFor(invited)
    await eventually('the mail of who was invited', () => mailsTo(invited)[0])
    expect(mailsTo(email)).toHaveLength(1)
    at.clock.advance(5 * 60 + 1)
    await askFor(email)
    await eventually('the second mail', () => mailsTo(email)[1])
  })

  test('who is disabled is sent nothing; a mail server that refuses changes nothing of the answer', async () => {
    const email = await newAgent()
    await disable(at.server.writer, email)
    const unwanted = await newAgent()
    mails.refused.add(unwanted)
    const answers = [await askFor(email), await askFor(unwanted)]
    const told = await eventually('the failure in the log', () =>
      lines.find(line => line.includes('password.reset-mail-failed')),
    )
    expect(told).not.toContain(unwanted)
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body })
    expect([mailsTo(email), mailsTo(unwanted)]).toEqual([[], []])
  })
})
