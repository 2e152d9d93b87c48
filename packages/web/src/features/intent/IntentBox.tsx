import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { confidenceLabel, intentLabel } from '@parley/core/intent/rules'
import { Zap } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './IntentBox.module.css'
import type { CheckState, IntentCheck, Suggestion } from './intent-check.ts'

interface IntentBoxProps {
  readonly check: Pick<IntentCheck<never>, 'press' | 'proceed' | 'choose' | 'restore' | 'cancel'>
  readonly state: CheckState<unknown>
  /** Sending is off. */
  readonly off: boolean
  /** The caret is wanted in the composer's box again. */
  readonly onDone: () => void
}

/** Above the composer: what a text seems to mean, and what a quick suggestion has replaced. Said as it appears. */
export function IntentBox({ check, state, off, onDone }: IntentBoxProps) {
  const done = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape acts wherever in it the focus is
    <div role="status" onKeyDown={event => event.key === 'Escape' && done(() => check.cancel())()}>
      {state.is === 'suggested' && (
        <Suggested
          suggestion={state.suggestion}
          off={off}
          onYes={done(() => check.proceed())}
          onNo={done(() => check.press())}
          onChip={text => done(() => check.choose(text))()}
        />
      )}
      {state.is === 'replaced' && (
        <Text as="p" size="meta" tone="muted" className={styles.replaced}>
          {rich('Your text was replaced.{restore}', {
            restore: (
              <Text
                as="button"
                type="button"
                weight={500}
                tone="accent"
                className={styles.restore}
                onClick={done(() => check.restore())}
              >
                {t('Restore my text')}
              </Text>
            ),
          })}
        </Text>
      )}
    </div>
  )
}

interface SuggestedProps {
  readonly suggestion: Suggestion
  readonly off: boolean
  readonly onYes: () => void
  readonly onNo: () => void
  readonly onChip: (text: string) => void
}

function Suggested({ suggestion, off, onYes, onNo, onChip }: SuggestedProps) {
  const { intent, confidence, suggestions } = suggestion
  return (
    <Grid align="center" flex="none" className={styles.box}>
      <Zap size={16} strokeWidth={1.8} aria-hidden="true" className={styles.icon} />
      <Text as="div" flex="shrink" size="body" breaks>
        <Text as="p" size="meta" tone="muted">
          {t('Did you mean to:')}
        </Text>
        <p>
          <Text as="b" weight={600}>
            {intentLabel(intent)}
          </Text>{' '}
          <Text size="meta" tone="muted" digits>
            {confidenceLabel(confidence)}
          </Text>
        </p>
      </Text>
      <HStack gap={2} align="stretch" justify="end" wrap className={styles.answers}>
        <Button size="small" variant="quiet" disabled={off} onClick={onNo}>
          {t('No, send as regular message')}
        </Button>
        <Button size="small" variant="primary" disabled={off} onClick={onYes}>
          {t('Yes, proceed')}
        </Button>
      </HStack>
      {suggestions.length > 0 && (
        <HStack
          role="group"
          aria-label={t('Quick suggestions')}
          gap={1.5}
          align="stretch"
          wrap
          className={styles.chips}
        >
          {suggestions.map(text => (
            <Text
              as="button"
              key={text}
              type="button"
              dir="auto"
              size="meta"
              weight={500}
              tone="accent"
              breaks
              className={styles.chip}
              onClick={() => onChip(text)}
            >
              {text}
            </Text>
          ))}
        </HStack>
      )}
    </Grid>
  )
}
