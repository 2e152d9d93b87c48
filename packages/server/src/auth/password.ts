import * as argon2 from 'argon2'

/** The least that OWASP's password storage sheet asks for: about 30 ms and 19 MB for each try. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of a password nobody has, at the same cost: an unknown account must take as long as a known one. */
const nobody =
  '$argon2id$v=19$m=19456,p=1,t=2$8OmGNxMX5XGfdSGx6DwziQ$mf3zs8T04HPV7euIZfsRBq/Brq0vAoVhYJLTxq53ou8'

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, cost)

/** Whether this is the password of that hash; without a hash (no such account) false, after the same time. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const right = await argon2.verify(hash ?? nobody, password)
  return hash !== null && right
}
