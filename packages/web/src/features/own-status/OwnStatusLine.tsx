import type { AgentEntity } from '@parley/core/agents/api'
import { type AwayStatus, finishing } from '@parley/core/agents/constants'
import { awayDetail, awayStatusOf, limitSentence } from '@parley/core/agents/rules'
import { calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useServerNow } from '../../client/server-clock.ts'
import { useComeBack } from '../../data/agents/own-status.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import { focusScreen, isFocusFree } from '../../ui/overlays/free-focus.ts'
import { showToast } from '../../ui/states/toasts.ts'
import styles from './own-status.module.css'

const local = calendar()

const words: Readonly<Record<AwayStatus, string>> = {
  BUSY: t('You are busy'),
  ON_BREAK: t('You are on a break'),
  FINISHING: t('You are finishing your shift'),
}

/** Reminds who works on that they said that they do not, and leads back; the end of a shift ends with its page. Tells them when their time is over. */
export function OwnStatusLine({ agent }: { agent: AgentEntity }) {
  const away = awayStatusOf(agent)
  useReturnTold(agent)
  if (away !== null) return <Away key={agent.status_since} agent={agent} away={away} />
  const limit = limitSentence(agent)
  if (limit !== null) return <AtLimit agent={agent} why={limit} />
  const { offers_paused_until: until } = agent
  return until !== null && agent.is_online && <Paused until={new Date(until)} />
}

/** Says why nothing is offered: the whole sentence to who hears the page, and where there is room. */
const AtLimit = ({ agent, why }: { agent: AgentEntity; why: string }) => (
  <Line>
    <span role="status" className={styles.said} title={why}>
      <span aria-hidden="true">
        {t('No offers: you have {load} of {capacity}', {
          load: agent.current_workload,
          capacity: agent.max_capacity,
        })}
      </span>
      <span className="visually-hidden">{why}</span>
    </span>
  </Line>
)

/** Says until when the queue offers nothing, after "Maybe Later" or an offer that expired, and ends that. */
function Paused({ until }: { until: Date }) {
  const isOver = useServerNow() >= until.getTime()
  const [busy, press] = useBack()
  if (isOver) return null
  return (
    <Line>
      <span role="status" className={styles.said}>
        {t('No offers until {time}', { time: local.clock(until) })}
      </span>
      <Button size="small" busy={busy} aria-label={t('Available: resume offers now')} onClick={press}>
        {t('Available')}
      </Button>
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <HStack gap={2} flex="shrink" size="list" tone="muted" nowrap className={styles.line}>
    {children}
  </HStack>
)

/** Sets Available. */
function useBack(): [busy: boolean, press: () => void] {
  const comeBack = useComeBack()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    const isBack = await comeBack()
    setBusy(false)
    if (isBack && isFocusFree()) focusScreen()
  }
  return [busy, () => void press()]
}

function Away({ agent, away }: { agent: AgentEntity; away: AwayStatus }) {
  const now = useNow()
  const [busy, press] = useBack()
  const detail = awayDetail(agent, now.getTime())
  return (
    <Line>
      <span className={styles.said} title={detail ?? undefined}>
        <span role="status">{words[away]}</span>
        {detail !== null && <span className={styles.long}> · {detail}</span>}
      </span>
      {away !== finishing && (
        <Button size="small" busy={busy} aria-label={t('Back to Available')} onClick={press}>
          {t('Back')}
        </Button>
      )}
    </Line>
  )
}

/** Says that the time is over which the agent gave themselves: from then on they are offered conversations. */
function useReturnTold(agent: AgentEntity): void {
  const before = useRef(agent)
  useEffect(() => {
    const { status_until: until } = before.current
    before.current = agent
    const isOver = until !== null && new Date(until).getTime() <= Date.now()
    if (isOver && agent.is_online) {
      showToast({
        key: 'own status',
        title: t('You are available again'),
        description: t('Conversations are offered to you.'),
      })
    }
  }, [agent])
}
