import * as argon2 from 'argon2'

/** OWASP's minimum (Password Storage Cheat Sheet): about 30 ms and 19 MB per try. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of an unknown password at the same cost, so that an unknown account takes as long as a known one. */
const nobody =
  '$argon2id$v=19$m=19456,p=1,t=2$8OmGNxMX5XGfdSGx6DwziQ$mf3zs8T04HPV7euIZfsRBq/Brq0vAoVhYJLTxq53ou8'

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, cost)

/** Whether the password fits the hash; without a hash (no such account) false, after the same time. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const right = await argon2.verify(hash ?? nobody, password)
  return hash !== null && right
}
