import { t } from '@parley/core/text/translate'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './account.module.css'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** The recovery codes that were just made: the only time that anybody sees them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('yes')
    } catch (cause) {
      console.warn('The codes could not be copied', cause)
      setCopied('failed')
    }
  }
  return (
    <Grid as="section" gap={4} className={styles.form} aria-label={t('Recovery codes')}>
      <Notice tone="warn">
        {t(
          'Keep these codes in a safe place, not on your phone. Each code works once. You will not see them again.',
        )}
      </Notice>
      <Grid as="ol" digits className={styles.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Text as="p" role="status" size="meta" tone="muted" breaks digits>
        {copied === 'yes' && t('Copied')}
        {copied === 'failed' && t('Copying failed. Write the codes down')}
      </Text>
      <HStack gap={2} align="stretch" wrap>
        <Button icon={<Copy size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('I’ve saved these codes')}
        </Button>
      </HStack>
    </Grid>
  )
}
