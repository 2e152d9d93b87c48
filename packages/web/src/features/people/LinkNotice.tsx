import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { PasswordLink } from '@parley/core/agents/people'
import { calendar } from '@parley/core/text/format'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './people.module.css'

const local = calendar()

type LinkNoticeProps = {
  /** Whom the link is for. */
  name: string
  link: PasswordLink
}

/** A link with which somebody sets their password. It is shown this once: nobody can read it again. */
export function LinkNotice({ name, link }: LinkNoticeProps) {
  const address = `${location.origin}${link.path}`
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('yes')
    } catch {
      // On plain http there is no clipboard, and a browser may refuse it: the text is there to be copied by hand.
      setCopied('refused')
    }
  }
  return (
    <Notice tone="ok">
      {rich('Send this link to {name}. It works once, expires on {time}, and will not be shown again.', {
        name: <bdi>{name}</bdi>,
        time: local.full(new Date(link.expires_at)),
      })}
      <HStack as="span" gap={2} wrap className={styles.link}>
        <input
          readOnly
          aria-label={t('Link for {name}', { name })}
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <Button size="small" onClick={() => void copy()}>
          {copied === 'yes' ? t('Copied') : t('Copy link')}
        </Button>
      </HStack>
      {copied === 'refused' && t('Copying failed. Select the link and copy it.')}
    </Notice>
  )
}
