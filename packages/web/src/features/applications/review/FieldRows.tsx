import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import type { FormSection } from '@parley/core/applications/form'
import type { ChecklistItem } from '@parley/core/applications/checklist'
import { CircleAlert } from 'lucide-react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './FieldRows.module.css'
import { FillField } from './FillField.tsx'
import { fieldValue } from './field-value.ts'
import { ProvenanceMark } from './checks/ProvenanceMark.tsx'
import type { CommonSource } from './checks/provenance-words.ts'

export interface FormPartProps {
  readonly application: ApplicationEntity
  /** What is to be looked at. */
  readonly items: readonly ChecklistItem[]
  readonly onDocument: (id: string) => void
}

interface FieldRowsProps extends FormPartProps {
  readonly section: FormSection
  /** What the section says of where its values came from; null: nothing. */
  readonly common: CommonSource | null
}

/** The fields of one section: label, value, and where it came from. */
export function FieldRows({ application, section, common, items, onDocument }: FieldRowsProps) {
  const form: Readonly<Record<string, unknown>> = application.form_data
  const values = form[section.name] as Readonly<Record<string, unknown>>
  return (
    <dl className={styles.fields}>
      {section.fields.map(field => {
        const { name, label, form: shape } = field
        const path = `${section.name}.${name}`
        const value = fieldValue(values[name], shape)
        const from = application.provenance[path]
        const open = items.filter(item => item.field === path && item.severity !== 'ok')
        const quiet = from !== undefined && common?.isOf(from) === true
        return (
          <Grid
            key={name}
            align="baseline"
            className={styles.field}
            data-field={path}
            data-origin
            tabIndex={-1}
          >
            <dt>{label}</dt>
            <dd className={open.length > 0 ? styles.doubtful : undefined}>
              {value === null ? <Text tone="faint">{t('Not given')}</Text> : <bdi>{value}</bdi>}
              {open.length > 0 && <Doubt items={open} />}
              {application.takes_fields && (
                <FillField application={application} path={path} field={field} value={values[name]} />
              )}
            </dd>
            <dd className={styles.from} data-quiet={quiet || undefined}>
              {from !== undefined && (
                <ProvenanceMark
                  of={label}
                  origins={[{ label, from }]}
                  files={application.attachments}
                  quiet={quiet}
                  onDocument={onDocument}
                />
              )}
            </dd>
          </Grid>
        )
      })}
    </dl>
  )
}

/** That the checklist has a word about this value. */
export const Doubt = ({ items }: { items: readonly ChecklistItem[] }) => (
  <HStack
    as="span"
    align="stretch"
    inline
    tone="warn"
    className={styles.doubt}
    title={items.map(({ sentence }) => sentence).join('\n')}
  >
    <CircleAlert size={14} strokeWidth={1.9} aria-hidden="true" />
    <span className="visually-hidden">{items.map(({ sentence }) => sentence).join('. ')}</span>
  </HStack>
)
