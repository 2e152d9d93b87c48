import { t } from '@parley/core/text/translate'
import { beneficiaryFields, formSections } from '@parley/core/applications/form'
import { useId } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { Grid, HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { Cell, HeaderCell, Table } from '../../../../ui/lists/Table.tsx'
import { usePhoneLayout } from '../../../../ui/hooks/use-media-query.ts'
import styles from './FieldRows.module.css'
import { Doubt, FieldRow, FieldRows, FillField, type FormPartProps, Nothing } from './FieldRows.tsx'
import { declarationLabel, fieldValue } from './field-value.ts'
import { type Origin, ProvenanceMark, SourceNote, useCommonSource } from './ProvenanceMark.tsx'

interface ApplicationDetailsProps extends FormPartProps {
  /** The health section is closed until somebody opens it. */
  readonly healthOpen: boolean
  readonly setHealthOpen: (open: boolean) => void
}

/** The form, section by section. */
export function ApplicationDetails({ healthOpen, setHealthOpen, ...part }: ApplicationDetailsProps) {
  const { application } = part
  const healthId = useId()
  const commonOf = useCommonSource(application)
  return (
    <Grid gap={4} narrow>
      {formSections[application.kind].map(section => {
        const { name, label } = section
        const common = commonOf(name)
        const note = <SourceNote common={common} />
        const rows = <FieldRows {...part} section={section} common={common} />
        if (name !== 'health_information') {
          return (
            <Card key={name} title={label} actions={note}>
              {rows}
            </Card>
          )
        }
        const press = (
          <Button
            size="small"
            aria-expanded={healthOpen}
            aria-controls={healthId}
            onClick={() => setHealthOpen(!healthOpen)}
          >
            {healthOpen ? t('Hide health information') : t('Show health information')}
          </Button>
        )
        return (
          <Card
            key={name}
            title={label}
            actions={
              // The button stays the same element, and keeps the focus.
              <>
                {healthOpen && note}
                {press}
              </>
            }
          >
            <div id={healthId}>
              {healthOpen ? rows : <Nothing>{t('Hidden. Show it only when you need it.')}</Nothing>}
            </div>
          </Card>
        )
      })}
      <BeneficiaryCard {...part} />
      <Declarations {...part} />
    </Grid>
  )
}

/** What the customer declared, which IPP asks for; the names are the form's own. */
function Declarations(part: FormPartProps) {
  const { application } = part
  const common = useCommonSource(application)('declarations')
  if (application.kind !== 'ipp') return null
  const declared = Object.entries(application.form_data.declarations)
  return (
    <Card title={t('Declarations')} actions={<SourceNote common={common} />}>
      {declared.length === 0 ? (
        <Nothing>{t('No declarations')}</Nothing>
      ) : (
        <Text as="dl" size="list" className={styles.fields}>
          {declared.map(([name, value]) => (
            <FieldRow
              key={name}
              {...part}
              path={`declarations.${name}`}
              label={declarationLabel(name)}
              common={common}
            >
              {typeof value === 'boolean' ? value ? t('Yes') : t('No') : <bdi>{value}</bdi>}
            </FieldRow>
          ))}
        </Text>
      )}
    </Card>
  )
}

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
function BeneficiaryCard({ application, items, onDocument }: FormPartProps) {
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
      cells: beneficiaryFields.map(field => {
        const path = `beneficiaries.${index}.${field.name}`
        const value = valueOf(one, field.name, field.form)
        return {
          name: field.name,
          label: field.label,
          path,
          shown: (
            <>
              {value === null ? <Text tone="faint">–</Text> : <bdi>{value}</bdi>}
              <Doubt items={items} path={path} />
            </>
          ),
          fill: application.takes_fields && (
            <FillField
              application={application}
              path={path}
              field={field}
              of={t('beneficiary {index}', { index: index + 1 })}
              value={one[field.name as keyof typeof one]}
            />
          ),
        }
      }),
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
                  {cells.map(({ name, path, shown }) => (
                    <Cell
                      key={name}
                      align={name === 'percentage' ? 'end' : 'start'}
                      data-field={path}
                      tabIndex={-1}
                    >
                      {shown}
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
              {cells.map(({ name, label, path, shown, fill }) => (
                <div key={name} data-field={path} tabIndex={-1}>
                  <dt>{label}</dt>
                  <dd>
                    {shown}
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
