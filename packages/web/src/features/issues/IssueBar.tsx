import { t } from '@parley/core/text/translate'
import { ChevronDown, CircleDot, Plus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { issueMessages } from '../../client/action-messages.ts'
import { useStore } from '../../store.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { IssueBadge } from './IssueBadge.tsx'
import styles from './IssueBar.module.css'
import type { IssueWork } from './use-issue-work.ts'

const newIssueDialog = lazyWithRetry(async () => (await import('./IssueDialogs.tsx')).NewIssueDialog)
const issueDialog = lazyWithRetry(async () => (await import('./IssueDialogs.tsx')).IssueDialog)

const look = {
  wrap: true,
  flex: 'shrink',
  rule: 'bottom',
  size: 'meta',
  tone: 'muted',
  className: styles.bar,
} as const
const none = ''
const noneLabel = t('No issue selected')

/** Above the thread: which issue the agent works on, and the way to its details and to a new one. */
export function IssueBar({ work }: { work: IssueWork }) {
  usePreloaded(newIssueDialog, issueDialog)
  const { cut } = useFreshness()
  // Without a connection everything is old or missing, and the top bar says so, once.
  if (cut && (work.area === 'unavailable' || work.state === 'failed')) return null
  if (work.area === 'unavailable') {
    return (
      <HStack as="p" role="status" {...look}>
        {t('Issues are not available right now. Parley tries again every 10 seconds.')}
      </HStack>
    )
  }
  if (work.state === 'off' || work.source === null) return null
  return (
    <HStack as="section" aria-label={t('Current issue')} {...look}>
      {work.state === 'loading' && <Spinner size={16} label={t('Loading issues')} />}
      {work.state === 'ready' && <Selector work={work} />}
      {(work.state === 'failed' || (work.stale && !cut)) && (
        <HStack as="span" role="alert" gap={2} wrap inline tone="danger">
          {issueMessages.fetchIssues}
          {work.stale && t('; these may be out of date')}
          <Button size="small" busy={work.retrying} onClick={work.retry}>
            {t('Retry')}
          </Button>
        </HStack>
      )}
      {work.area === 'sample' && <SampleMark />}
    </HStack>
  )
}

function Selector({ work }: { work: IssueWork }) {
  const { issues, current, select, awaiting } = work
  const [open, setOpen] = useState<'new' | 'details' | null>(null)
  const title = current?.title ?? noneLabel
  const trigger = useRef<HTMLButtonElement>(null)
  const message = useStore(awaiting)
  useEffect(() => {
    if (message?.chosen === false) trigger.current?.click()
  }, [message])
  /** For whose message it was opened. */
  const from = useRef<HTMLElement | null>(null)
  const isMaking = useRef(false)
  const letGo = () => {
    if (awaiting.get()?.chosen === false) awaiting.set(null)
  }
  return (
    <>
      <span className={styles.label} aria-hidden="true">
        {t('Current issue')}
      </span>
      <Menu
        finalFocus={() => {
          from.current?.focus({ preventScroll: true })
          return from.current === null
        }}
        onOpenChange={isOpen => {
          if (isOpen) {
            from.current = awaiting.get()?.from ?? null
            isMaking.current = false
          } else if (!isMaking.current) letGo()
        }}
        trigger={
          <HStack
            as="button"
            ref={trigger}
            type="button"
            gap={1.5}
            inline
            flex="shrink"
            size="list"
            weight={500}
            tone="text"
            className={styles.trigger}
            aria-label={t('Current issue: {title}', { title })}
            title={title}
          >
            <CircleDot size={14} strokeWidth={1.8} aria-hidden="true" />
            <Text as="bdi" cut>
              {title}
            </Text>
            <ChevronDown size={14} strokeWidth={1.8} aria-hidden="true" />
          </HStack>
        }
      >
        <MenuChoice
          label={t('Current issue')}
          value={current?.id ?? none}
          closes
          onChange={id => select(id === none ? null : id)}
          choices={[
            { value: none, label: noneLabel },
            ...issues.map(issue => ({
              value: issue.id,
              label: issue.title,
              beside: <IssueBadge status={issue.status} />,
            })),
          ]}
        />
        <MenuSeparator />
        <MenuItem
          icon={<Plus size={15} aria-hidden="true" />}
          onSelect={() => {
            isMaking.current = true
            setOpen('new')
          }}
        >
          {t('New issue…')}
        </MenuItem>
      </Menu>
      {current !== null && (
        <>
          <IssueBadge status={current.status} />
          <Text
            as="button"
            type="button"
            size="meta"
            weight={500}
            tone="accent"
            className={styles.details}
            aria-label={t('Issue details')}
            onClick={() => setOpen('details')}
          >
            {t('Details')}
          </Text>
        </>
      )}
      <Suspense>
        {open === 'new' && (
          <newIssueDialog.Part
            work={work}
            onClose={() => {
              letGo()
              setOpen(null)
            }}
          />
        )}
        {open === 'details' && current !== null && (
          <issueDialog.Part work={work} issue={current} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}
