import type { Brief as BriefOf } from '@parley/core/bot/brief'
import { applicationStatusLabel } from '@parley/core/applications/rules'
import { stoppedSentence } from '@parley/core/bot/brief-rules'
import { calendar, listTime } from '@parley/core/text/format'
import { confidenceLabel } from '@parley/core/intent/rules'
import { hasVisibleText, wordlessLabel } from '@parley/core/text/visible'
import { composerMode, timeLeft } from '@parley/core/conversations/window'
import { languageNames } from '@parley/core/text/languages'
import type { ReactNode } from 'react'
import { useBrief } from '../../data/assignments/brief.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
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
      <div className={styles.failed}>
        <Notice
          tone="warn"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              Try again
            </Button>
          }
        >
          The bot context could not be loaded. You can reply all the same.
        </Notice>
      </div>
    )
  if (brief === undefined) return <Loading />
  return (
    <div className={styles.brief}>
      {stale && <p className={styles.old}>Read a while ago, and could not be read anew.</p>}
      <Known brief={brief} />
      {whole && <Talk brief={brief} />}
      <Lines brief={brief} customerName={customerName} />
      <Around brief={brief} now={now} />
    </div>
  )
}

/** In the size that most briefs have. */
function Loading() {
  return (
    <div role="status" aria-label="Loading what the bot knew" className={styles.brief}>
      {[1, 2, 1, 3].map((lines, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart, and they never move
        <div key={n} className={styles.part}>
          <Skeleton width={72} height={10} />
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} className={styles.line}>
              <Skeleton width={line % 2 === 0 ? '84%' : '62%'} />
            </span>
          ))}
        </div>
      ))}
      <div className={styles.tags}>
        <Skeleton width={92} height={20} />
        <Skeleton width={116} height={20} />
      </div>
    </div>
  )
}

type PartProps = { readonly title: string; readonly children: ReactNode }

const Part = ({ title, children }: PartProps) => (
  <section className={styles.part}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </section>
)

function Known({ brief }: { brief: BriefOf }) {
  const { wants, slots } = brief
  const stopped = stoppedSentence(brief)
  return (
    <>
      {wants !== null && (
        <Part title="Wants">
          <p className={styles.wants}>
            <span className={styles.wish}>{wants.label}</span>
            <span className={styles.meter}>
              <Meter percent={wants.confidence * 100} />
            </span>
            <span className={styles.sure}>{confidenceLabel(wants.confidence)} sure</span>
          </p>
        </Part>
      )}
      {slots.length > 0 && (
        <Part title="Told the bot">
          <Facts>
            {slots.map(({ name, label, value }) => (
              <Fact key={name} name={label}>
                {value ?? <span className={styles.unsaid}>asked, not answered</span>}
              </Fact>
            ))}
          </Facts>
        </Part>
      )}
      {stopped !== null && (
        <Part title="Why the bot handed over">
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
        <Part title="Asked, and the answer it got">
          <ul className={styles.list}>
            {answered.map(({ question, answer }, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same question may be asked twice
              <li key={n} dir="auto">
                “{question}” <span className={styles.who}>{answer}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {unclear.length > 0 && (
        <Part title="Not understood">
          <ul className={styles.list}>
            {unclear.map((words, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same words may come twice
              <li key={n} dir="auto">
                “{words}”
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function Lines({ brief, customerName }: { brief: BriefOf; customerName: string }) {
  const names = { customer: customerName.split(/\s+/)[0] ?? customerName, bot: 'Bot', agent: 'Agent' }
  const { last_lines: lines } = brief
  return (
    <Part title="Last lines">
      {lines.length === 0 ? (
        <p className={styles.unsaid}>None that can be shown</p>
      ) : (
        <ul className={styles.list}>
          {lines.map(({ from, text, message_type: type, at }, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be alike and of one second
            <li key={`${at} ${n}`} dir="auto" className={styles.cut} title={text}>
              <span className={styles.who}>{names[from]}</span>{' '}
              {hasVisibleText(text) ? text : wordlessLabel(type, text)}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Around({ brief, now }: { brief: BriefOf; now: Date }) {
  const { open_tickets: tickets, applications, previous_owner: previous, language } = brief
  const mode = composerMode(brief.window, now)
  const window =
    mode.is === 'template-only'
      ? 'Only templates go'
      : mode.is === 'open' && mode.closesAt !== null
        ? `Window ${timeLeft(mode.closesAt, now).long}`
        : null
  const numbers = tickets.map(({ number }) => number).join(', ')
  return (
    <div className={styles.tags}>
      {window !== null && <Tag>{window}</Tag>}
      {language !== null && <Tag>Writes {languageNames[language]}</Tag>}
      <Tag>
        {tickets.length === 0
          ? 'No open ticket'
          : `${tickets.length} open ${tickets.length === 1 ? 'ticket' : 'tickets'}, ${numbers}`}
      </Tag>
      {applications.length === 0 && <Tag>No application</Tag>}
      {applications.map(({ number, status }) => (
        <Tag key={number}>{`${number}, ${applicationStatusLabel(status)}`}</Tag>
      ))}
      {previous !== null && (
        <Tag>{`${previous.name} had it until ${listTime(local, new Date(previous.at), now)}`}</Tag>
      )}
    </div>
  )
}
