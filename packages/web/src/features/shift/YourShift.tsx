import { plural, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { countText, figureText } from '@parley/core/reports/rules'
import type { MetricId } from '@parley/core/reports/constants'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { useFigures } from '../../data/reports/figures.ts'
import { loadPerformance } from '../../data/reports/statistics.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import styles from './ShiftSide.module.css'

interface YourShiftProps {
  readonly viewer: { readonly id: string; readonly name: string }
  readonly explain: Explain
}

/** The viewer's figures of today, as the report on agents has them. */
export function YourShift({ viewer, explain }: YourShiftProps) {
  const today = useToday()
  const range = today === null ? null : { from: today, to: today }
  const { shown, failure } = useFigures('performance', range, 'shift', async ({ from, to }) => {
    const loaded = await loadPerformance({ start_date: from, end_date: to })
    if (loaded.message !== null) throw new Error(loaded.message)
    return loaded
  })
  const own = shown?.value.agents.find(({ id }) => id === viewer.id)
  const figure = (metric: MetricId, value: number | null, text: string) =>
    shown === null
      ? '…'
      : explain({ metric, value, text, range: shown.range, agent: viewer, at: shown.at, sample: false }, true)
  const conversations = own?.conversations ?? 0
  const answers = own?.messages ?? 0
  const time = own?.avgResponseTime ?? null
  const rate = own?.resolutionRate ?? null
  return (
    <Grid as="section" gap={3} rule="bottom" className={styles.part} aria-labelledby="shift-figures">
      <HStack as="h3" id="shift-figures" gap={2} align="stretch" justify="between" size="list" weight={600}>
        {rich('Your shift {today}', {
          today: (
            <Text weight={400} tone="muted">
              {t('today')}
            </Text>
          ),
        })}
      </HStack>
      {failure !== null && shown === null ? (
        <Text as="p" size="meta" tone="muted">
          {t('Your figures could not be loaded.')}
        </Text>
      ) : (
        <Facts>
          <Fact name={t('Handled')}>
            {figure('agent_conversations', conversations, conversationsText(conversations))}
          </Fact>
          <Fact name={t('Replies')}>{figure('agent_responses', answers, countText(answers))}</Fact>
          <Fact name={t('Response time')}>
            {figure('agent_response_time', time, figureText(time, 'minutes'))}
          </Fact>
          <Fact name={t('Resolution rate')}>
            {figure('agent_resolution_rate', rate, figureText(rate, 'percent'))}
          </Fact>
        </Facts>
      )}
    </Grid>
  )
}

const conversationsText = (count: number): string =>
  plural(count, { one: '{count} conversation', other: '{count} conversations' }, { count: countText(count) })
