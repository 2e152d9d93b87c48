import * as argon2 from 'argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'
import { weakness } from './weak-password.ts'

test('an unknown account costs as much time as a known one, and is never let in', async () => {
  const hash = await hashPassword('plums and 7 pears')
  // What the processor does, of which a busy machine takes as much as an idle one; of several tries the least.
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

test.each([
  ['123456789', 'must have at least 10 characters'],
  ['🦙🦙🦙🦙🦙', 'must have at least 10 characters'],
  ['Ann@Example.com', 'must not be the e-mail address'],
  ['parley-demo', 'is too easy to guess'],
  [' Parley-Demo', 'is too easy to guess'],
  ['QWERTYUIOP', 'is too easy to guess'],
  ['ababababababab', 'is too easy to guess'],
  ['plums and 7 pears', null],
])('[Q-031] the password "%s": %s', (password, why) => {
  expect(weakness(password, 'ann@example.com')).toBe(why)
})
