import * as argon2 from 'argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'
import { weakness } from './weak-password.ts'

test('an unknown account costs as much time as a known one, and is never let in', async () => {
  const hash = await hashPassword('plums and 7 pears')
  // Measures processor time, which does not depend on the load of the machine. The least of several tries counts.
  const work = async (account: string | null) => {
    const taken: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const before = process.cpuUsage()
      expect(await isPassword(account, 'wrong')).toBe(false)
      const { user, system } = process.cpuUsage(before)
      taken.push(user + system)
    }
    return Math.min(...taken)
  }
  expect((await work(null)) / (await work(hash))).toBeGreaterThan(0.3)
  expect(await isPassword(hash, 'plums and 7 pears')).toBe(true)
})

test('the same password has another hash each time, by argon2id', async () => {
  const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')])
  expect(one).not.toBe(two)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,[pt]=\d,[pt]=\d\$/)
  expect(argon2.needsRehash(one, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })).toBe(false)
})

const listed =
  'is one of the passwords that are tried first: use three or four words that have nothing to do with each other'
const easy =
  'is too easy to guess: make it longer, or use three or four words that have nothing to do with each other'
const ofThisPlace =
  'is made of your name, your e-mail address or words of this workplace: use three or four words that have nothing to do with each other'

test.each([
  ['123456789', 'must have at least 10 characters'],
  ['🦙🦙🦙🦙🦙', 'must have at least 10 characters'],
  ['Amina.Okot@Example.com', 'must not be the e-mail address'],
  ['parley-demo', ofThisPlace],
  [' Parley-Demo', ofThisPlace],
  ['Enlight@2026', ofThisPlace],
  ['Enlightpension1', ofThisPlace],
  ['Kampala-Uganda', ofThisPlace],
  ['WhatsApp1234', ofThisPlace],
  ['AminaOkot1985', ofThisPlace],
  ['Nalwoga_2026!', ofThisPlace],
  ['QWERTYUIOP', listed],
  ['1q2w3e4r5t', listed],
  ['password123', listed],
  ['iloveyou123', easy],
  ['welcome1234', easy],
  ['Password2026!', easy],
  ['Summer2026!', easy],
  ['passw0rd123!', easy],
  ['ababababababab', easy],
  ['a'.repeat(1_024), easy],
  ['plums and 7 pears', null],
  ['correct horse battery staple', null],
  ['x7$Kp2!mQ9', null],
  ['12 planes over Kampala', null],
])('[Q-031] the password "%s": %s', async (password, why) => {
  expect(await weakness(password, { email: 'amina.okot@example.com', name: 'Amina Nalwoga' })).toBe(why)
})

test('[Q-031] while a password is judged that takes long, the process does everything else', async () => {
  const made = Array.from({ length: 200 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 94))).join('')
  let turns = 0
  const turn = () => {
    turns += 1
    running = setImmediate(turn)
  }
  let running = setImmediate(turn)
  await Promise.all([1, 2].map(() => weakness(made, { email: 'ann@example.com' })))
  clearImmediate(running)
  expect(turns).toBeGreaterThan(100)
})

test('[Q-031] the demo and the accounts of tests keep what they have: these may be set', async () => {
  for (const password of ['plums and 7 pears', 'another 8 quinces'])
    expect(await weakness(password, { email: 'ann@example.com' })).toBeNull()
})
