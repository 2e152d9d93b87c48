import type { PasswordLink, Person } from '@parley/core/agents/people'
import { calendar } from '@parley/core/text/format'
import { plural, t } from '@parley/core/text/translate'
import { X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import {
  type PeopleActions,
  useEndSessions,
  useSessionsOf,
  useSetStatusOf,
} from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { type Action, useAction } from '../../ui/hooks/use-action.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { PersonForm } from './AccountForms.tsx'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './people.module.css'
import { roleLabel } from './words.ts'

const local = calendar()

type PersonPanelProps = {
  person: Person
  /** Null for who may look and change nothing. */
  actions: PeopleActions | null
  onClose: () => void
}

/** One account: what is known of it, and for administrators what to do with it. */
export function PersonPanel({ person, actions, onClose }: PersonPanelProps) {
  return (
    <Grid gap={4} className={styles.panel}>
      <HStack gap={3} className={styles.head}>
        <Avatar name={person.name} size="large" />
        <div>
          <Text as="h2" dir="auto" size="section" weight={600} breaks>
            {person.name}
          </Text>
          <Text as="p" size="meta" tone="muted" breaks>
            {person.email}
          </Text>
        </div>
        <IconButton label={t('Close')} onClick={onClose}>
          <X size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </HStack>
      {person.locked_until !== null && (
        <Notice tone="warn">
          {t(
            'Wrong passwords closed this account until {time}. Browsers in which they signed in before still let them in.',
            { time: local.full(new Date(person.locked_until)) },
          )}
        </Notice>
      )}
      <Facts names="medium">
        <Fact name={t('Role')}>{roleLabel(person.role)}</Fact>
        <Fact name={t('Open now')}>
          {t('{current_workload} of {max_capacity}', {
            current_workload: person.current_workload,
            max_capacity: person.max_capacity,
          })}
        </Fact>
        <Fact name={t('Takes conversations')}>{person.takes_conversations ? t('Yes') : t('No')}</Fact>
        <Fact name={t('Department')}>{person.department ?? '—'}</Fact>
        <Fact name={t('Second factor')}>{person.second_factor ? t('Set up') : t('None')}</Fact>
        <Fact name={t('Last seen')}>
          {person.last_seen_at === null ? t('Never') : <Moment iso={person.last_seen_at} />}
        </Fact>
        <Fact name={t('Account since')}>
          <Moment iso={person.created_at} />
        </Fact>
        <Fact name={t('Made by')}>{person.created_by?.name ?? t('The command line')}</Fact>
      </Facts>
      <PersonStatus key={`${person.id} status`} person={person} />
      <PersonSessions key={`${person.id} sessions`} person={person} />
      {actions !== null && (
        <>
          <PersonForm key={person.id} person={person} actions={actions} />
          <AccountDoors key={`${person.id} doors`} person={person} actions={actions} />
        </>
      )}
    </Grid>
  )
}

/** Where somebody is signed in; each can be ended, and all at once. */
function PersonSessions({ person }: { person: Person }) {
  const sessions = useSessionsOf(person.id)
  const end = useEndSessions(person.id)
  const { busy, failure, run } = useAction(cause => laterFailureWords('endSession', cause))
  const rows = sessions.data ?? []
  const isAnother = rows.some(session => !session.current)
  return (
    <Grid as="section" gap={3} rule="top" className={styles.section} aria-label={t('Sessions')}>
      <HStack gap={3} justify="between">
        <h3>
          {sessions.state === 'ready'
            ? t('Signed in {count}', { count: timesText(rows.length) })
            : t('Sessions')}
        </h3>
        {isAnother && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void run(() => end(null))}>
            {t('End all')}
          </Button>
        )}
      </HStack>
      {sessions.state === 'failed' && (
        <FailureNote>{t('The sessions could not be fetched. They are asked for again.')}</FailureNote>
      )}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <Grid as="ul" gap={3} className={styles.sessions}>
        {rows.map(session => (
          <HStack as="li" key={session.id} gap={3} justify="between">
            <Grid as="span" flex="shrink">
              <Text as="bdi" size="list" weight={500}>
                {session.device ?? t('Unknown device')}
              </Text>
              <Text size="meta" tone="muted">
                {rich('{address} · {usedAt}, since {signedInAt}', {
                  address: session.address ?? t('unknown place'),
                  usedAt: <Moment iso={session.last_used_at} />,
                  signedInAt: <Moment iso={session.created_at} />,
                })}
                {session.current && t(' · this one')}
              </Text>
            </Grid>
            {!session.current && (
              <Button
                size="small"
                aria-label={t('End {device}', { device: session.device ?? t('the session') })}
                onClick={() => void run(() => end(session.id))}
              >
                {t('End')}
              </Button>
            )}
          </HStack>
        ))}
      </Grid>
    </Grid>
  )
}

const timesText = (count: number): string =>
  count === 0 ? 'nowhere' : plural(count, { one: 'on 1 device', other: 'on {count} devices' })

/** Takes a colleague who has left the desk without a word out of the queue: the offers to them end and go on to others. */
function PersonStatus({ person }: { person: Person }) {
  const set = useSetStatusOf(person.id)
  const { busy, failure, run } = useAction(cause => laterFailureWords('setStatusOf', cause))
  if (!person.is_online) return null
  return (
    <HStack gap={2} align="stretch" wrap>
      <Button busy={busy} onClick={() => void run(() => set('OFFLINE'))}>
        {t('Set offline')}
      </Button>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </HStack>
  )
}

/** How somebody gets in, and how they are kept out. */
function AccountDoors({ person, actions }: { person: Person; actions: PeopleActions }) {
  const { id, name } = person
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [asking, setAsking] = useState<'disable' | 'factor' | null>(null)
  const making = useAction(cause => laterFailureWords('makeLink', cause))
  const enabling = useAction(cause => laterFailureWords('enablePerson', cause))
  const disabling = useAction(cause => laterFailureWords('disablePerson', cause))
  const dropping = useAction(cause => laterFailureWords('dropSecondFactor', cause))
  const makeLink = () => making.run(async () => setLink(await actions.makeLink(id)))
  const close = () => setAsking(null)
  const isDisabled = person.state === 'disabled'
  const failure = making.failure ?? enabling.failure
  return (
    <Grid as="section" gap={3} rule="top" className={styles.section} aria-label={t('Signing in')}>
      <h3>{t('Signing in')}</h3>
      {link !== null && !isDisabled && <LinkNotice key={link.path} name={name} link={link} />}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <HStack gap={2} align="stretch" wrap>
        {isDisabled ? (
          <Button busy={enabling.busy} onClick={() => void enabling.run(() => actions.enable(id))}>
            {t('Enable account')}
          </Button>
        ) : (
          <>
            <Button busy={making.busy} onClick={() => void makeLink()}>
              {person.state === 'invited' ? t('New invitation link') : t('New password link')}
            </Button>
            {person.second_factor && (
              <Button onClick={() => setAsking('factor')}>{t('Remove second factor')}</Button>
            )}
            <Button variant="danger" onClick={() => setAsking('disable')}>
              {t('Disable account')}
            </Button>
          </>
        )}
      </HStack>
      {asking === 'disable' && (
        <Question
          title={t('Disable the account of {name}?', { name })}
          action={t('Disable account')}
          act={() => actions.disable(id)}
          doing={disabling}
          onClose={close}
        >
          {t(
            'They are signed out everywhere at once and cannot sign in. Their open conversations ({current_workload}) go back to the queue. What they wrote and did stays.',
            { current_workload: person.current_workload },
          )}
        </Question>
      )}
      {asking === 'factor' && (
        <Question
          title={t('Remove the second factor of {name}?', { name })}
          action={t('Remove second factor')}
          act={() => actions.dropSecondFactor(id)}
          doing={dropping}
          onClose={close}
        >
          {t(
            'Be sure who asks you: from then on the password alone lets them in. It is for somebody whose app and recovery codes are lost.',
          )}
        </Question>
      )}
    </Grid>
  )
}

type QuestionProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'action' | 'children' | 'onClose'
> & {
  act: () => Promise<unknown>
  /** Outlives the question: what was begun is still under way when it is asked again. */
  doing: Action
}

/** Asks first, and stays with the reason where it was not done. */
function Question({ act, doing: { busy, failure, run }, children, ...dialog }: QuestionProps) {
  const confirm = async () => {
    if (await run(act)) dialog.onClose()
  }
  return (
    <ConfirmDialog {...dialog} busy={busy} failure={failure} onConfirm={() => void confirm()}>
      <p>{children}</p>
    </ConfirmDialog>
  )
}
