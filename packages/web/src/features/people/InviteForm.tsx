import { t } from '@parley/core/text/translate'
import type { PasswordLink } from '@parley/core/agents/people'
import { defaultCapacity } from '@parley/core/agents/rules'
import type { Role } from '@parley/core/access/policies'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import type { PeopleActions } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { capacityProblem } from './capacity.ts'
import { DepartmentField } from './DepartmentField.tsx'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './people.module.css'
import { roleChoices } from './words.ts'

const failed = (cause: unknown) => laterFailureWords('invite', cause)

interface Invited {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly department: string
  readonly capacity: string
  readonly takes: boolean
}

const nobody: Invited = {
  email: '',
  name: '',
  role: 'AGENT',
  department: '',
  capacity: '',
  takes: true,
}

/** Makes an account and shows the link that sets its password. What was typed stays when it is refused. */
export function InviteForm({ actions }: { actions: PeopleActions }) {
  const [made, setMade] = useState<{ name: string; link: PasswordLink } | null>(null)
  const form = useForm({
    values: nobody,
    check: ({ capacity }) => ({ capacity: capacity === '' ? undefined : capacityProblem(capacity) }),
    send: async ({ email, name, role, department, capacity, takes }) => {
      const { person, link } = await actions.invite({
        email: email.trim(),
        role,
        takes_conversations: takes,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(department.trim() !== '' && { department: department.trim() }),
        ...(capacity !== '' && { max_capacity: Number(capacity) }),
      })
      setMade({ name: person.name, link })
      form.change({ email: '', name: '' })
    },
    wordsOf: failed,
  })
  const { failure } = form
  return (
    <Grid
      as="form"
      gap={3}
      align="end"
      rule="bottom"
      {...form.props}
      className={styles.invite}
      aria-label={t('Invite')}
      noValidate
    >
      <TextField label={t('E-mail')} type="email" autoComplete="off" {...form.text('email')} />
      <TextField label={t('Name')} dir="auto" autoComplete="off" {...form.text('name')} />
      <Select
        label={t('Role')}
        value={form.values.role}
        choices={roleChoices}
        onChange={role => form.change({ role, takes: role === 'AGENT' })}
      />
      <DepartmentField value={form.values.department} onChange={department => form.change({ department })} />
      <TextField
        label={t('Max. open conversations')}
        placeholder={String(defaultCapacity)}
        inputMode="numeric"
        autoComplete="off"
        {...form.text('capacity')}
      />
      <Checkbox label={t('Takes conversations')} {...form.tick('takes')} />
      <Button variant="primary" size="large" type="submit" busy={form.busy}>
        {t('Make link')}
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
