import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import { statusLabel, templateProblem, templateTitle } from '@parley/core/templates/rules'
import type { useOptionList } from '../../ui/fields/use-option-list.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import styles from './TemplateList.module.css'
import { aboutWords, stateTone } from './words.ts'

interface TemplateListProps {
  readonly templates: readonly TemplateEntity[]
  readonly list: ReturnType<typeof useOptionList<TemplateEntity>>
  readonly wantsMarketing: boolean
  readonly onSelect: (template: TemplateEntity) => void
}

/** The templates that were found, each with its language, category and state; those that cannot be sent say why. */
export function TemplateList({ templates, list, wantsMarketing, onSelect }: TemplateListProps) {
  return (
    <div id={list.id} role="listbox" aria-label={t('Templates')} className={styles.list}>
      {templates.map(template => {
        const { status } = template
        const problem = templateProblem(template, { wantsMarketing })
        return (
          // The field above moves through the options and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <Grid
            key={list.idOf(template)}
            id={list.idOf(template)}
            role="option"
            tabIndex={-1}
            aria-selected={template === list.chosen}
            aria-disabled={problem !== null || undefined}
            align="center"
            className={classNames(
              styles.option,
              template === list.chosen && styles.selected,
              problem !== null && styles.off,
            )}
            onClick={() => onSelect(template)}
          >
            <Text size="list" weight={500} tone="text" className={styles.title}>
              {templateTitle(template)}
            </Text>
            <Badge tone={stateTone(status)}>{statusLabel(status)}</Badge>
            <Text size="meta" tone="muted" className={styles.about}>
              {aboutWords(template)}
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
