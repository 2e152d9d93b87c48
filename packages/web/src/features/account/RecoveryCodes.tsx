import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
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
    <section className={styles.form} aria-label="Recovery codes">
      <Notice tone="warn">
        Keep these where you can reach them without your phone. Each opens your account once, and they are
        shown only now.
      </Notice>
      <ol className={styles.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.meta}>
        {copied === 'yes' && 'Copied'}
        {copied === 'failed' && 'This browser does not let them be copied: write them down'}
      </p>
      <div className={styles.actions}>
        <Button icon={<Copy size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="primary" onClick={onDone}>
          I’ve saved these codes
        </Button>
      </div>
    </section>
  )
}
