import { t } from '@parley/core/text/translate'
import type { KnowledgeContent } from '@parley/core/knowledge/api'
import { languageNames, languages } from '@parley/core/text/languages'
import { useKnowledgeVersions } from '../../data/knowledge/knowledge.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './knowledge.module.css'

type VersionsWindowProps = {
  answerId: string
  onUse: (content: KnowledgeContent) => void
  onClose: () => void
}

/** All that an answer has said to customers, newest first; any of it can be taken into the fields. */
export function VersionsWindow({ answerId, onUse, onClose }: VersionsWindowProps) {
  const versions = useKnowledgeVersions(answerId)
  return (
    <Modal open title={t('Earlier versions')} size="lg" onClose={onClose}>
      {versions.isPending && <Spinner label={t('Loading versions')} />}
      {versions.isError && (
        <RetryState
          title={t('The versions could not be fetched')}
          busy={versions.isFetching}
          onRetry={() => void versions.refetch()}
          action={t('Try again')}
        />
      )}
      <Grid as="ol" gap={4} className={styles.versions}>
        {versions.data?.map(({ version, content, at, by }) => (
          <li key={version}>
            <HStack gap={2} wrap className={styles.head}>
              <strong>{t('Version {version}', { version })}</strong>
              <Text size="meta" tone="muted" digits className={styles.version}>
                {by !== null && <bdi>{by.name}, </bdi>}
                <Moment iso={at} />
              </Text>
              <Button size="small" onClick={() => onUse(content)}>
                {t('Restore this version')}
              </Button>
            </HStack>
            <Grid as="dl" gap={2} className={styles.said}>
              {languages
                .filter(language => content.answers[language] !== '')
                .map(language => (
                  <div key={language}>
                    <dt>{languageNames[language]}</dt>
                    <dd dir="auto" lang={language}>
                      {content.answers[language]}
                    </dd>
                  </div>
                ))}
            </Grid>
          </li>
        ))}
      </Grid>
    </Modal>
  )
}
