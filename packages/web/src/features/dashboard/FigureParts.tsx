import { t } from '@parley/core/text/translate'
import type { MetricId } from '@parley/core/reports/constants'
import type { ReactNode } from 'react'
import type { Explain, FigureRef } from '../../data/reports/counted-rows.ts'
import type { DashboardView } from '../../data/reports/dashboard.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

/** Draws the figures of a row or a panel, which have their days, agent and moment in common. */
export const figuresOf =
  (explain: Explain, of: Partial<Pick<FigureRef, 'range' | 'agent' | 'at' | 'sample'>>) =>
  (metric: MetricId, value: number | null, text: string, inline: boolean | string = true): ReactNode =>
    explain({ range: null, agent: null, at: null, sample: false, ...of, metric, value, text }, inline)

/** That the dashboard's figures are old or missing. */
export const DashboardFailure = ({ view, children }: { view: DashboardView; children: string }) => (
  <Notice
    tone="danger"
    action={
      <Button size="small" busy={view.fetching} onClick={view.refetch}>
        {t('Retry')}
      </Button>
    }
  >
    {children}
  </Notice>
)
