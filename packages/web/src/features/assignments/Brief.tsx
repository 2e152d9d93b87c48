import { applicationStatusLabel } from '@parley/core/applications/rules'
import type { Brief as BriefOf } from '@parley/core/bot/brief'
import { stoppedSentence } from '@parley/core/bot/brief-rules'
import { composerMode, timeLeft } from '@parley/core/conversations/window'
import { confidenceLabel } from '@parley/core/intent/rules'
import { calendar, listTime } from '@parley/core/text/format'
import { languageNames } from '@parley/core/text/languages'
import { plural, t } from '@parley/core/text/translate'
import { hasVisibleText, wordlessLabel } from '@parley/core/text/visible'
import type { ReactNode } from 'react'
import { useBrief } from '../../data/assignments/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import styles from './Brief.module.css'

const local = calendar()

interface BriefProps {
  readonly conversationId: string
  /** Whose lines the customer's are. */
  readonly customerName: string
  /** Also what was asked and answered, and what was not understood. */
  readonly whole?: boolean
}

/** What is known of a conversation before somebody takes it, of stored facts alone. */
export function Brief({ conversationId, customerName, whole = false }: BriefProps) {
  const { brief, state, stale, retrying, retry } = useBrief(conversationId)
  const now = useNow()
  if (brief === undefined && state === 'failed')
    return (
      <Box rule="top" className={styles.failed}>
        <Notice
          tone="warn"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              {t('Try again')}
            </Button>
          }
        >
          {t('The bot context could not be loaded. You can still reply.')}
        </Notice>
      </Box>
    )
  if (brief === undefined) return <Loading />
  return (
    <Text as="div" size="list">
      {stale && (
        <Text as="p" rule="top" size="meta" tone="muted" className={styles.old}>
          {t('This may be out of date: it could not be refreshed.')}
        </Text>
      )}
      {brief.offer_note !== null && <Note note={brief.offer_note} />}
      <Known brief={brief} />
      {whole && <Talk brief={brief} />}
      <Lines brief={brief} customerName={customerName} />
      <Around brief={brief} now={now} />
    </Text>
  )
}

/** In the size that most briefs have. */
function Loading() {
  return (
    <Text as="div" role="status" aria-label={t('Loading bot context')} size="list">
      {[1, 2, 1, 3].map((lines, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart, and they never move
        <Text as="div" key={n} rule="top" breaks className={styles.part}>
          <Skeleton width={72} height={10} />
          {Array.from({ length: lines }, (_, line) => (
            <HStack as="span" key={line} className={styles.line}>
              <Skeleton width={line % 2 === 0 ? '84%' : '62%'} />
            </HStack>
          ))}
        </Text>
      ))}
      <HStack gap={1.5} align="stretch" wrap rule="top" className={styles.tags}>
        <Skeleton width={92} height={20} />
        <Skeleton width={116} height={20} />
      </HStack>
    </Text>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Text as="section" rule="top" breaks className={styles.part}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </Text>
)

/** What the colleague who offers it wrote for its reader; a long one scrolls in its own box. */
function Note({ note: { name, text } }: { note: NonNullable<BriefOf['offer_note']> }) {
  const title = t('Note from {name}', { name })
  return (
    <Part title={title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys */}
      <div role="region" aria-label={title} tabIndex={0} dir="auto" className={styles.note}>
        {text}
      </div>
    </Part>
  )
}

function Known({ brief }: { brief: BriefOf }) {
  const { wants, slots } = brief
  const stopped = stoppedSentence(brief)
  return (
    <>
      {wants !== null && (
        <Part title={t('Intent')}>
          <HStack as="p" wrap className={styles.wants}>
            <span className={styles.wish}>{wants.label}</span>
            <span className={styles.meter}>
              <Meter percent={wants.confidence * 100} />
            </span>
            <Text size="meta" tone="muted" digits>
              {t('{confidence} sure', { confidence: confidenceLabel(wants.confidence) })}
            </Text>
          </HStack>
        </Part>
      )}
      {slots.length > 0 && (
        <Part title={t('Details given to the bot')}>
          <Facts>
            {slots.map(({ name, label, value }) => (
              <Fact key={name} name={label}>
                {value ?? <Text tone="faint">{t('asked, no reply')}</Text>}
              </Fact>
            ))}
          </Facts>
        </Part>
      )}
      {stopped !== null && (
        <Part title={t('Why the bot handed over')}>
          <p>{stopped}</p>
        </Part>
      )}
    </>
  )
}

/** The words of customers stand in quotation marks of their own, so that nobody takes them for ours. */
function Talk({ brief: { answered, unclear } }: { brief: BriefOf }) {
  return (
    <>
      {answered.length > 0 && (
        <Part title={t('Questions that the bot answered')}>
          <Grid as="ul" gap={0.5}>
            {answered.map(({ question, answer }, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same question may be asked twice
              <li key={n} dir="auto">
                “{question}” <Text tone="faint">{answer}</Text>
              </li>
            ))}
          </Grid>
        </Part>
      )}
      {unclear.length > 0 && (
        <Part title={t('Not understood')}>
          <Grid as="ul" gap={0.5}>
            {unclear.map((words, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same words may come twice
              <li key={n} dir="auto">
                “{words}”
              </li>
            ))}
          </Grid>
        </Part>
      )}
    </>
  )
}

function Lines({ brief, customerName }: { brief: BriefOf; customerName: string }) {
  const names = { customer: customerName.split(/\s+/)[0] ?? customerName, bot: t('Bot'), agent: t('Agent') }
  const { last_lines: lines } = brief
  return (
    <Part title={t('Last messages')}>
      {lines.length === 0 ? (
        <Text as="p" tone="faint">
          {t('No messages to show')}
        </Text>
      ) : (
        <Grid as="ul" gap={0.5}>
          {lines.map(({ from, text, message_type: type, at }, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be alike and of one second
            <Text as="li" key={`${at} ${n}`} dir="auto" cut title={text}>
              <Text tone="faint">{names[from]}</Text>{' '}
              {hasVisibleText(text) ? text : wordlessLabel(type, text)}
            </Text>
          ))}
        </Grid>
      )}
    </Part>
  )
}

function Around({ brief, now }: { brief: BriefOf; now: Date }) {
  const { open_tickets: tickets, applications, previous_owner: previous, language } = brief
  const mode = composerMode(brief.window, now)
  const window =
    mode.is === 'template-only'
      ? t('Template only')
      : mode.is === 'open' && mode.closesAt !== null
        ? t('Window {long}', { long: timeLeft(mode.closesAt, now).long })
        : null
  const numbers = tickets.map(({ number }) => number).join(', ')
  return (
    <HStack gap={1.5} align="stretch" wrap rule="top" className={styles.tags}>
      {window !== null && <Tag>{window}</Tag>}
      {language !== null && <Tag>{t('Writes {language}', { language: languageNames[language] })}</Tag>}
      <Tag>
        {tickets.length === 0
          ? t('No open ticket')
          : plural(
              tickets.length,
              { one: '{count} open ticket, {numbers}', other: '{count} open tickets, {numbers}' },
              { numbers },
            )}
      </Tag>
      {applications.length === 0 && <Tag>{t('No application')}</Tag>}
      {applications.map(({ number, status }) => (
        <Tag key={number}>{`${number}, ${applicationStatusLabel(status)}`}</Tag>
      ))}
      {previous !== null && (
        <Tag>
          {t('{name} had it until {time}', {
            name: previous.name,
            time: listTime(local, new Date(previous.at), now),
          })}
        </Tag>
      )}
    </HStack>
  )
}
