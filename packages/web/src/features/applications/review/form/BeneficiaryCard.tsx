import { t } from '@parley/core/text/translate'
import { beneficiaryFields } from '@parley/core/applications/form'
import { Card } from '../../../../ui/Card.tsx'
import { HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { Cell, HeaderCell, Table } from '../../../../ui/lists/Table.tsx'
import { usePhoneLayout } from '../../../../ui/hooks/use-media-query.ts'
import styles from './BeneficiaryCard.module.css'
import { Doubt, FillField, type FormPartProps, Nothing } from './FieldRows.tsx'
import { fieldValue } from './field-value.ts'
import { type Origin, ProvenanceMark, SourceNote, useCommonSource } from './ProvenanceMark.tsx'

/** As many as the form in the chat takes. */
const mostBeneficiaries = 8
const [firstField] = beneficiaryFields

const share = new Intl.NumberFormat('en-UG', { maximumFractionDigits: 2 })

const valueOf = (one: object, name: string, form: Parameters<typeof fieldValue>[1]): string | null => {
  const value = (one as Readonly<Record<string, unknown>>)[name]
  if (name === 'percentage') return typeof value === 'number' ? `${share.format(value)}%` : null
  return fieldValue(value, form)
}

/** Who gets what, and whether it adds up. */
export function BeneficiaryCard({ application, items, onDocument }: FormPartProps) {
  const isPhone = usePhoneLayout()
  const common = useCommonSource(application)('beneficiaries')
  // There is no room in a cell to write in.
  const phone = isPhone || application.takes_fields
  const { beneficiaries } = application.form_data
  const sum = beneficiaries.reduce((total, { percentage }) => total + (percentage ?? 0), 0)
  const isWhole = Math.round(sum * 100) === 10_000
  const rows = beneficiaries.map((one, index) => {
    const origins = beneficiaryFields.flatMap(({ name, label }): Origin[] => {
      const from = application.provenance[`beneficiaries.${index}.${name}`]
      return from === undefined ? [] : [{ label, from }]
    })
    return {
      key: `${index}`,
      mark: (
        <ProvenanceMark
          of={one.name ?? t('Beneficiary {index}', { index: index + 1 })}
          origins={origins}
          files={application.attachments}
          short={!phone}
          quiet={common !== null && origins.every(({ from }) => common.isOf(from))}
          onDocument={onDocument}
        />
      ),
      cells: beneficiaryFields.map(field => ({
        name: field.name,
        label: field.label,
        path: `beneficiaries.${index}.${field.name}`,
        value: valueOf(one, field.name, field.form),
        fill: application.takes_fields && (
          <FillField
            application={application}
            path={`beneficiaries.${index}.${field.name}`}
            field={field}
            of={t('beneficiary {index}', { index: index + 1 })}
            value={one[field.name as keyof typeof one]}
          />
        ),
      })),
    }
  })
  return (
    <div data-field="beneficiaries" tabIndex={-1} className={styles.part}>
      <Card
        title={t('Beneficiaries')}
        actions={
          beneficiaries.length > 0 && (
            <>
              <SourceNote common={common} />
              <HStack as="span" inline size="meta" tone={isWhole ? 'muted' : 'danger'} digits>
                {t('{sum}% of 100%', { sum: share.format(sum) })}
                <Doubt items={items} path="beneficiaries" />
              </HStack>
            </>
          )
        }
      >
        {beneficiaries.length === 0 && <Nothing>{t('No beneficiary is named')}</Nothing>}
        {!phone && beneficiaries.length > 0 && (
          <Table label={t('Beneficiaries')} density="tight">
            <thead>
              <tr>
                {beneficiaryFields.map(({ name, label }) => (
                  <HeaderCell key={name} align={name === 'percentage' ? 'end' : 'start'}>
                    {label}
                  </HeaderCell>
                ))}
                <HeaderCell>{t('From')}</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells, mark }) => (
                <tr key={key} data-origin>
                  {cells.map(({ name, path, value }) => (
                    <Cell
                      key={name}
                      align={name === 'percentage' ? 'end' : 'start'}
                      data-field={path}
                      tabIndex={-1}
                    >
                      {value === null ? <Text tone="faint">–</Text> : <bdi>{value}</bdi>}
                      <Doubt items={items} path={path} />
                    </Cell>
                  ))}
                  <Cell>{mark}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {phone &&
          rows.map(({ key, cells, mark }) => (
            <Text as="dl" key={key} rule="top" size="list" className={styles.stack}>
              {cells.map(({ name, label, path, value, fill }) => (
                <div key={name} data-field={path} tabIndex={-1}>
                  <dt>{label}</dt>
                  <dd>
                    {value === null ? <Text tone="faint">–</Text> : <bdi>{value}</bdi>}
                    <Doubt items={items} path={path} />
                    {fill}
                  </dd>
                </div>
              ))}
              <div data-origin>
                <dt>{t('From')}</dt>
                <dd>{mark}</dd>
              </div>
            </Text>
          ))}
        {application.takes_fields && firstField !== undefined && beneficiaries.length < mostBeneficiaries && (
          <Text as="dl" rule="top" size="list" className={styles.stack}>
            <div>
              <dt>{t('Next beneficiary')}</dt>
              <dd>
                <FillField
                  key={beneficiaries.length}
                  application={application}
                  path={`beneficiaries.${beneficiaries.length}.name`}
                  field={firstField}
                  of={t('beneficiary {count}', { count: beneficiaries.length + 1 })}
                  value={null}
                />
              </dd>
            </div>
          </Text>
        )}
      </Card>
    </div>
  )
}
