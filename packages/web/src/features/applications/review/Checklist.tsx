import { plural, t } from '@parley/core/text/translate'
import { applicationStatusLabel, isAskable, newestAsk, wasJustAsked } from '@parley/core/applications/rules'
import type { ChecklistItem } from '@parley/core/applications/checklist'
import {
  type OpenPoint,
  type PointName,
  quietSentence,
  unseenPoints,
} from '@parley/core/applications/open-points'
import type { DocumentType } from '@parley/core/attachments/api'
import type { ApplicationEntity, VerificationFlag } from '@parley/core/applications/application'
import { documentTypeLabels, flagLabels } from '@parley/core/applications/form'
import { relativeTime } from '@parley/core/notifications/rules'
import { verificationFlags } from '@parley/core/applications/constants'
import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { rich } from '../../../ui/rich.ts'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { type ApplicationSource, type FlagWish, isStale } from '../../../data/applications/source.ts'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import styles from './Checklist.module.css'
import { baseOf, changesSince } from './application-changes.ts'

interface ChecklistProps {
  readonly items: readonly ChecklistItem[]
  /** What it says of health is told once the health section was opened. */
  readonly healthOpen: boolean
  readonly onItem: (item: ChecklistItem) => void
  /** Of which application documents are asked for, and where it is kept. */
  readonly asking: Omit<AskForDocumentProps, 'field'>
  readonly ask: CustomerAsk | null
}

/** Opens the conversation with a message that asks for what stands open; null where nothing can be asked in words. */
export interface CustomerAsk {
  readonly count: number
  /** Whether documents are missing that a click of their own asks for. */
  readonly isRest: boolean
  readonly run: () => void
  readonly busy: boolean
  /** Why it could not be prepared; null: it was not tried. */
  readonly failure: string | null
  readonly dismiss: () => void
}

/** What is missing or contradictory, the gravest first; each leads to its field. */
export function Checklist({ items, healthOpen, onItem, asking, ask }: ChecklistProps) {
  const open = items.filter(({ severity }) => severity !== 'ok').length
  return (
    <Grid as="section" gap={2} size="list" className={styles.part} aria-labelledby="application-checklist">
      <Text as="h2" id="application-checklist" size="body" weight={600}>
        {t('Before it can be {applicationStatus}', {
          applicationStatus: applicationStatusLabel('APPROVED').toLowerCase(),
        })}
      </Text>
      {open === 0 && (
        <Text as="p" tone="muted">
          {t('Nothing is missing or contradictory.')}
        </Text>
      )}
      <ul className={styles.items}>
        {items.map(item => (
          <li key={`${item.code} ${item.field}`}>
            <HStack
              as="button"
              type="button"
              gap={2.5}
              align="start"
              className={styles.item}
              onClick={() => onItem(item)}
            >
              <PointIcon severity={item.severity} />
              <Text dir="auto" flex="shrink" breaks>
                {healthOpen ? item.sentence : quietSentence(item)}
              </Text>
            </HStack>
            {item.code === 'document.missing' && <AskForDocument {...asking} field={item.field} />}
          </li>
        ))}
      </ul>
      {ask !== null && (
        <>
          <Button busy={ask.busy} onClick={ask.run}>
            {t('Ask the customer for {ask}', { ask: askedFor(ask) })}
          </Button>
          <Text as="p" tone="muted">
            {t('Opens the conversation with a draft message. Nothing is sent until you press Send.')}
          </Text>
          {ask.failure !== null && <FailureNote onDismiss={ask.dismiss}>{ask.failure}</FailureNote>}
        </>
      )}
    </Grid>
  )
}

const askedFor = ({ count, isRest }: CustomerAsk): string => {
  if (isRest) return plural(count, { one: 'the other point', other: 'the other {count}' })
  return plural(count, { one: 'this', other: 'these {count}' })
}

interface AskForDocumentProps {
  readonly application: ApplicationEntity
  readonly source: ApplicationSource
  /** Of the checklist's item: `attachments.ID_DOCUMENT`. */
  readonly field: string
}

/** Asks the customer in the chat for one document that is missing, and says who asked for it last. */
function AskForDocument({ application, source, field }: AskForDocumentProps) {
  const type = field.slice(field.indexOf('.') + 1) as DocumentType
  const now = useNow()
  const ask = useMutation({
    mutationFn: () => source.askDocument(application, type),
    onError: cause => logFailure('askForDocument', cause),
  })
  if (!isAskable(application)) return null
  const last = newestAsk(application, type)
  const isJustAsked = wasJustAsked(last, now)
  const words = last === undefined ? t('Ask for it') : t('Ask again')
  return (
    <HStack gap={2} wrap className={styles.ask}>
      <Button
        size="small"
        busy={ask.isPending}
        aria-disabled={isJustAsked}
        aria-label={`${words}: ${documentTypeLabels[type]}`}
        onClick={() => {
          if (!ask.isPending && !isJustAsked) ask.mutate()
        }}
      >
        {words}
      </Button>
      {last !== undefined && (
        <Text as="p" size="meta" tone="muted">
          {rich('Asked {asked_at} by {name}', {
            asked_at: last.asked_at === null ? '' : relativeTime(new Date(last.asked_at), now),
            name: <bdi>{last.asked_by?.name ?? t('an agent')}</bdi>,
          })}
        </Text>
      )}
      {ask.error !== null && (
        <FailureNote onDismiss={() => ask.reset()}>{failureWords('askForDocument', ask.error)}</FailureNote>
      )}
    </HStack>
  )
}

const icons = { problem: X, warning: CircleAlert, ok: Check } as const
const tones = { problem: 'danger', warning: 'warn', ok: 'ok' } as const
const severityWords = { problem: t('Problem'), warning: t('To check'), ok: t('All right') } as const

/** How grave an entry of the checklist is, as a sign and in words. */
function PointIcon({ severity }: Pick<ChecklistItem, 'severity'>) {
  const Icon = icons[severity]
  return (
    <Text flex="none" tone={tones[severity]} className={styles.icon}>
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      <span className="visually-hidden">{severityWords[severity]}: </span>
    </Text>
  )
}

interface ApproveDespiteProps {
  readonly points: readonly OpenPoint[]
  /** Those that were confirmed; one that came since takes the confirmation back. */
  readonly seen: readonly PointName[]
  readonly healthOpen: boolean
  readonly disabled: boolean
  /** Whether it was to be approved without the confirmation. */
  readonly tried: boolean
  readonly onSeen: (points: readonly PointName[]) => void
  readonly onPoint: (point: OpenPoint) => void
}

/** What stands open before an application is approved, each with the way to its field, and that it is approved all the same. */
export function ApproveDespite(props: ApproveDespiteProps) {
  const { points, seen, healthOpen, disabled, tried, onSeen, onPoint } = props
  const unseen = new Set(unseenPoints(points, seen))
  const isConfirmed = unseen.size === 0
  return (
    <Grid as="section" gap={2} size="list" className={styles.despite} aria-label={t('Open points')}>
      <Text as="p" weight={600}>
        {plural(points.length, { one: 'One point is open', other: '{count} points are open' })}
      </Text>
      <ul className={styles.items}>
        {points.map(point => (
          <li key={`${point.code} ${point.field}`}>
            <HStack
              as="button"
              type="button"
              gap={2.5}
              align="start"
              className={styles.point}
              disabled={disabled}
              onClick={() => onPoint(point)}
            >
              <PointIcon severity={point.severity} />
              <Text dir="auto" flex="grow" breaks className={styles.words}>
                {healthOpen ? point.sentence : quietSentence(point)}
              </Text>
              {seen.length > 0 && unseen.has(point) && <span className={styles.fresh}>{t('new')}</span>}
            </HStack>
          </li>
        ))}
      </ul>
      <Checkbox
        label={plural(points.length, {
          one: 'Approve despite this point',
          other: 'Approve despite these {count} points',
        })}
        checked={isConfirmed}
        disabled={disabled}
        onChange={({ target }) =>
          onSeen(target.checked ? points.map(({ code, field }) => ({ code, field })) : [])
        }
      />
      <Text as="p" size="meta" tone="faint">
        {t('The history records the open points and who approved.')}
      </Text>
      {tried && (
        <FailureNote>{t('Resolve the open points, or confirm that you approve anyway.')}</FailureNote>
      )}
    </Grid>
  )
}

/** What agents vouch for. A box shows what is stored; a press that met a colleague's change waits until that was seen. */
export function Verification({ application, source }: Omit<AskForDocumentProps, 'field'>) {
  const set = useMutation({
    mutationFn: ({ before, flags }: { before: ApplicationEntity; flags: FlagWish }) =>
      source.setFlags(before, flags),
    onError: cause => logFailure('updateVerification', cause),
  })
  const flags: Readonly<Partial<Record<VerificationFlag, boolean>>> = application.verification_flags
  const wished = set.isPending ? set.variables.flags : {}
  const missed = isStale(set.error) && set.variables !== undefined ? set.variables : null
  const press = (wish: FlagWish) => {
    if (!set.isPending) set.mutate({ before: application, flags: wish })
  }
  return (
    <Grid
      as="section"
      gap={1.5}
      rule="top"
      size="list"
      className={styles.part}
      aria-labelledby="application-verification"
      aria-busy={set.isPending}
    >
      <Text as="h2" id="application-verification" size="body" weight={600}>
        {t('Verification')}
      </Text>
      {verificationFlags[application.kind].map(flag => (
        <div key={flag} data-field={`verification_flags.${flag}`} tabIndex={-1} className={styles.flag}>
          <Checkbox
            label={flagLabels[flag]}
            checked={wished[flag] ?? flags[flag] ?? false}
            aria-disabled={set.isPending}
            onChange={event => press({ [flag]: event.target.checked })}
          />
        </div>
      ))}
      {missed !== null && (
        <ColleagueChanges
          changes={[
            ...changesSince(baseOf(missed.before), application),
            ...Object.entries(missed.flags).map(([flag, value]) =>
              value
                ? t('Not saved: {what} set', { what: flagLabels[flag as VerificationFlag] })
                : t('Not saved: {what} removed', { what: flagLabels[flag as VerificationFlag] }),
            ),
          ]}
          action={t('Save mine anyway')}
          onApply={() => press(missed.flags)}
        />
      )}
      {set.error !== null && missed === null && (
        <FailureNote onDismiss={() => set.reset()}>
          {failureWords('updateVerification', set.error)}
        </FailureNote>
      )}
    </Grid>
  )
}

interface ColleagueChangesProps {
  readonly changes: readonly string[]
  /** The words of the button. */
  readonly action: string
  readonly onApply: () => void
}

/** What others changed while something was being written; nothing is saved over it unseen. */
export function ColleagueChanges({ changes, action, onApply }: ColleagueChangesProps) {
  if (changes.length === 0) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={onApply}>
          {action}
        </Button>
      }
    >
      {t('A colleague changed this application meanwhile:')}
      <ul className={styles.changes}>
        {changes.map(words => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
