import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import styles from './CrashScreen.module.css'

/** "Something went wrong", what it was, and a way out. */
export function CrashScreen({ error, reference }: { error: unknown; reference: string }) {
  return (
    <Grid full pad={4} className={styles.screen}>
      <ErrorState
        title={t('Something went wrong')}
        titleAs="h1"
        hint={t('This screen stopped working. Your text is saved on this device. Reload the page.')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('Reload page')}
          </Button>
        }
      />
      <Text as="details" size="list" tone="muted" className={styles.details}>
        <summary>{t('Details')}</summary>
        <Text as="pre" pad={3} breaks className={styles.text}>
          {t('{error}\nReference {reference}', { error: messageOf(error), reference })}
        </Text>
      </Text>
    </Grid>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
