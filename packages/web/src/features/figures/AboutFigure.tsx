import { t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import { CircleHelp } from 'lucide-react'
import type { FigureRef } from '../../data/reports/counted-rows.ts'
import { classNames } from '../../ui/hooks/class-names.ts'
import { useLate } from '../../ui/hooks/use-late.ts'
import { Center } from '../../ui/layout/Layout.tsx'
import styles from './AboutFigure.module.css'

const loadPanel = async () => (await import('./AboutPanel.tsx')).AboutPanel

type AboutFigureProps = {
  figure: FigureRef
  /** The button is the figure itself, where it stands in a table, or these words about it; else an icon. */
  inline?: boolean | string
}

/** "What is this number?": opens its definition, and the way to the very rows that it counts. */
export function AboutFigure({ figure, inline = false }: AboutFigureProps) {
  const { Loaded: Panel, pressed, place, near } = useLate(loadPanel)
  const name =
    figure.agent === null
      ? metrics[figure.metric].name
      : t('{name} of {of}', { name: metrics[figure.metric].name, of: figure.agent.name })
  const text = inline === true ? figure.text : inline
  const button =
    text !== false ? (
      <button
        type="button"
        className={classNames(styles.figure, inline !== true && styles.words)}
        aria-label={t('{text}, what is this number? {name}', { text, name })}
      >
        {text}
      </button>
    ) : (
      <Center
        as="button"
        type="button"
        tone="faint"
        className={styles.icon}
        aria-label={t('What is this number? {name}', { name })}
        title={t('What is this number?')}
      >
        <CircleHelp size={14} strokeWidth={1.8} aria-hidden="true" />
      </Center>
    )
  return (
    <div ref={place} {...near} className={styles.place}>
      {Panel ? <Panel figure={figure} trigger={button} openAtOnce={pressed} /> : button}
    </div>
  )
}
