import { Button } from '../ui/Button.tsx'
import { Grid, Text } from '../ui/layout/Layout.tsx'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import styles from './CrashScreen.module.css'

/** "Something went wrong", what it was, and a way out. */
export function CrashScreen({ error, reference }: { error: unknown; reference: string }) {
  return (
    <Grid full pad={4} className={styles.screen}>
      <ErrorState
        title="Something went wrong"
        titleAs="h1"
        hint="This screen stopped working. Your text is saved on this device. Reload the page."
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      />
      <Text as="details" size="list" tone="muted" className={styles.details}>
        <summary>Details</summary>
        <Text as="pre" pad={3} breaks className={styles.text}>
          {messageOf(error)}
          {'\n'}Reference {reference}
        </Text>
      </Text>
    </Grid>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
