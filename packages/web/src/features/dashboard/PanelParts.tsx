import { t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import type { ReactNode } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain, FigureRef } from '../../data/reports/counted-rows.ts'
import type { Asked, useFigures } from '../../data/reports/figures.ts'
import { Meter } from '../../ui/charts/Meter.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { Center, HStack } from '../../ui/layout/Layout.tsx'
import { Cell, HeaderCell } from '../../ui/lists/Table.tsx'
import type { useSorting } from '../../ui/lists/use-sorting.ts'
import { NotLoaded, RetryState, StaleNotice } from '../../ui/states/RetryState.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import styles from './panels.module.css'

/** A figure of a range of days with a word about it. */
export interface Tile extends Pick<FigureRef, 'metric' | 'value' | 'text' | 'leftOut'> {
  readonly description: string
}

interface FigureTilesProps {
  readonly tiles: readonly Tile[]
  readonly shown: Asked<unknown> | null
  readonly explain: Explain
  readonly busy?: boolean
}

/** The figures of a panel as a whole. */
export const FigureTiles = ({ tiles, shown, explain, busy }: FigureTilesProps) => (
  <div className={styles.tiles} aria-busy={busy}>
    {tiles.map(({ description, ...figure }) => (
      <StatCard
        key={figure.metric}
        flat
        title={metrics[figure.metric].name}
        value={figure.value === null ? <span title={t('not measured')}>{figure.text}</span> : figure.text}
        description={description}
        loading={shown === null}
        about={shown && explain({ ...figure, range: shown.range, agent: null, at: shown.at, sample: false })}
      />
    ))}
  </div>
)

interface TroubleProps {
  readonly figures: ReturnType<typeof useFigures<unknown>>
  readonly title: string
  readonly hint?: string | null
  readonly onRetry: () => void
}

/** Why figures of days are old or missing; nothing while they are neither. */
export function Trouble({ figures: { shown, failure, fetching, cut }, title, hint, onRetry }: TroubleProps) {
  const { timeZone } = useWorkspaceZone()
  if (failure === null) return cut && shown === null && <NotLoaded />
  if (shown === null) {
    return <RetryState title={title} {...(hint && { hint })} busy={fetching} onRetry={onRetry} />
  }
  return (
    <StaleNotice shown={shownLabel(shown, timeZone)} busy={fetching} onRetry={onRetry}>
      {hint ? `${title} ${hint}.` : `${title}.`}
    </StaleNotice>
  )
}

/** In the place of a table. */
export const Hint = ({ role, children }: { role?: 'alert'; children: string }) => (
  <Center as="p" role={role} size="list" tone="muted" className={styles.hint}>
    {children}
  </Center>
)

interface ColumnsProps {
  readonly columns: readonly string[]
  readonly headingOf?: ReturnType<typeof useSorting>['headingOf']
}

/** The titles of a table whose first column is what the rows are of, and all others their figures. */
export const Columns = ({ columns, headingOf }: ColumnsProps) => (
  <thead>
    <tr>
      {columns.map((column, index) => (
        <HeaderCell key={column} align={index === 0 ? 'start' : 'end'} {...headingOf?.(index)}>
          {column}
        </HeaderCell>
      ))}
    </tr>
  </thead>
)

/** Rows whose figures are on their way; `widths`: of what stands for each, in pixels. */
export const LoadingRows = ({ count, widths }: { count: number; widths: readonly number[] }) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row}>
      {widths.map((width, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- cells that stay
        <Cell key={column}>
          <Skeleton width={width} />
        </Cell>
      ))}
    </tr>
  ))

interface MeterCellProps {
  readonly percent: number
  readonly tone?: 'ok'
  readonly children: ReactNode
}

/** A share as a bar with its figure. */
export const MeterCell = ({ percent, tone, children }: MeterCellProps) => (
  <Cell align="end">
    <HStack as="span" gap={2} justify="end" className={styles.meter}>
      <Meter percent={percent} {...(tone && { tone })} />
      {children}
    </HStack>
  </Cell>
)
