import type { TemplateEntity } from '@parley/core/templates/api'
import { languageLabel, statusLabel, templateProblem, templateTitle } from '@parley/core/templates/rules'
import { useEffect, useRef } from 'react'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Badge, type Tone } from '../../ui/marks/Badge.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import styles from './TemplateList.module.css'

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'ok',
  PENDING: 'grey',
  IN_APPEAL: 'grey',
  PAUSED: 'warn',
  REJECTED: 'danger',
  DISABLED: 'danger',
}

const qualityWords: Readonly<Record<string, string>> = { YELLOW: 'quality medium', RED: 'quality low' }

interface TemplateListProps {
  readonly id: string
  readonly templates: readonly TemplateEntity[]
  readonly selected: TemplateEntity | null
  readonly wantsMarketing: boolean
  readonly optionId: (template: TemplateEntity) => string
  readonly onSelect: (template: TemplateEntity) => void
}

/** The templates that were found, each with its language, category and state; those that cannot be sent say why. */
export function TemplateList(props: TemplateListProps) {
  const { id, templates, selected, wantsMarketing, optionId, onSelect } = props
  const list = useRef<HTMLDivElement>(null)
  const selectedId = selected === null ? null : optionId(selected)
  useEffect(() => {
    if (selectedId === null) return
    list.current?.querySelector(`[id="${CSS.escape(selectedId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Templates" className={styles.list}>
      {templates.map(template => {
        const { status, category, language, quality } = template
        const problem = templateProblem(template, { wantsMarketing })
        const isSelected = optionId(template) === selectedId
        const about = [languageLabel(language), statusLabel(category), qualityWords[quality]].filter(Boolean)
        return (
          // The field above moves through the options and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <Grid
            key={optionId(template)}
            id={optionId(template)}
            role="option"
            aria-selected={isSelected}
            aria-disabled={problem !== null || undefined}
            align="center"
            className={classNames(
              styles.option,
              isSelected && styles.selected,
              problem !== null && styles.off,
            )}
            onClick={() => onSelect(template)}
          >
            <Text size="list" weight={500} tone="text" className={styles.title}>
              {templateTitle(template)}
            </Text>
            <Badge tone={tones[status] ?? 'grey'}>{statusLabel(status)}</Badge>
            <Text size="meta" tone="muted" className={styles.about}>
              {about.join(' · ')}
            </Text>
            {problem !== null && (
              <Text size="meta" tone="muted" className={styles.about}>
                {problem}
              </Text>
            )}
          </Grid>
        )
      })}
    </div>
  )
}
