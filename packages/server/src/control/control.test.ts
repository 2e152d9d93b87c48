import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../test/wait.ts'
import { type Caller, callServer } from './call.ts'
import { longestLine, pieceBytes } from './frames.ts'
import { type Asked, type Ended, listenForCommands } from './listen.ts'
import { controlPath } from './place.ts'

let dir: string
let place: string
const troubles: unknown[] = []
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-control-'))
  place = controlPath(dir, process.cwd())
  troubles.length = 0
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  fs.rmSync(dir, { recursive: true })
})

async function listen(run: (asked: Asked) => Promise<Ended>): Promise<void> {
  const listening = await listenForCommands(place, run, error => troubles.push(error))
  closing.push(listening.close)
}

/** A person at a terminal who gives this password. */
function person(password = 'plums and 7 pears'): Caller & { readonly heard: string[] } {
  const heard: string[] = []
  return {
    heard,
    say: line => heard.push(line),
    at: step => {
      if (step !== null) heard.push(`… ${step}`)
    },
    deliver: async bytes => {
      const parts: Uint8Array[] = []
      for await (const part of bytes) parts.push(part)
      heard.push(`file ${Buffer.concat(parts).toString('hex')}`)
    },
    askPassword: async () => {
      heard.push('asked')
      return password
    },
  }
}

const done: Ended = { code: 0, why: null }

test('a command is carried out where the database is: its lines, its question and its end come back', async () => {
  await listen(async ({ args, say, askPassword }) => {
    say(`typed ${args.join(' ')}`)
    say(`password ${await askPassword()}`)
    return { code: 1, why: 'No' }
  })
  const caller = person()
  expect(await callServer(place, ['agent', 'add', 'ann@example.com'], caller)).toEqual({ code: 1, why: 'No' })
  expect(caller.heard).toEqual(['typed agent add ann@example.com', 'asked', 'password plums and 7 pears'])
})

test('a command that takes long says every few seconds what it is at', async () => {
  await listen(async ({ at }) => {
    at('Counting')
    await new Promise(resolve => setTimeout(resolve, 3_300))
    return done
  })
  const caller = person()
  expect(await callServer(place, ['reports', 'rebuild'], caller)).toEqual(done)
  expect(caller.heard).toEqual(['… Counting'])
})

test('a file comes in pieces of any size, and what is said of it once it has arrived', async () => {
  async function* pieces() {
    yield Buffer.alloc(0)
    yield Buffer.alloc(3 * pieceBytes + 1, 7)
    yield Buffer.from([8])
  }
  await listen(async ({ deliver, say }) => {
    await deliver(pieces())
    say('two pieces')
    return done
  })
  const caller = person()
  expect(await callServer(place, ['backup', 'x'], caller)).toEqual(done)
  expect(caller.heard).toEqual([`file ${'07'.repeat(3 * pieceBytes + 1)}08`, 'two pieces'])
})

test('a file that cannot be made whole is none', async () => {
  await listen(async ({ deliver }) => {
    async function* pieces() {
      yield Buffer.from([7])
      throw new Error('The disk is full')
    }
    await deliver(pieces()).catch(() => undefined)
    return { code: 1, why: 'The disk is full' }
  })
  const caller = person()
  expect(await callServer(place, ['backup', 'x'], caller)).toEqual({ code: 1, why: 'The disk is full' })
  expect(caller.heard).toEqual([])
})

test('only this user can open the socket', async () => {
  await listen(async () => done)
  expect(fs.statSync(place).mode & 0o777).toBe(0o600)
})

test('what a killed server left behind is replaced', async () => {
  const left = net.createServer().listen(place)
  await once(left, 'listening')
  // A file that no process listens behind, as after kill -9.
  fs.renameSync(place, `${place}.left`)
  await new Promise(resolve => left.close(resolve))
  fs.renameSync(`${place}.left`, place)
  await expect(callServer(place, ['agent', 'list'], person())).rejects.toThrow('does not listen for commands')
  await listen(async () => done)
  expect(await callServer(place, ['agent', 'list'], person())).toEqual(done)
})

test('whoever goes before the end is forgotten', async () => {
  let asked: Asked | undefined
  await listen(async one => {
    asked = one
    await one.askPassword()
    return done
  })
  const leaving = person()
  const left = callServer(place, ['agent', 'list'], {
    ...leaving,
    askPassword: () => Promise.reject(new Error('Ctrl-C')),
  })
  await expect(left).rejects.toThrow('Ctrl-C')
  await eventually('the server to notice', () => asked?.gone.aborted)
  expect(troubles).toEqual([])
})

test('a server that ends tells whoever waits for it', async () => {
  let isAsked = false
  await listen(async ({ askPassword }) => {
    await askPassword()
    return done
  })
  const waiting = callServer(place, ['agent', 'list'], {
    ...person(),
    askPassword: () => {
      isAsked = true
      return new Promise(resolve => setTimeout(resolve, 300, 'too late'))
    },
  })
  const told = expect(waiting).rejects.toThrow('The server that has the database broke off')
  await eventually('the question', () => isAsked)
  await closing.pop()?.()
  await told
})

test.each([
  { name: 'no JSON', sent: 'agent list\n' },
  { name: 'another shape', sent: '{"args":"agent list"}\n' },
  { name: 'one field too many', sent: '{"args":[],"as":"root"}\n' },
  { name: 'an argument that is too long', sent: `${JSON.stringify({ args: ['x'.repeat(5_000)] })}\n` },
  { name: 'a line without an end', sent: 'x'.repeat(longestLine + 1) },
])('$name ends the connection, and nothing is run', async ({ sent }) => {
  let runs = 0
  await listen(async () => {
    runs += 1
    return done
  })
  const socket = net.connect(place)
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(sent)
  await once(socket, 'close')
  expect(runs).toBe(0)
})

test('a data directory whose path is too long for a socket is reached from the working directory, or is refused by name', () => {
  const deep = `/srv/${'d'.repeat(90)}`
  expect(controlPath('/srv/parley', '/')).toBe('srv/parley/control.sock')
  expect(controlPath('/srv/parley', '/home/ann/work')).toBe('/srv/parley/control.sock')
  expect(controlPath(deep, '/srv')).toBe(`${'d'.repeat(90)}/control.sock`)
  expect(() => controlPath(deep, '/home')).toThrow(`the path ${deep}/control.sock is longer than the`)
})
