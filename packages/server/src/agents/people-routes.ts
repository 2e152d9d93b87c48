import { type PasswordLink, peopleCalls } from '@parley/core/agents/people'
import type { AuditAction } from '@parley/core/audit/constants'
import type { Doer } from '../audit/record.ts'
import type { Leave } from '../auth/end.ts'
import type { OneTimeTokens } from '../auth/one-time.ts'
import type { ResetLink } from '../auth/reset.ts'
import { endSessionOf, endSessionsBut, sessionsOf } from '../auth/sessions.ts'
import { dropFactor } from '../auth/set-up-factor.ts'
import { type Writer, write } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { agentId, sessionId } from '../http/path-ids.ts'
import type { Departure } from './departure.ts'
import { disableAgent } from './disable.ts'
import { editAccount } from './edit.ts'
import { enableAgent } from './enable.ts'
import { invite } from './invite.ts'
import { people, personById } from './people.ts'
import { startReset } from './start-reset.ts'

export interface PeopleDeps {
  readonly writer: Writer
  readonly links: OneTimeTokens
  readonly departure: Departure
  /** Ends the offers of an agent without a session. */
  readonly leave: Leave
}

const linkOf = ({ token, expiresAt }: ResetLink): PasswordLink => ({
  path: `/login?reset=${token}`,
  expires_at: expiresAt.toISOString(),
})

const factsOf = (event: AuditAction, agent: number, { agentId: by, address }: Doer) => ({
  event,
  agent,
  by,
  address,
})

/** The accounts page: administrators change accounts, supervisors see them. */
export function peopleRoutes(http: Http, { writer, links, departure, leave }: PeopleDeps): void {
  const { db, now } = writer
  const known = async (text: string): Promise<number> => {
    const id = agentId(text)
    await personById(db, id, now())
    return id
  }
  mount(
    http,
    peopleCalls,
  )({
    people: () => people(db, now()),
    invitePerson: async ({ body, caller }) => {
      const { id, link } = await invite(writer, links, body, caller)
      return { person: await personById(db, id, now()), link: linkOf(link) }
    },
    editPerson: async ({ params, body, caller }) => {
      const id = agentId(params.id)
      await editAccount(writer, id, body, caller)
      return personById(db, id, now())
    },
    makePasswordLink: async ({ params, caller }) =>
      linkOf(await startReset(writer, links, agentId(params.id), caller)),
    disablePerson: async ({ params, caller, request }) => {
      const id = agentId(params.id)
      await disableAgent(writer, id, departure, caller)
      request.log.info(factsOf('account.disabled', id, caller), 'by an administrator')
      return personById(db, id, now())
    },
    enablePerson: async ({ params, caller }) => {
      const id = agentId(params.id)
      await enableAgent(writer, id, caller)
      return personById(db, id, now())
    },
    dropSecondFactor: async ({ params, caller, request }) => {
      const id = await known(params.id)
      const had = await write(writer, (tx, emit) => dropFactor(tx, emit, id, caller, now()))
      if (had) request.log.warn(factsOf('second-factor.off', id, caller), 'by an administrator')
      return personById(db, id, now())
    },
    personSessions: async ({ params, caller }) => sessionsOf(db, await known(params.id), caller, now()),
    endPersonSession: async ({ params, caller }) => {
      const id = await known(params.id)
      await endSessionOf(writer, sessionId(params.session), { agentId: id, by: caller, leave })
      return undefined
    },
    endPersonSessions: async ({ params, caller }) => {
      const id = await known(params.id)
      return { ended_count: await endSessionsBut(writer, { agentId: id, by: caller, leave }) }
    },
  })
}
