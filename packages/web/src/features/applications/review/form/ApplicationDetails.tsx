import { t } from '@parley/core/text/translate'
import { formSections } from '@parley/core/applications/form'
import { useId } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { Grid } from '../../../../ui/layout/Layout.tsx'
import { BeneficiaryCard } from './BeneficiaryCard.tsx'
import styles from './FieldRows.module.css'
import { FieldRow, FieldRows, type FormPartProps, Nothing } from './FieldRows.tsx'
import { declarationLabel } from './field-value.ts'
import { SourceNote, useCommonSource } from './ProvenanceMark.tsx'

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
              healthOpen ? (
                <>
                  {note}
                  {press}
                </>
              ) : (
                press
              )
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
        <dl className={styles.fields}>
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
        </dl>
      )}
    </Card>
  )
}
