import { t } from '@parley/core/text/translate'
import { Fragment } from 'react'
import { HStack } from '../layout/Layout.tsx'
import styles from './KeyMarks.module.css'

/** Keys as they are printed on a keyboard, one press after the other: "G then D", "Ctrl K"; within a press a plus joins them. */
export const KeyMarks = ({ keys }: { keys: readonly string[] }) => (
  <HStack as="span" gap={1} inline flex="none">
    {keys.map((press, index) => (
      <Fragment key={press}>
        {index > 0 && (
          <>
            {' '}
            <span className={styles.then}>{t('then')}</span>{' '}
          </>
        )}
        {press.split('+').map((one, place) => (
          <Fragment key={one}>
            {place > 0 && ' '}
            <kbd className={styles.key}>{one}</kbd>
          </Fragment>
        ))}
      </Fragment>
    ))}
  </HStack>
)
