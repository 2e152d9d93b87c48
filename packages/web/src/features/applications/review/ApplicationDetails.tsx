import { t } from '@parley/core/text/translate'
import { formSections } from '@parley/core/applications/form'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import styles from './ApplicationDetails.module.css'
import { BeneficiaryCard } from './BeneficiaryCard.tsx'
import fields from './FieldRows.module.css'
import { FieldRows, type FormPartProps } from './FieldRows.tsx'
import { declarationLabel } from './field-value.ts'
import { ProvenanceMark } from './checks/ProvenanceMark.tsx'
import { SourceNote } from './checks/SourceNote.tsx'
import { useCommonSource } from './checks/use-common-source.ts'

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
  const sections = formSections[application.kind].map(section => ({
    section,
    common: commonOf(section.name),
  }))
  return (
    <Grid gap={4} narrow>
      {sections.map(({ section, common }) =>
        section.name === 'health_information' ? (
          <Card
            key={section.name}
            title={section.label}
            actions={
              <>
                {healthOpen && <SourceNote common={common} />}
                <Button
                  size="small"
                  aria-expanded={healthOpen}
                  aria-controls={healthId}
                  onClick={() => setHealthOpen(!healthOpen)}
                >
                  {healthOpen ? t('Hide health information') : t('Show health information')}
                </Button>
              </>
            }
          >
            <div id={healthId}>
              {healthOpen ? (
                <FieldRows {...part} section={section} common={common} />
              ) : (
                <Text as="p" size="list" tone="muted" className={styles.closed}>
                  {t('Hidden. Show it only when you need it.')}
                </Text>
              )}
            </div>
          </Card>
        ) : (
          <Card key={section.name} title={section.label} actions={<SourceNote common={common} />}>
            <FieldRows {...part} section={section} common={common} />
          </Card>
        ),
      )}
      <BeneficiaryCard {...part} />
      {application.kind === 'ipp' && <Declarations {...part} />}
    </Grid>
  )
}

/** What the customer declared; the names are the form's own. */
function Declarations({ application, onDocument }: FormPartProps) {
  const commonOf = useCommonSource(application)
  if (application.kind !== 'ipp') return null
  const declared = Object.entries(application.form_data.declarations)
  const common = commonOf('declarations')
  return (
    <Card title={t('Declarations')} actions={<SourceNote common={common} />}>
      {declared.length === 0 ? (
        <Text as="p" size="list" tone="muted" className={styles.closed}>
          {t('No declarations')}
        </Text>
      ) : (
        <dl className={fields.fields}>
          {declared.map(([name, value]) => {
            const path = `declarations.${name}`
            const from = application.provenance[path]
            const quiet = from !== undefined && common?.isOf(from) === true
            const label = declarationLabel(name)
            return (
              <Grid
                key={name}
                align="baseline"
                className={fields.field}
                data-field={path}
                data-origin
                tabIndex={-1}
              >
                <dt>{label}</dt>
                <dd>{typeof value === 'boolean' ? value ? t('Yes') : t('No') : <bdi>{value}</bdi>}</dd>
                <dd className={fields.from} data-quiet={quiet || undefined}>
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
      )}
    </Card>
  )
}
