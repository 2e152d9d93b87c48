import { t } from '@parley/core/text/translate'
import type { FormEntity } from '@parley/core/messages/details'
import { fieldLabel, formTitle } from '@parley/core/messages/rules'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Answer } from './Answer.tsx'
import styles from './details.module.css'

/** A form that the customer filled in: each question and its answer. */
export function FormCard({ form: { name, body, answers, raw, reference } }: { form: FormEntity }) {
  const rows = Object.entries(answers ?? {})
  return (
    <div role="group" aria-label={t('Form answers')} className={styles.card}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        {formTitle(name)}
      </HStack>
      {body !== null && (
        <Text as="p" dir="auto" size="list" weight={500} breaks>
          {body}
        </Text>
      )}
      {rows.length > 0 && (
        <table className={styles.table}>
          <tbody>
            {rows.map(([name, answer]) => (
              <tr key={name}>
                <th scope="row" dir="auto" title={name}>
                  {fieldLabel(name)}
                </th>
                <td dir="auto">
                  <Answer value={answer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {raw !== null && (
        <p dir="auto" className={styles.raw}>
          {raw}
        </p>
      )}
      {rows.length === 0 && raw === null && (
        <Text as="p" size="meta" tone="muted" breaks>
          {t('The form has no answers')}
        </Text>
      )}
      {reference !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          {t('Reference {reference}', { reference })}
        </Text>
      )}
    </div>
  )
}
