import { Settings } from '@parley/core/settings/api'
import { type Role, roles } from '@parley/core/access/policies'
import type { Draw } from '@parley/demo/random'
import { addAgent } from '../../src/agents/accounts.ts'
import { AgentClient } from '../models/agent-client.ts'
import { password, type TestServer, unique } from '../server.ts'

const ofEachRole = 2

/**
 * The callers: accounts of every role. No call gets their ids on purpose. Their calls may end their own sessions, change their
 * roles or lock them out, so they are replaced.
 */
export class Cast {
  readonly #at: TestServer
  readonly #players: { readonly role: Role; client: AgentClient }[] = []

  private constructor(at: TestServer) {
    this.#at = at
  }

  static async of(at: TestServer): Promise<Cast> {
    const cast = new Cast(at)
    for (const role of roles) {
      for (let n = 0; n < ofEachRole; n += 1) {
        cast.#players.push({ role, client: await cast.#newcomer(role) })
      }
    }
    return cast
  }

  get clients(): readonly AgentClient[] {
    return this.#players.map(({ client }) => client)
  }

  /** The headers of a caller: mostly of one of the accounts, sometimes without a token or with an invalid one. */
  headers(draw: Draw): Readonly<Record<string, string>> {
    if (draw.chance(0.06)) return {}
    const { token } = draw.pick(this.#players).client
    if (draw.chance(0.03)) return { authorization: `Bearer ${token.slice(0, draw.between(0, token.length))}` }
    return { authorization: `Bearer ${token}` }
  }

  /** Replaces the account whose token is no longer valid. */
  async replace(authorization: string | undefined): Promise<void> {
    const player = this.#players.find(({ client }) => `Bearer ${client.token}` === authorization)
    if (player !== undefined) player.client = await this.#newcomer(player.role)
  }

  /** Resets the settings: no restrictions, and no required second factor. */
  async open(): Promise<void> {
    const settings = JSON.stringify(Settings.parse({}))
    await this.#at.database.db.updateTable('settings').set({ value: settings }).execute()
  }

  /** Replaces all accounts with new ones of the same roles. */
  async renew(): Promise<void> {
    for (const player of this.#players) player.client = await this.#newcomer(player.role)
  }

  /** Resets the settings, and replaces the accounts whose sessions are over. */
  async mend(): Promise<void> {
    await this.open()
    for (const { client } of this.#players) {
      const { status } = await client.ask('account')
      if (status === 401) await this.replace(`Bearer ${client.token}`)
    }
  }

  async #newcomer(role: Role): Promise<AgentClient> {
    await this.open()
    const { server, url } = this.#at
    const email = `${unique()}@parley.example`
    await addAgent(server.writer, { email, password, role, maxCapacity: 50 })
    return AgentClient.signIn(server.app, url, email, password)
  }
}
