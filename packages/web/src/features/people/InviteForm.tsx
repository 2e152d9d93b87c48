import type { PasswordLink } from '@parley/core/agents/people'
import type { Role } from '@parley/core/access/policies'
import { type FormEvent, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import type { PeopleActions } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './people.module.css'
import { roleChoices } from './words.ts'

const failed = (cause: unknown) => laterFailureWords('invite', cause)

/** Makes an account and shows the link that sets its password. What was typed stays when it is refused. */
export function InviteForm({ actions }: { actions: PeopleActions }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('AGENT')
  const [takes, setTakes] = useState(true)
  const [made, setMade] = useState<{ name: string; link: PasswordLink } | null>(null)
  const { busy, failure, run } = useAction(failed)
  const chooseRole = (chosen: Role) => {
    setRole(chosen)
    setTakes(chosen === 'AGENT')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run(async () => {
      const invitation = {
        email: email.trim(),
        role,
        takes_conversations: takes,
        ...(name.trim() !== '' && { name: name.trim() }),
      }
      const { person, link } = await actions.invite(invitation)
      setMade({ name: person.name, link })
    })
    if (!done) return
    setEmail('')
    setName('')
  }
  return (
    <Grid
      as="form"
      gap={3}
      align="end"
      rule="bottom"
      className={styles.invite}
      aria-label="Invite"
      noValidate
      onSubmit={event => void submit(event)}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Name"
        dir="auto"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select label="Role" value={role} choices={roleChoices} onChange={chooseRole} />
      <Checkbox
        label="Takes conversations"
        checked={takes}
        onChange={({ target }) => setTakes(target.checked)}
      />
      <Button variant="primary" size="large" type="submit" busy={busy}>
        Make link
      </Button>
      {(failure !== null || made !== null) && (
        <div className={styles.wide}>
          {failure !== null && <FailureNote>{failure}</FailureNote>}
          {failure === null && made !== null && (
            <LinkNotice key={made.link.path} name={made.name} link={made.link} />
          )}
        </div>
      )}
    </Grid>
  )
}
