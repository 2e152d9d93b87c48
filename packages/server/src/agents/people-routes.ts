import { type PasswordLink, peopleCalls } from '@parley/core/api/people'
import type { Random } from '../auth/random.ts'
import type { ResetLink } from '../auth/reset.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { agentId } from '../http/path-ids.ts'
import type { Departure } from './departure.ts'
import { disableAgent } from './disable.ts'
import { editAccount } from './edit.ts'
import { enableAgent } from './enable.ts'
import { invite } from './invite.ts'
import { people, personById } from './people.ts'
import { startReset } from './start-reset.ts'

export interface PeopleDeps {
  readonly writer: Writer
  readonly random: Random
  readonly departure: Departure
}

const linkOf = ({ token, expiresAt }: ResetLink): PasswordLink => ({
  path: `/login?reset=${token}`,
  expires_at: expiresAt.toISOString(),
})

/** What administrators do with accounts, and supervisors see of them. */
export function peopleRoutes(http: Http, { writer, random, departure }: PeopleDeps): void {
  const { db, now } = writer
  mount(
    http,
    peopleCalls,
  )({
    people: () => people(db, now()),
    invitePerson: async ({ body, caller }) => {
      const { id, link } = await invite(writer, random, body, caller)
      return { person: await personById(db, id, now()), link: linkOf(link) }
    },
    editPerson: async ({ params, body, caller }) => {
      const id = agentId(params.id)
      await editAccount(writer, id, body, caller)
      return personById(db, id, now())
    },
    makePasswordLink: async ({ params, caller }) =>
      linkOf(await startReset(writer, random, agentId(params.id), caller)),
    disablePerson: async ({ params, caller }) => {
      const id = agentId(params.id)
      await disableAgent(writer, id, departure, caller)
      return personById(db, id, now())
    },
    enablePerson: async ({ params, caller }) => {
      const id = agentId(params.id)
      await enableAgent(writer, id, caller)
      return personById(db, id, now())
    },
  })
}
