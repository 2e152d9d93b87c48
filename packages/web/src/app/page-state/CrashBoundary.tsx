import { Component, type ReactNode } from 'react'
import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { ErrorState } from '../../ui/states/EmptyState.tsx'
import styles from './CrashBoundary.module.css'

interface Crash {
  readonly error: unknown
  /** Joins what the agent reads out with what the browser's console holds. */
  readonly reference: string
}

interface CrashBoundaryProps {
  /** Where the reader is: at another place what failed is tried again. */
  readonly place?: string
  readonly children: ReactNode
}

interface CrashState {
  readonly crash: Crash | null
  readonly place: string | undefined
}

/** Replaces what failed to render by the crash screen. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { crash: null, place: undefined }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return place === state.place ? null : { crash: null, place }
  }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, reference: crypto.randomUUID().slice(0, 8) } }
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.crash?.reference ?? 'none'}:`, error)
  }

  override render(): ReactNode {
    const { crash } = this.state
    return crash ? <CrashScreen error={crash.error} reference={crash.reference} /> : this.props.children
  }
}

/** "Something went wrong", what it was, and a way out. */
export const CrashScreen = ({ error, reference }: { error: unknown; reference: string }) => (
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

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
