import { t } from '@parley/core/text/translate'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { max, nice, ticks } from 'd3-array'
import { Box, HStack, Text } from '../layout/Layout.tsx'
import styles from './StackedBars.module.css'

/** One part of every bar. Looks are told apart by lightness and by pattern, not by hue. */
export type Series = { readonly name: string; readonly look: 'full' | 'pale' | 'hatched' }

export type Bar = {
  /** Its name in full, "Thu, Nov 19". */
  readonly label: string
  /** Its name under the axis, "Nov 19". */
  readonly short: string
  /** One for each series, from the bottom up; never negative. */
  readonly parts: readonly number[]
  /** What is said of it: "142 unique users, 31 new". */
  readonly words: string
}

type StackedBarsProps = {
  /** What is drawn, and over what. */
  label: string
  series: readonly Series[]
  bars: readonly Bar[]
  /** What a bar is of. */
  by?: 'hour' | 'day'
}

const mostLabels = 5
const height = 132

/**
 * Bars over days or hours on an axis that starts at 0. A pointer or the arrow keys pick a bar, whose values are then written and
 * said; the table of the same values stands beside it.
 */
export function StackedBars({ label, series, bars, by = 'day' }: StackedBarsProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const pattern = useId()
  const axis = countAxis(bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  const wordsOf = (bar: Bar | undefined) => bar && `${bar.label}: ${bar.words}`
  const width = 100 / Math.max(1, bars.length)
  const last = bars.length - 1

  const onKeyDown = (event: KeyboardEvent) => {
    const from = picked ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setPicked(null)
    if (to === undefined) return
    event.preventDefault()
    setPicked(Math.min(last, Math.max(0, to)))
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    setPicked(Math.min(last, Math.max(0, Math.floor(((clientX - box.left) / box.width) * bars.length))))
  }

  return (
    <Text as="figure" size="meta" tone="muted" digits aria-label={label}>
      <HStack as="figcaption" wrap className={styles.legend}>
        {series.map(({ name, look }) => (
          <HStack as="span" key={name} gap={1.5} inline>
            <svg width={10} height={10} aria-hidden="true">
              <Hatching id={`${pattern}${look}`} />
              <Part look={look} pattern={`${pattern}${look}`} x={0} y={0} width={10} height={10} />
            </svg>
            {name}
          </HStack>
        ))}
        <output className={styles.picked}>{picked !== null && wordsOf(bars[picked])}</output>
      </HStack>
      <HStack gap={2} align="stretch" className={styles.plot}>
        <Text as="div" flex="none" tone="faint" className={styles.scale} aria-hidden="true">
          {axis.ticks.map(tick => (
            <span key={tick} style={{ bottom: `${(tick / axis.top) * 100}%` }}>
              {tick.toLocaleString('en-US')}
            </span>
          ))}
        </Text>
        <Box
          role="slider"
          tabIndex={0}
          aria-label={t('{label}, by {by}', { label, by })}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, bars.length)}
          aria-valuenow={(picked ?? last) + 1}
          aria-valuetext={wordsOf(bars[picked ?? last])}
          flex="grow"
          className={styles.bars}
          onKeyDown={onKeyDown}
          onFocus={() => setPicked(was => was ?? last)}
          onBlur={() => setPicked(null)}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setPicked(null)}
        >
          <svg width="100%" height={height} aria-hidden="true">
            <Hatching id={pattern} />
            {axis.ticks.map(tick => (
              <line
                key={tick}
                className={styles.line}
                x1="0"
                x2="100%"
                y1={`${100 - (tick / axis.top) * 100}%`}
                y2={`${100 - (tick / axis.top) * 100}%`}
              />
            ))}
            {picked !== null && (
              <rect
                className={styles.column}
                x={`${picked * width}%`}
                y="0"
                width={`${width}%`}
                height="100%"
              />
            )}
            {bars.map(({ label: day, parts }, index) =>
              parts.map((part, at) => {
                const below = parts.slice(0, at).reduce((sum, one) => sum + one, 0)
                return part === 0 ? null : (
                  <Part
                    // oxlint-disable-next-line react/no-array-index-key -- the order of the parts is theirs for good
                    key={`${day} ${at}`}
                    look={series[at]?.look ?? 'full'}
                    pattern={pattern}
                    x={`${(index + 0.15) * width}%`}
                    y={`${100 - ((below + part) / axis.top) * 100}%`}
                    width={`${width * 0.7}%`}
                    height={`${(part / axis.top) * 100}%`}
                  />
                )
              }),
            )}
          </svg>
          <div className={styles.days} aria-hidden="true">
            {labelPlaces(bars.length, mostLabels).map(place => (
              <span key={place} style={labelAt((place + 0.5) * width)}>
                {bars[place]?.short}
              </span>
            ))}
          </div>
        </Box>
      </HStack>
    </Text>
  )
}

/** Labels lean inwards towards the ends, so that none is cut off. */
const labelAt = (percent: number) => ({ left: `${percent}%`, transform: `translateX(-${percent}%)` })

type PartProps = {
  look: Series['look']
  pattern: string
  x: number | string
  y: number | string
  width: number | string
  height: number | string
}

const Part = ({ look, pattern, ...box }: PartProps) => (
  <rect {...box} className={styles[look]} {...(look === 'hatched' && { fill: `url(#${pattern})` })} />
)

const Hatching = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className={styles.ground} />
      <rect width="2" height="5" className={styles.stroke} />
    </pattern>
  </defs>
)

/** The values that an axis names, evenly apart; the first is 0, the last is at or above every value. */
interface Axis {
  readonly top: number
  readonly ticks: readonly number[]
}

/** An axis for counts: it starts at 0 and has whole numbers only. */
export function countAxis(values: readonly number[], wanted = 4): Axis {
  const [, top] = nice(0, Math.max(1, max(values) ?? 0), wanted)
  return { top, ticks: ticks(0, top, wanted).filter(tick => Number.isInteger(tick)) }
}

/** The places of at most so many labels among as many columns, evenly apart from the first one on. */
export function labelPlaces(columns: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(columns / most))
  return Array.from({ length: Math.ceil(columns / step) }, (_, index) => index * step)
}
